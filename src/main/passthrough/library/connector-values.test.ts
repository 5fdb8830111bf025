import { afterEach, beforeEach, expect, it } from 'vitest'
import { variablesForWith } from '../variables-for'
import { otherWorkspace, testLibrary, workspaceId, type TestLibrary } from './testing'

let test: TestLibrary
beforeEach(async () => {
  test = testLibrary()
  await test.open()
})
afterEach(() => test.remove())

const acme = { workspaceId, region: 'default' as const, key: 'HRIS:c1' }
const id = { name: 'employee_id', value: 'of-ada-17' }
const values = () => test.library.values

it('a value is found by its connector only, and only encrypted on the disk', async () => {
  await values().keep(acme, id)
  await test.restart()
  expect(await values().list(acme)).toEqual([id])
  for (const other of [
    { ...acme, key: 'HRIS:c2' },
    { ...acme, key: 'ATS:c1' },
    { ...acme, region: 'eu' as const },
    { ...acme, workspaceId: otherWorkspace }
  ])
    expect(await values().list(other)).toEqual([])
  expect(test.onDisk()).not.toContain('of-ada')
})

it('@attack a row that is moved to another connector cannot be read there', async () => {
  await values().keep(acme, id)
  const [row] = test.desk.connectorValues(acme)
  test.desk.putConnectorValue({ ...acme, key: 'HRIS:c2', ...(row as NonNullable<typeof row>) })
  expect(await values().list({ ...acme, key: 'HRIS:c2' })).toEqual([])
})

it('a value is replaced, deleted, and goes with its workspace', async () => {
  await values().keep(acme, id)
  await values().keep(acme, { ...id, value: '18' })
  await values().keep({ ...acme, key: 'HRIS:c2' }, id)
  expect(await values().list(acme)).toEqual([{ ...id, value: '18' }])
  await values().forget(acme, id.name)
  expect(await values().list(acme)).toEqual([])
  await test.library.removeWorkspace(workspaceId)
  expect(test.desk.valueOwners()).toEqual([])
})

it('all values of a connector go when it is deleted, and none of another', async () => {
  await values().keep(acme, id)
  await values().keep(acme, { name: 'team', value: '4' })
  await values().keep({ ...acme, key: 'HRIS:c2' }, id)
  await values().forgetAll(acme)
  expect(test.desk.valueOwners()).toEqual([{ ...acme, key: 'HRIS:c2' }])
})

it('all are listed without their values, also of connectors that are gone, and deleted at once', async () => {
  const about = { endUser: 'Acme', from: 'GET /employees/17?key=s3cret-token' }
  test.secrets.add('s3cret-token')
  await values().keep({ ...acme, key: 'HRIS:c2' }, id, { endUser: 'Zenith', from: 'GET /x' })
  await values().keep(acme, id, about)
  await values().keep({ ...acme, workspaceId: otherWorkspace }, id)
  await test.restart()
  const all = await values().all(workspaceId, async ({ key }) => key === 'HRIS:c2')
  const { now } = test.clock
  expect(all).toEqual([
    {
      ...{ region: 'default', key: 'HRIS:c1', name: 'employee_id', endUser: 'Acme' },
      ...{ from: 'GET /employees/17?key=[token]', at: now(), isGone: false }
    },
    {
      ...{ region: 'default', key: 'HRIS:c2', name: 'employee_id', endUser: 'Zenith' },
      ...{ from: 'GET /x', at: now(), isGone: true }
    }
  ])
  expect(JSON.stringify(all)).not.toContain('of-ada')
  expect(test.onDisk()).not.toMatch(/Zenith/)
  await values().forgetWorkspace(workspaceId)
  expect(await values().all(workspaceId, async () => false)).toEqual([])
  expect(await values().list({ ...acme, workspaceId: otherWorkspace })).toEqual([id])
})

