import { expect, it } from 'vitest'
import { scripted, target, testClient, type Scripted } from '../testing/fakes'
import { IntegrationNames } from './integration-names'

const { signal } = new AbortController()
const ask = (answer: Scripted) => new IntegrationNames(testClient(scripted([answer]))).read(target, signal)

it('reads display names by slug, whatever else is there', async () => {
  const integrations = [{ slug: 'bamboohr', display_name: 'BambooHR', categories: ['HRIS'], extra: 1 }]
  expect(await ask({ json: { integrations } })).toEqual({ bamboohr: 'BambooHR' })
})

it.each<[string, Scripted]>([
  ['refuses', { status: 403, json: { detail: 'No' } }],
  ['answers with something else', { json: { integrations: [{ slug: 7 }] } }],
  ['answers with a page', { body: Buffer.from('<html>') }],
  ['has no such lookup', { status: 404 }]
])('does without names where the service %s', async (_, answer) => {
  expect(await ask(answer)).toEqual({})
})

it('remembers what the latest walk of a place read', async () => {
  const integrations = [{ slug: 'hibob', display_name: 'HiBob' }]
  const names = new IntegrationNames(testClient(scripted([{ json: { integrations } }, { status: 404 }])))
  expect(names.of(target, 'hibob')).toBeUndefined()
  await names.read(target, signal)
  await names.read(target, signal)
  expect(names.of(target, 'hibob')).toBe('HiBob')
  expect(names.of({ ...target, region: 'eu' }, 'hibob')).toBeUndefined()
})
