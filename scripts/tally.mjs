import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const ERROR_LINES = 6

function failure(test, messages) {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n')
  const said = lines.filter((line) => line.trim()).slice(0, ERROR_LINES)
  return [test, ...said.map((line) => `  ${line.trim()}`)].join('\n')
}

const at = (file) => relative(process.cwd(), file)

function vitestFailures({ testResults = [] }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    // A file that could not be loaded has an error and no tests.
    if (failed.length === 0) return message ? [failure(`${at(name)} › the file itself`, [message])] : []
    return failed.map(({ fullName, failureMessages }) => failure(`${at(name)} › ${fullName}`, failureMessages))
  })
}

const specsOf = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsOf)]

function playwrightFailures({ config, suites = [], errors = [] }) {
  const failed = specsOf({ suites }).filter(({ ok }) => !ok)
  const messages = ({ tests }) => tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors)).map(message)
  return [
    ...failed.map((spec) => failure(`${at(join(config.rootDir, spec.file))} › ${spec.title}`, messages(spec))),
    ...errors.map((error) => failure('outside all tests', [message(error)]))
  ]
}

const message = ({ message }) => message ?? ''

function read(report) {
  return report.stats
    ? {
        passed: report.stats.expected + report.stats.flaky,
        failed: report.stats.unexpected,
        failures: playwrightFailures(report)
      }
    : { passed: report.numPassedTests, failed: report.numFailedTests, failures: vitestFailures(report) }
}

const vitestTimes = ({ testResults = [] }) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({ name: `${at(name)} › ${fullName}`, ms: duration ?? 0 }))
  )

const playwrightTimes = ({ config, suites = [] }) =>
  specsOf({ suites }).map(({ file, title, tests }) => ({
    name: `${at(join(config.rootDir, file))} › ${title}`,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + (duration ?? 0), 0)
  }))

function readReport(file, readAs) {
  try {
    return file && existsSync(file) ? readAs(JSON.parse(readFileSync(file, 'utf8'))) : undefined
  } catch {
    return undefined // cut off by a crash
  }
}

/**
 * A step that fails without a failed test counts as one.
 * @returns {{ passed: number, failed: number, failures: string[] }}
 */
export function tally(exitCode, reportFile) {
  const { passed, failed, failures } = readReport(reportFile, read) ?? { passed: 0, failed: 0, failures: [] }
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed, failures }
}

/**
 * Tests run side by side, so the times exceed the whole.
 * @param {(string | undefined)[]} reportFiles
 * @returns {{ name: string, ms: number }[]}
 */
export function slowest(reportFiles, count = 20) {
  const times = (report) => (report.stats ? playwrightTimes(report) : vitestTimes(report))
  return reportFiles
    .flatMap((file) => readReport(file, times) ?? [])
    .sort((a, b) => b.ms - a.ms)
    .slice(0, count)
}
