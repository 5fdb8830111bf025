// Counts what the test steps report, so that one line can say how many passed and failed.
import { existsSync, readFileSync } from 'node:fs'

/** Passed and failed tests of a Vitest or Playwright JSON report. */
function numbersOf(report) {
  if (report.stats) return { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
  return { passed: report.numPassedTests, failed: report.numFailedTests }
}

function readReport(file) {
  try {
    return file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  } catch {
    return undefined // cut short by a crash
  }
}

/** What a step adds to the count; a step that fails without a failed test to show for it counts as one. */
export function tally(exitCode, reportFile) {
  const report = readReport(reportFile)
  const { passed, failed } = report ? numbersOf(report) : { passed: 0, failed: 0 }
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed }
}
