// Reads @attack and @fault cases from reports.
import { relative, sep } from 'node:path'

const kinds = {
  attack: { mark: '@attack', heading: 'ATTACKS', expected: 'stopped' },
  fault: { mark: '@fault', heading: 'FAULTS', expected: 'handled' }
}

/**
 * @typedef {{ name: string, kind: 'attack' | 'fault', seen: 'as expected' | 'open' | 'not run', spec: string }} Case
 */

const nameOf = (titles) =>
  titles
    .filter(Boolean)
    .join(': ')
    .replaceAll(/@[\w-]+\s*/g, '')
    .trim()

const kindOf = (titles) => Object.keys(kinds).find((kind) => titles.join(' ').includes(kinds[kind].mark)) ?? null

const fileOf = (file, root) => (file.startsWith(root) ? relative(root, file) : file).split(sep).join('/')

/** @returns {Case[]} */
function ofVitest(report, root) {
  return report.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ ancestorTitles, title }) => kindOf([...ancestorTitles, title]))
      .map(({ ancestorTitles, title, status }) => ({
        name: nameOf([...ancestorTitles, title]),
        kind: kindOf([...ancestorTitles, title]),
        seen: status === 'passed' ? 'as expected' : status === 'failed' ? 'open' : 'not run',
        spec: fileOf(file, root)
      }))
  )
}

/** @returns {Case[]} files below `e2e/` */
function ofPlaywright({ suites }) {
  const refresh = ({ title, file, specs = [], suites: within = [] }, above) => {
    const titles = title === file ? above : [...above, title]
    const own = specs.map(({ title: last, ok, tests }) => ({
      titles: [...titles, last],
      seen: tests.every(({ status }) => status === 'skipped') ? 'not run' : ok ? 'as expected' : 'open',
      spec: `e2e/${file}`
    }))
    return [...own, ...within.flatMap((suite) => refresh(suite, titles))]
  }
  return suites
    .flatMap((suite) => refresh(suite, []))
    .filter(({ titles }) => kindOf(titles))
    .map(({ titles, seen, spec }) => ({ name: nameOf(titles), kind: kindOf(titles), seen, spec }))
}

/** @returns {Case[]} empty without a report */
export function attackCases(report, root) {
  if (!report) return []
  return report.suites ? ofPlaywright(report) : ofVitest(report, root)
}

const cell = (text, width) => (text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width))

/** @param {Case[]} cases @returns {string} one per line */
export function attackTable(cases) {
  const width = 100
  const line = (name, expected, seen, spec) => `${cell(name, width)}  ${cell(expected, 8)}  ${cell(seen, 8)}  ${spec}`
  const parts = Object.entries(kinds).map(([kind, { heading, expected }]) => {
    const words = { 'as expected': expected, open: 'OPEN', 'not run': 'not run' }
    const lines = cases
      .filter((one) => one.kind === kind)
      .map(({ name, seen, spec }) => line(name, expected, words[seen], spec))
    return [line(heading, 'EXPECTED', 'SEEN', 'SPEC'), ...lines].join('\n')
  })
  return parts.join('\n\n')
}