it('a value of the version before is listed, and found', async () => {
  await values().keep(acme, id)
  const shelf = test.library['shelves' as never] as { kept: { encrypt(place: string, value: unknown): Uint8Array } }
  const place = `value ${JSON.stringify([workspaceId, 'default', 'HRIS:c1', 'old'])}`
  test.desk.putConnectorValue({ ...acme, name: 'old', encrypted: shelf.kept.encrypt(place, '17') })
  expect(await values().list(acme)).toContainEqual({ name: 'old', value: '17' })
  expect(await values().all(workspaceId, async () => false)).toContainEqual({
    ...{ region: 'default', key: 'HRIS:c1', name: 'old', endUser: '', from: '', at: null, isGone: false }
  })
})

it.each([
  ['name', { name: '1st', value: 'x' }],
  ['name', { name: 'origin_id', value: 'x' }],
  ['value', { name: 'a', value: '' }],
  ['value', { name: 'a', value: 'x'.repeat(20_001) }],
  ['value', { name: 'a', value: 'has a s3cret-token' }],
  ['value', { name: 'a', value: 'Bearer abcdefgh12345' }]
])('refuses at %s: %o', async (field, value) => {
  test.secrets.add('s3cret-token')
  await expect(values().keep(acme, value)).rejects.toMatchObject({
    code: 'invalid-input',
    info: { fields: { [field]: expect.any(String) } }
  })
  expect(await values().list(acme)).toEqual([])
})

it('refuses a 201st value, and not another for a name that is there', async () => {
  for (let at = 0; at < 200; at++) await values().keep(acme, { name: `v${at}`, value: '1' })
  await expect(values().keep(acme, id)).rejects.toMatchObject({ info: { fields: { name: expect.any(String) } } })
  await values().keep(acme, { name: 'v7', value: '2' })
})

it('kept without a keychain, it lives in memory and is encrypted when the keychain opens', async () => {
  test.remove()
  test = testLibrary()
  test.keychain.state = 'locked'
  await test.open()
  await values().keep(acme, id)
  expect(test.desk.valueOwners()).toEqual([])
  test.keychain.state = 'unlocked'
  await test.keychainAnswers()
  expect(test.desk.valueOwners()).toEqual([acme])
  expect(await values().list(acme)).toEqual([id])
})

it('a value of a name in memory and on the disk is listed once', async () => {
  await values().keep(acme, id)
  type Kept = { encrypt(place: string, value: unknown): Uint8Array; store: typeof test.desk }
  const { memory } = test.library['shelves' as never] as { memory(): Promise<Kept> }
  const other = await memory.call(test.library['shelves' as never])
  const place = `value ${JSON.stringify([workspaceId, 'default', 'HRIS:c1', id.name])}`
  const put = (encrypted: Uint8Array) => other.store.putConnectorValue({ ...acme, name: id.name, encrypted })
  put(new Uint8Array(40))
  expect(await values().list(acme)).toEqual([id])
  expect(await values().all(workspaceId, async () => false)).toMatchObject([{ name: id.name, at: test.clock.now() }])
  put(other.encrypt(place, '18'))
  expect(await values().list(acme)).toEqual([{ ...id, value: '18' }])
})

it('no variable of a workspace may have the name of a connector’s own', async () => {
  const set = test.library.variables.set(workspaceId, [{ name: 'connector_id', value: '7' }])
  await expect(set).rejects.toMatchObject({ info: { fields: { 'variables.0.name': expect.any(String) } } })
})

it('a request gets the workspace’s variables, then the connector’s, then the ids that this computer has listed', async () => {
  const { library } = test
  await library.variables.set(workspaceId, [
    { name: 'employee_id', value: 'of-all' },
    { name: 'page', value: '2' }
  ])
  await library.values.keep(acme, id)
  const record = { id: 'c1', origin_id: 'listed' } as never
  const variablesFor = variablesForWith(library, { lastRecord: async ({ key }) => (key === 'HRIS:c1' ? record : null) })
  const of = async (key: string, originId: string | null) =>
    Object.fromEntries(
      (await variablesFor(workspaceId, 'default', { key, originId })).map((one) => [one.name, one.value])
    )
  expect(await of('HRIS:c1', 'claimed')).toEqual({
    ...{ employee_id: 'of-ada-17', page: '2' },
    ...{ origin_id: 'listed', connector_id: 'c1' }
  })
  expect(await of('HRIS:c2', null)).toEqual({ employee_id: 'of-all', page: '2', connector_id: 'c2' })
})
