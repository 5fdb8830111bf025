// npm run security: runs all @attack and @fault cases, then `npm audit` if its registry answers. `--reports` reads the
// reports of `npm test` instead.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { attackCases, attackTable } from './attack-report.mjs'
import { bootstrap, main } from './bootstrap.mjs'
import { root, runNpm, say } from './run.mjs'

const results = join(root, 'test-results')
const marks = ['@attack', '@fault']
const anyMark = marks.join('|')

/** With a minimum of cases: a run that found none proves nothing. */
const runs = [
  {
    name: 'unit',
    least: 250,
    args: (file) => [
      'test:unit',
      '--',
      ...filesWith(['src/main', 'src/shared', 'src/practice', 'scripts']),
      '-t',
      anyMark,
      ...json(file)
    ]
  },
  {
    name: 'components',
    least: 50,
    args: (file) => ['test:components', '--', ...filesWith(['src/renderer']), '-t', anyMark, ...json(file)]
  },
  { name: 'e2e', least: 80, args: () => ['e2e', '--', '--grep', anyMark] }
]
const json = (file) => ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]

function filesWith(folders) {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)))
    .filter((file) => /\.test\.(ts|mjs)$/.test(file))
    .filter((file) => marks.some((mark) => readFileSync(join(root, file), 'utf8').includes(mark)))
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** An unreachable registry is no finding. @returns the number of vulnerabilities */
function audit() {
  // npm exits with 1 for findings too, so only its output tells.
  const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], { encoding: 'utf8', cwd: root })
  const { metadata } = parsed(stdout)
  if (!metadata) {
    say('npm audit: left out, as the registry did not answer')
    return 0
  }
  const { total, high, critical } = metadata.vulnerabilities
  say(`npm audit: ${total} known vulnerabilities, ${high} high, ${critical} critical`)
  return total
}

await main(async () => {
  await bootstrap({ forTests: true })
  const again = !process.argv.includes('--reports')
  const cases = []
  const missing = []
  for (const { name, least, args } of runs) {
    const file = join(results, `${name}.json`)
    if (again) {
      rmSync(file, { force: true })
      say(`running the ${name} cases`)
      await runNpm(['run', '--silent', ...args(file)], { env: process.env })
    }
    const found = attackCases(readReport(file), root)
    if (found.length < least) missing.push(`${name}: ${found.length} cases, at least ${least} are expected`)
    cases.push(...found)
  }
  console.log(`\n${attackTable(cases)}\n`)
  const open = cases.filter(({ seen }) => seen !== 'as expected').length + missing.length
  for (const one of missing) say(one)
  const known = audit()
  const faults = cases.filter(({ kind }) => kind === 'fault').length
  console.log(`${cases.length - faults} attacks and ${faults} faults, ${open} open`)
  return open > 0 || known > 0 ? 1 : 0
})
