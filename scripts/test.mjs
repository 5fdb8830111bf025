// npm test: sets up, then runs every check to its end.
import { join } from 'node:path'
import { bootstrap, main } from './bootstrap.mjs'
import { build } from './build.mjs'
import { describe } from './electron-runtime.mjs'
import { leftOut } from './packages/can-install.mjs'
import { read, root, runNpm, say, which } from './run.mjs'
import { runLanes } from './steps.mjs'
import { slowest } from './tally.mjs'

const logs = join(root, 'test-results')
const report = (name) => join(logs, `${name}.json`)

/** For component tests: Debian's, or another. */
function chromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  const found = process.env.CHROMIUM_PATH ?? names.map(which).find(Boolean)
  return found ? { CHROMIUM_PATH: found } : {}
}

const idly =
  (name, ...args) =>
  (to) =>
    runNpm(['run', '--silent', name, '--', ...args], { ...to, idle: true })

/** Only failures, so that a shortened log holds them. */
const vitest = (name, reportFile) => (to) =>
  runNpm(['run', '--silent', name, '--', '--reporter=minimal', '--reporter=json', `--outputFile.json=${reportFile}`], {
    ...to,
    env: { ...process.env, ...chromium() }
  })

const playwright =
  (name, { args = [], env = {} } = {}) =>
  (to) =>
    runNpm(['run', '--silent', name, '--', ...args], { ...to, env: { ...process.env, ...env, DESK_REPORTER: 'dot' } })

function failedWith(error) {
  console.error(error.message)
  return 1
}

/** No time limit fails these, so they run beside all others, in what those leave of the processor. */
const IDLE = [
  [
    { name: 'lint', start: idly('lint') },
    { name: 'types', start: idly('typecheck') },
    { name: 'jmespath against the reference', start: idly('test:jmespath', '--generated', '20000') }
  ]
]

/** Tests wait half of their time, so two of each fill two cores. */
const SIDE_BY_SIDE = [
  [{ name: 'unit tests', start: vitest('test:unit', report('unit')), report: report('unit') }],
  [
    { name: 'build', start: (to) => build(to).then(() => 0, failedWith) },
    { name: 'component tests', start: vitest('test:components', report('components')), report: report('components') }
  ]
]

const journeys = {
  name: 'e2e tests',
  start: playwright('e2e', { args: ['--grep-invert', '@packaged'] }),
  report: report('e2e'),
  needs: 'build'
}

/** `npm run visual` compares all. */
const looks = {
  name: 'pictures',
  start: playwright('visual', { env: { DESK_LOOKS: 'short' } }),
  report: report('visual'),
  needs: 'build'
}

/** Alone: it installs the packages here. */
const installed = {
  name: 'installed package',
  start: playwright('e2e', { args: ['--grep', '@packaged'], env: { DESK_E2E_REPORT: report('packaged') } }),
  report: report('packaged'),
  needs: 'build'
}

/** Real windows use four fifths of the machine. */
const alone = (without) => [without ? [journeys, looks] : [journeys, looks, installed]]

const reports = new Map([...SIDE_BY_SIDE.flat(), journeys, looks, installed].map(({ name, report }) => [name, report]))

function browserVersion() {
  const { CHROMIUM_PATH } = chromium()
  return CHROMIUM_PATH ? (read(CHROMIUM_PATH, ['--version'])?.trim() ?? 'unknown') : 'none'
}

await main(async () => {
  const { runtime } = await bootstrap({ forTests: true })
  const idle = runLanes(IDLE, { logs, beside: true })
  const earlier = await runLanes(SIDE_BY_SIDE, { logs })
  const without = leftOut()
  const last = await runLanes(alone(without), { logs, earlier })
  const results = [...(await idle), ...earlier, ...last]
  console.log('\nThe slowest tests:')
  for (const { name, ms } of slowest(results.map(({ name }) => reports.get(name)))) {
    console.log(`${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}`)
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  console.log('')
  for (const { name, failures } of results) for (const one of failures) console.log(`FAILED ${name}: ${one}`)
  for (const { name, seconds, passed, failed } of results) {
    say(`${name}: ${passed ? `${passed} passed, ` : ''}${failed ? `${failed} failed` : 'ok'} (${seconds} s)`)
  }
  if (without) say(without)
  say(
    `e2e ran on ${describe(runtime)}, the scripts on Node ${process.versions.node}, components in ${browserVersion()}`
  )
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') > 0 ? 1 : 0
})
