// npm run typecheck
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, run } from './run.mjs'

const beside = (about, path) => join(dirname(fileURLToPath(about)), path)
/** ESLint's TypeScript 6 has a command `tsc` as well. */
const tsc = beside(import.meta.resolve('@typescript/native/package.json'), 'bin/tsc')

/** Several threads cost half as much processor time again. */
const program = (config) => [tsc, '--singleThreaded', '-p', config]
const window = [
  beside(import.meta.resolve('svelte-check/package.json'), 'bin/svelte-check'),
  ...['--tsgo', '--tsconfig', 'tsconfig.web.json', '--fail-on-warnings']
]

// It may hold removed components.
rmSync(join(root, '.svelte-check'), { recursive: true, force: true })
let failed = false
for (const args of [program('tsconfig.node.json'), program('tsconfig.e2e.json'), window]) {
  if ((await run(process.execPath, args)) !== 0) failed = true
}
process.exitCode = failed ? 1 : 0
