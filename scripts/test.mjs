// npm test: sets up, then runs every check there is, each to its end, and counts at the end.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, main } from './bootstrap.mjs'
import { build } from './build.mjs'
import { describe } from './electron-runtime.mjs'
import { read, root, runNpm, say, which } from './run.mjs'
import { tally } from './tally.mjs'

const report = (name) => join('test-results', `${name}.json`)

const vitest = (name, reportFile) => () =>
  runNpm(['run', '--silent', name, '--', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`], {
    env: { ...process.env, ...chromium() }
  })

/** The browser of the component tests: Debian's, or what else there is. */
function chromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  const found = process.env.CHROMIUM_PATH ?? names.map(which).find(Boolean)
  return found ? { CHROMIUM_PATH: found } : {}
}

const npmScript = (name) => () => runNpm(['run', '--silent', name])

const STEPS = [
  { name: 'lint', start: npmScript('lint') },
  { name: 'types', start: npmScript('typecheck') },
  { name: 'unit tests', start: vitest('test:unit', report('unit')), report: report('unit') },
  { name: 'jmespath against the reference', start: npmScript('test:jmespath') },
  { name: 'component tests', start: vitest('test:components', report('components')), report: report('components') },
  { name: 'build', start: () => build().then(() => 0, failedWith) },
  { name: 'e2e tests', start: npmScript('e2e'), report: report('e2e'), needs: 'build' }
]

function failedWith(error) {
  console.error(error.message)
  return 1
}

async function runStep({ name, start, report: file }) {
  if (file) rmSync(join(root, file), { force: true })
  console.log(`\n=== ${name}`)
  const began = Date.now()
  const counted = tally(await start(), file && join(root, file))
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(`=== ${name}: ${counted.failed === 0 ? 'ok' : 'FAILED'} in ${seconds} s`)
  return { name, seconds, ...counted }
}

function browserVersion() {
  const { CHROMIUM_PATH } = chromium()
  return CHROMIUM_PATH ? (read(CHROMIUM_PATH, ['--version'])?.trim() ?? 'unknown') : 'none'
}

await main(async () => {
  const { runtime } = await bootstrap({ forTests: true })
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const results = []
  for (const step of STEPS) {
    if (results.some(({ name, failed }) => name === step.needs && failed > 0)) {
      console.log(`\n=== ${step.name}: left out, as the ${step.needs} failed`)
      continue
    }
    results.push(await runStep(step))
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  console.log('')
  for (const { name, seconds, passed, failed } of results) {
    say(`${name}: ${passed ? `${passed} passed, ` : ''}${failed ? `${failed} failed` : 'ok'} (${seconds} s)`)
  }
  say(
    `e2e ran on ${describe(runtime)}, the scripts on Node ${process.versions.node}, components in ${browserVersion()}`
  )
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') > 0 ? 1 : 0
})
