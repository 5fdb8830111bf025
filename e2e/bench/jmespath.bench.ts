import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { JmespathEngine } from '../../src/main/jmespath/engine'
import { exampleTasks } from '../../src/main/jmespath/testing/example-tasks'
import { LabEngine } from '../../src/main/mappings/lab/engine'
import type { HeldSet } from '../../src/main/mappings/lab/sets'
import { evaluate } from '../../src/main/jmespath/evaluate'
import { readJson } from '../../src/main/jmespath/json/read'
import { root } from '../fixtures/app'
import { expect, test } from '../fixtures/test'
import { answerServer } from './answers'
import { inTurn, measured, report } from './report'

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

/** Unrelated data: a search that looks at all of it is slow. */
const padding = Array.from({ length: 2_700 }, (_, n) => ({
  id: n,
  kind: `k${n % 40}`,
  note: `${n} `.repeat(8),
  on: n % 2
}))
const padded = (record: unknown) => Buffer.from(JSON.stringify({ ...(record as object), history: padding }))

test('Mapping by example over records of 200 kB', async () => {
  const engine = new LabEngine(pathToFileURL(join(root, 'out/main/lab.js')))
  const { signal } = new AbortController()
  const tasks = exampleTasks.filter(({ rows }) =>
    rows.every(([record]) => typeof record === 'object' && !Array.isArray(record))
  )
  const place = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'default' as const }
  for (const many of [null, 200]) {
    const times: number[] = []
    for (const [at, { rows, typed, field }] of tasks.entries()) {
      if (many && at % 10 > 0) continue
      const own = rows.map(([record]) => padded(record))
      const records = many ? Array.from({ length: many }, (_, n) => own[n % own.length] ?? padded({})) : own
      expect(Math.min(...records.map(({ length }) => length))).toBeGreaterThan(200_000)
      const id = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
      const of = {
        id,
        source: 'paste',
        name: '',
        of: null,
        readAt: 0,
        records: records.length,
        bytes: 0,
        itemsOf: null,
        notices: []
      }
      const held: HeldSet = { set: of as unknown as HeldSet['set'], place, records, path: null }
      const examples = rows.slice(0, typed).map(([, wanted], index) => ({ index, wanted: JSON.stringify(wanted) }))
      // The first question brings the records to the thread.
      await engine.byExample(held, { field, examples: [{ index: 0, wanted: null }] }, signal)
      const began = performance.now()
      expect((await engine.byExample(held, { field, examples }, signal)).proposals.length).toBeGreaterThan(0)
      times.push(performance.now() - began)
    }
    const name = `Mapping by example, ${many ?? 'a few'} records of 200 kB, ${times.length} tasks`
    report({ name, unit: 'ms', ours: measured(times), target: { ours: 2_000 } })
  }
  await engine.stop()
})
