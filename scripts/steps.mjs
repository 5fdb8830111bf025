// The steps of `npm test`, some side by side.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tally } from './tally.mjs'

/**
 * `start` returns an exit code. `report`: a Vitest or Playwright report. `needs`: a step without which this one is left
 * out.
 * @typedef {{ name: string, start: (to: { output?: number }) => Promise<number>, report?: string, needs?: string }}
 *   Step
 * @typedef {{ name: string, seconds: string, passed: number, failed: number, failures: string[] }} Result
 */

/**
 * Where others run beside it, the output of a step goes to a file, and is printed if the step fails.
 * @param {Step[][]} lanes
 * @param {{ logs: string, earlier?: Result[], beside?: boolean }} options `beside`: other lanes than these
 * @returns {Promise<Result[]>}
 */
export async function runLanes(lanes, { logs, earlier = [], beside = lanes.length > 1 }) {
  mkdirSync(logs, { recursive: true })
  const runStep = beside ? (step) => aside(step, join(logs, `${fileName(step)}.log`)) : shown
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
