// Runs the steps of `npm test`: each to its end, some side by side, and counts what they report.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tally } from './tally.mjs'

/**
 * One step. `start` answers an exit code; what it prints goes to `output`, a file descriptor, or where there is none to
 * our own stdout and stderr. `report` is the file of its Vitest or Playwright report. `needs` names a step without
 * which this one is left out.
 * @typedef {{ name: string, start: (to: { output?: number }) => Promise<number>, report?: string, needs?: string }} Step
 * @typedef {{ name: string, seconds: string, passed: number, failed: number, failures: string[] }} Result
 */

/**
 * Runs lanes of steps side by side, and the steps of a lane one after the other. With several lanes the output of a step
 * is kept in a file, and printed whole if the step fails; with one it is shown as it comes.
 * @param {Step[][]} lanes
 * @param {{ logs: string, earlier?: Result[] }} options `logs`: a folder for the output of steps; `earlier`: what ran before
 * @returns {Promise<Result[]>}
 */
export async function runLanes(lanes, { logs, earlier = [] }) {
  mkdirSync(logs, { recursive: true })
  const runStep = lanes.length > 1 ? (step) => aside(step, join(logs, `${fileName(step)}.log`)) : shown
  const results = await Promise.all(lanes.map((lane) => inTurn(lane, earlier, runStep)))
  return results.flat()
}

async function inTurn(lane, earlier, runStep) {
  const results = []
  for (const step of lane) {
    if ([...earlier, ...results].some(({ name, failed }) => name === step.needs && failed > 0)) {
      console.log(`\n=== ${step.name}: left out, as the ${step.needs} failed`)
      continue
    }
    results.push(await runStep(step))
  }
  return results
}

async function shown(step) {
  console.log(`\n=== ${step.name}`)
  return ended(step, await counted(step, {}))
}

async function aside(step, log) {
  console.log(`=== ${step.name}: started`)
  const output = openSync(log, 'w')
  const result = await counted(step, { output }).finally(() => closeSync(output))
  if (result.failed > 0) {
    console.log(`\n=== ${step.name}`)
    process.stdout.write(readFileSync(log))
  }
  return ended(step, result)
}

/** @returns {Promise<Result>} */
async function counted({ name, start, report }, to) {
  if (report) rmSync(report, { force: true })
  const began = Date.now()
  const counts = tally(await start(to), report)
  return { name, seconds: ((Date.now() - began) / 1000).toFixed(1), ...counts }
}

function ended({ name }, result) {
  console.log(`=== ${name}: ${result.failed === 0 ? 'ok' : 'FAILED'} in ${result.seconds} s`)
  return result
}

const fileName = ({ name }) => name.replaceAll(' ', '-')
