import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { catalogue } from '../../../shared/data/catalogue'
import { readableById } from '../../../shared/data/references'
import type { Category } from '../../../shared/connectors/category'
import { AppError } from '../../../shared/errors'
import { place } from '../testing'
import { testRecords, type TestRecords } from './testing'

const { signal } = new AbortController()
const employees = '/api/hris/v1/employees'
const nobody = '00000000-0000-4000-8000-000000000000'

let test: TestRecords
beforeEach(async () => {
  test = await testRecords()
})
afterEach(() => test.remove())

const open = (path: string, id: string, connectorKey: string | null) =>
  test.records.open({ place, connectorKey, path, id }, signal)
const bodyOf = async (responseId: string) =>
  JSON.parse((await test.responses.get(responseId)).body.toString()) as unknown

describe('each collection with reading by id', () => {
  const readable = catalogue.filter(({ path }) => readableById(path)).map((one) => [one.path, one] as const)
  it.each(readable)('%s: opens one of its records', async (path, { category, needsConnector }) => {
    const key = needsConnector ? test.keyOf(category as Category) : null
    const [record] = await test.list(path, key)
    const { responseId } = await open(path, String(record?.['id']), key)
    expect(await bodyOf(responseId)).toMatchObject({ id: record?.['id'] })
    expect(test.service.requests.at(-1)?.path).toBe(`${path}/${String(record?.['id'])}`)
  })
})

describe('what cannot be read', () => {
  const fails = (path: string, id: string, key: string | null = test.keyOf('HRIS')) =>
    open(path, id, key).then(
      () => expect.fail('it was read'),
      (error: unknown) => error as AppError
    )

  it('is an id the connector does not have', async () => {
    const error = await fails(employees, nobody)
    expect(error.toShape()).toMatchObject({ code: 'no-record', status: 404, detail: 'Record not found' })
    expect(error.message).toContain('no employee with this id')
  })

  it('is an id that the service does not take for one', async () => {
    const error = await fails(employees, 'seven / ten?')
    expect(error.toShape()).toMatchObject({ code: 'no-record', status: 422 })
    expect(error.message).toContain('as the ID of an employee')
    expect(test.service.requests.at(-1)?.path).toBe(`${employees}/seven%20%2F%20ten%3F`)
  })

  it('is a model of another category: the words say which the token is of', async () => {
    const error = await fails('/api/ats/v1/candidates', nobody)
    expect(error.toShape()).toMatchObject({ code: 'forbidden', status: 403 })
    expect(error.message).toBe("The connector's token belongs to HRIS, and this collection to ATS.")
  })

  it.each([
    ['/api/hris/v1/connectors', 'unsupported', 'Connectors cannot be read by ID.'],
    ['/api/v1/webhooks/logs', 'unsupported', 'A delivery is opened in Webhooks.'],
    ['/api/own/v1/things', 'unsupported', 'The app does not know this collection.']
  ])('is %s: nothing is sent', async (path, code, message) => {
    expect(await fails(path, nobody)).toMatchObject({ code, message })
    expect(test.service.requests).toHaveLength(0)
  })

  it.each(['..', ' ', '.'])('is the id “%s”: nothing is sent', async (id) => {
    expect(await fails(employees, id)).toMatchObject({ code: 'invalid-input' })
    expect(test.service.requests).toHaveLength(0)
  })

  it('is a record of a connector nobody named', async () => {
    expect(await fails(employees, nobody, null)).toMatchObject({
      code: 'invalid-input',
      message: 'No connector is known for this id, and an employee is of one.'
    })
  })

  it('is anything in a region without a token', async () => {
    test.workspaces.target = () => Promise.reject(new AppError('no-token', 'There is no token for this region.'))
    expect(await fails(employees, nobody)).toMatchObject({ code: 'no-token' })
    expect(test.service.requests).toHaveLength(0)
  })
})

it('shows no connector token that the service repeats in a record', async () => {
  const key = test.keyOf('HRIS')
  const [record] = await test.list(employees, key)
  const id = String(record?.['id'])
  const token = test.service.connectors.find((one) => `HRIS:${one.id}` === key)?.connector_token ?? ''
  test.service.set({
    faults: [{ name: 'status', path: id, status: 200, body: { id, note: `by ${token}`, big: 1 } }]
  })
  const { responseId } = await open(employees, id, key)
  expect(await bodyOf(responseId)).toEqual({ id, note: 'by [token]', big: 1 })
})
