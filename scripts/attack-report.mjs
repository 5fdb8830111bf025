// Reads the @attack cases out of the reports of Vitest and Playwright.
import { relative, sep } from 'node:path'

const mark = '@attack'

/**
 * One case of the table.
 * @typedef {{ name: string, seen: 'stopped' | 'open' | 'not run', spec: string }} Case
 */

const nameOf = (titles) =>
  titles
    .filter(Boolean)
    .join(': ')
    .replaceAll(/@[\w-]+\s*/g, '')
    .trim()

const fileOf = (file, root) => (file.startsWith(root) ? relative(root, file) : file).split(sep).join('/')

/** @returns {Case[]} of a Vitest JSON report */
function ofVitest(report, root) {
  return report.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ ancestorTitles, title }) => [...ancestorTitles, title].some((text) => text.includes(mark)))
      .map(({ ancestorTitles, title, status }) => ({
        name: nameOf([...ancestorTitles, title]),
        seen: status === 'passed' ? 'stopped' : status === 'failed' ? 'open' : 'not run',
        spec: fileOf(file, root)
      }))
  )
}

/** @returns {Case[]} of a Playwright JSON report; `e2e/` is where its files are */
function ofPlaywright({ suites }) {
  const walk = ({ title, file, specs = [], suites: within = [] }, above) => {
    const titles = title === file ? above : [...above, title]
    const own = specs.map(({ title: last, ok, tests }) => ({
      titles: [...titles, last],
      seen: tests.every(({ status }) => status === 'skipped') ? 'not run' : ok ? 'stopped' : 'open',
      spec: `e2e/${file}`
    }))
    return [...own, ...within.flatMap((suite) => walk(suite, titles))]
  }
  return suites
    .flatMap((suite) => walk(suite, []))
    .filter(({ titles }) => titles.some((text) => text.includes(mark)))
    .map(({ titles, seen, spec }) => ({ name: nameOf(titles), seen, spec }))
}

/** @returns {Case[]} of either; a report that is missing has none */
export function attackCases(report, root) {
  if (!report) return []
  return report.suites ? ofPlaywright(report) : ofVitest(report, root)
}

const cell = (text, width) => (text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width))

/** @param {Case[]} cases @returns {string} case, expected, seen and spec, one line each */
export function attackTable(cases) {
  const width = 100
  const line = (name, expected, seen, spec) => `${cell(name, width)}  ${cell(expected, 8)}  ${cell(seen, 8)}  ${spec}`
  const lines = cases.map(({ name, seen, spec }) => line(name, 'stopped', seen === 'open' ? 'OPEN' : seen, spec))
  return [line('CASE', 'EXPECTED', 'SEEN', 'SPEC'), ...lines].join('\n')
}
