import { expect, it } from 'vitest'
import { scripted, target, testClient, type Scripted } from '../testing/fakes'
import { integrationNames } from './integration-names'

const { signal } = new AbortController()
const ask = (answer: Scripted) => integrationNames(testClient(scripted([answer])), target, signal)

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
