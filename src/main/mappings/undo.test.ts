import { afterEach, beforeEach, expect, it } from 'vitest'
import { place, signal, testMappings, type TestMappings } from './testing'

let test: TestMappings
beforeEach(async () => {
  test = await testMappings()
  await test.lookups.read(place, true, signal)
})
afterEach(() => test.close())

const gusto = { kind: 'integration' as const, slug: 'gusto' }

async function opened(name: string) {
  const { fields } = await test.mappings.fields.list(place, signal)
  const { id } = fields.find((one) => one.name === name) ?? expect.fail(`no field ${name}`)
  return { id, mappings: (await test.mappings.fields.read(place, id, signal)).mappings }
}

async function changed() {
  const { id, mappings } = await opened('cost_center')
  const before = mappings[0] ?? expect.fail('no mapping')
  const { entryId } = await test.mappings.mappings.change(place, id, before.id, 'x.y', signal)
  return { before, entryId }
}

/** The service's own object, which tests change as somebody else would. */
const atService = (id: string) =>
  test.service.mappings.find((one) => one.id === id) ?? expect.fail('The service does not have it.')
const undo = (entryId: number) => test.mappings.undo.act(place, entryId, null, signal)

it('a change is undone by saving what was before, after the same confirmation, and is in the ledger', async () => {
  const { before, entryId } = await changed()
  expect(await undo(entryId)).toMatchObject({ outcome: 'done', mapping: { expression: before.expression } })
  expect(atService(before.id).json_path).toBe(before.expression)
  expect(test.acts.at(-1)).toMatchObject({
    title: 'Undo the change of the mapping of cost_center for BambooHR?',
    facts: expect.arrayContaining([
      ['Expression', before.expression],
      ['Before', 'x.y']
    ])
  })
  const { entries } = await test.mappings.changeLog.list(place.workspaceId)
  expect(entries[0]).toMatchObject({ act: 'change-mapping', mapping: { expression: before.expression, before: 'x.y' } })
  // The undo can be undone.
  expect(await undo(entries[0]?.id ?? 0)).toMatchObject({ mapping: { expression: 'x.y' } })
})

it('a mapping that did not exist before is undone by deleting it', async () => {
  const { id } = await opened('second_manager')
  const { entryId, mapping } = await test.mappings.mappings.create(place, id, gusto, 'a.b', signal)
  expect(await undo(entryId)).toMatchObject({ outcome: 'done', mapping: null, stillListed: false })
  expect((await opened('second_manager')).mappings).toEqual([])
  expect(test.acts.at(-1)).toMatchObject({
    title: 'Undo the creation of the mapping of second_manager for Gusto?',
    danger: true
  })
  await expect(undo(entryId)).rejects.toMatchObject({
    code: 'outdated',
    message: expect.stringContaining('no longer exists')
  })
  expect(test.service.mappings.some((one) => one.id === mapping?.id)).toBe(false)
})

it('what somebody else changed since is not undone', async () => {
  const { before, entryId } = await changed()
  atService(before.id).json_path = 'somebody.else'
  const asked = test.acts.length
  await expect(undo(entryId)).rejects.toMatchObject({
    code: 'outdated',
    message: 'Something else has been saved since: somebody.else Nothing was sent.'
  })
  expect(test.acts).toHaveLength(asked)
  expect(atService(before.id).json_path).toBe('somebody.else')
})

it('nor what somebody changes while the confirmation waits; the same holds for a change', async () => {
  const { before, entryId } = await changed()
  const { id } = await opened('cost_center')
  let turn = 0
  Object.defineProperty(test.person, 'agrees', {
    get: () => {
      atService(before.id).json_path = `somebody.else${++turn}`
      return true
    }
  })
  const writes = test.writes().length
  await expect(undo(entryId)).rejects.toMatchObject({ code: 'outdated' })
  const change = test.mappings.mappings.change(place, id, before.id, 'mine', signal)
  await expect(change).rejects.toMatchObject({ code: 'outdated' })
  expect(test.writes()).toHaveLength(writes)
})

it('what is as it was before already is not sent again', async () => {
  const { before, entryId } = await changed()
  atService(before.id).json_path = before.expression
  await expect(undo(entryId)).rejects.toMatchObject({ code: 'outdated', message: expect.stringContaining('already') })
})

it('is declined with the confirmation, and refused for an act that saved no mapping', async () => {
  const { before, entryId } = await changed()
  test.person.agrees = false
  await expect(undo(entryId)).rejects.toMatchObject({ code: 'cancelled' })
  expect(atService(before.id).json_path).toBe('x.y')
  await expect(undo(9_999)).rejects.toMatchObject({ code: 'not-found' })
  test.person.agrees = true
  const { id, mappings } = await opened('cost_center')
  const gone = await test.mappings.mappings.delete(place, id, mappings[1]?.id ?? '', signal)
  await expect(undo(gone.entryId)).rejects.toMatchObject({ code: 'invalid-input' })
})

it('says why the field could not be read, instead of taking its mapping for gone', async () => {
  const { before, entryId } = await changed()
  test.service.set({ faults: [{ name: 'status', status: 403, path: `/custom-fields/${before.fieldId}` }] })
  await expect(undo(entryId)).rejects.toMatchObject({ code: 'forbidden' })
})

it('a new mapping is not saved over what somebody else saved in its scope since', async () => {
  const { id } = await opened('second_manager')
  const theirs = { custom_field_id: id, integration_slug: 'gusto', connector_token: null, json_path: 'somebody.else' }
  const create = () => test.mappings.mappings.create(place, id, gusto, 'a.b', signal)
  Object.defineProperty(test.person, 'agrees', {
    get: () => {
      Object.assign(test.service.mappings.at(-1) ?? expect.fail('no mapping'), theirs)
      return true
    }
  })
  const writes = test.writes().length
  const outdated = { code: 'outdated', message: 'Something else has been saved since: somebody.else Nothing was sent.' }
  await expect(create()).rejects.toMatchObject(outdated)
  const asked = test.acts.length
  await expect(create()).rejects.toMatchObject(outdated)
  expect(test.acts).toHaveLength(asked)
  expect(test.writes()).toHaveLength(writes)
})

function meanwhile(happens: () => void) {
  Object.defineProperty(test.person, 'agrees', {
    get() {
      happens()
      return true
    }
  })
}
const deletes = () => test.service.requests.filter(({ method }) => method === 'DELETE')

it('@attack a mapping that was changed while its deletion was confirmed is not deleted', async () => {
  const { id, mappings } = await opened('cost_center')
  const [mapping] = mappings
  if (!mapping) return expect.fail('no mapping')
  meanwhile(() => (atService(mapping.id).json_path = 'somebody.else'))
  await expect(test.mappings.mappings.delete(place, id, mapping.id, signal)).rejects.toMatchObject({ code: 'outdated' })
  expect(deletes()).toEqual([])
})

it('@attack a field whose mappings changed while its deletion was confirmed is not deleted', async () => {
  const { id, mappings } = await opened('cost_center')
  meanwhile(() => (atService(mappings[0]?.id ?? '').json_path = 'somebody.else'))
  await expect(test.mappings.fields.delete(place, id, signal)).rejects.toMatchObject({ code: 'outdated' })
  expect(deletes()).toEqual([])
})
