import { readPolicy } from '../policy/read'
import { policySources } from '../policy/sources'
import { Masker } from '../secrets/masker'
import { NotConfigured } from './config'
import { runProgram } from './program'

declare const WALKER_VERSION: string

/** Abandons network waits after this time, ms. */
const endsWithinMs = 5_000

// Node's own message for an uncaught error would not pass the masker.
const masker = new Masker()
const end = (code: number, words = '') => {
  process.stderr.write(masker.mask(words))
  process.exit(code)
}
process.on('uncaughtException', (thrown) => end(1, `${thrown.stack ?? thrown.message}\n`))

const ending = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    ending.abort()
    setTimeout(() => end(1, 'The database or the service did not let go in time.\n'), endsWithinMs).unref()
  })

runProgram({
  args: process.argv.slice(2),
  env: process.env,
  build: { version: WALKER_VERSION, commit: import.meta.env.MAIN_VITE_COMMIT ?? '' },
  policy: () => readPolicy(policySources(process.platform)),
  masker,
  print: (text) => void process.stdout.write(masker.mask(text)),
  signal: ending.signal
}).then(
  (code) => end(code),
  (thrown: Error) => (thrown instanceof NotConfigured ? end(2, `${thrown.message}\n`) : end(1, `${thrown.stack}\n`))
)
