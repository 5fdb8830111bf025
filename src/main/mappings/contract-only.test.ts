import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { place, signal, testMappings, type TestMappings } from './testing'

const optional = [
  ...['listFields', 'createField', 'readField', 'changeField', 'listMappings'],
  ...['changeMapping', 'configuration', 'rawData', 'preview']
]
const fieldId = '00000000-0000-4000-8000-000000000abc'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Every route outside docs/contract.md answers 404 with a router's words. */
async function contractOnly(words: string): Promise<TestMappings> {
  const test = await testMappings({ operations: Object.fromEntries(optional.map((name) => [name, false])) })
  const { url } = test.service
  const front = createServer((request, response) => {
    void (async () => {
      const body: Buffer[] = []
      for await (const chunk of request) body.push(chunk as Buffer)
      const headers = { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' }
      const method = request.method ?? 'GET'
      const answer = await fetch(url + (request.url ?? ''), {
        ...{ method, headers },
        ...(body.length > 0 && { body: Buffer.concat(body) })
      })
      const text = await answer.text()
      if (answer.status === 405) response.writeHead(404).end(words)
      else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
    })()
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  Object.assign(test.service, { url: `http://127.0.0.1:${(front.address() as AddressInfo).port}` })
  closing.push(
    () => test.close(),
    () => void front.close()
  )
  return test
}

describe.each([
  ['JSON of a framework', '{"detail":"Not Found"}'],
  ['a page', '<h1>Cannot GET</h1>'],
  ['nothing', '']
])('a service with the contract alone whose 404 holds %s', (_, words) => {
  it('shows a saved mapping, deletes it, and deletes the field', async () => {
    const test = await contractOnly(words)
    const { fields, mappings, undo } = test.mappings
    const [field] = test.service.fields
    const id = field?.id ?? fieldId
    await fields.remember(place, id, 'cost_center')
    const scope = { kind: 'integration' as const, slug: 'workday' }
    const made = await mappings.create(place, id, scope, 'a.b', signal)
    expect(made).toMatchObject({ outcome: 'done' })
    const notListed = expect.stringContaining('does not list this mapping')
    expect(test.acts.at(-1)?.warnings).not.toContainEqual(notListed)
    const read = await fields.read(place, id, signal)
    expect(read).toMatchObject({ complete: false, field: { id } })
    expect(read.mappings).toMatchObject([{ id: made.mapping?.id, expression: 'a.b', scope }])
    expect(await mappings.delete(place, id, made.mapping?.id ?? '', signal)).toMatchObject({ outcome: 'done' })
    expect(test.acts.at(-1)?.warnings).toContainEqual(notListed)
    // The change log alone tells what was saved and what an undo restores.
    const { entryId } = await mappings.create(place, id, { kind: 'integration', slug: 'gusto' }, 'c.d', signal)
    expect(await undo.act(place, entryId, null, signal)).toMatchObject({ outcome: 'done' })
    expect(test.acts.at(-1)).toMatchObject({
      title: 'Undo the creation of the mapping of cost_center for Gusto?',
      warnings: expect.arrayContaining([notListed])
    })
    expect(await fields.delete(place, id, signal)).toMatchObject({ outcome: 'done', verified: false })
    const deletes = test.service.requests.filter(({ method }) => method === 'DELETE').map(({ status }) => status)
    expect(deletes.length).toBe(3)
  })
})
