import { greeting, HELP, parseCli, storyOf } from './cli'
import { startRegions } from './regions'

try {
  const options = parseCli(process.argv.slice(2))
  if (options) {
    const regions = await startRegions(options)
    process.stdout.write(greeting(regions))
    const news = storyOf(regions)
    const tell = () => news().forEach((line) => process.stdout.write(`${line}\n`))
    const telling = options.play === 'year' ? setInterval(tell, 250) : undefined
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        clearInterval(telling)
        void regions.close()
      })
    }
  } else process.stdout.write(HELP)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nTry --help.\n`)
  process.exitCode = 2
}
