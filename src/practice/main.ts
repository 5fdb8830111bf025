import { greeting, HELP, parseCli } from './cli'
import { startRegions } from './regions'

try {
  const options = parseCli(process.argv.slice(2))
  if (options) {
    const regions = await startRegions(options)
    process.stdout.write(greeting(regions))
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void regions.close())
  } else process.stdout.write(HELP)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nTry --help.\n`)
  process.exitCode = 2
}
