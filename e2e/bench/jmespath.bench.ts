import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { JmespathEngine } from '../../src/main/jmespath/engine'
import { evaluate } from '../../src/main/jmespath/evaluate'
import { readJson } from '../../src/main/jmespath/json/read'
import { root } from '../fixtures/app'
import { expect, test } from '../fixtures/test'
import { answerServer } from './answers'
import { inTurn, report } from './report'

const expressions = ['items[].work_email', 'items[?custom_fields.badge > `100`].{id: id, name: first_name}', '@']
/** ms: no limit ends a measurement. */
const patienceMs = 20_000

test('JMESPath over 8 MB beside the engine alone', async ({ folder }) => {
  const { close } = await answerServer(folder)
  const bytes = readFileSync(join(folder, '8.json'))
  const limits = { evaluateMs: patienceMs, killMs: patienceMs, loadMs: patienceMs, heapMb: 512 }
  const engine = new JmespathEngine(pathToFileURL(join(root, 'out/main/jmespath.js')), limits)
  const { signal } = new AbortController()
  const timed = async (work: () => unknown) => {
    const began = performance.now()
    expect(await work()).toHaveProperty('json')
    return performance.now() - began
  }
  for (const expression of expressions) {
    let data = bytes
    let loaded = readJson(bytes.toString())
    const measured = await inTurn({
      // New bytes are not cached.
      ours: () => ((data = Buffer.from(bytes)), timed(() => engine.evaluate(data, expression, signal))),
      alone: () => timed(() => evaluate((loaded = readJson(bytes.toString())), expression, patienceMs)),
      oursAgain: () => timed(() => engine.evaluate(data, expression, signal)),
      aloneAgain: () => timed(() => evaluate(loaded, expression, patienceMs))
    })
    const { ours, alone, oursAgain, aloneAgain } = measured
    const peer = (value: typeof alone) => ({ name: 'engine alone', value })
    const name = `JMESPath over 8 MB, ${expression}`
    report({ name, unit: 'ms', ours, peer: peer(alone), target: { ratio: 1.3 } })
    report({ name: `${name}, of data that is loaded`, unit: 'ms', ours: oursAgain, peer: peer(aloneAgain) })
  }
  await engine.stop()
  close()
})
