import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { PassthroughDraft } from '../../../shared/passthrough/passthrough'
import type { SentEntry } from '../../../shared/passthrough/library'
import type { WriteSchema } from '../../../shared/passthrough/send'
import { open } from '../testing/open'
import { draft, passthroughClient, result, uuid } from '../testing/passthrough'

const timeOff = '/api/hris/v1/time-off'
const unified = (change: Partial<PassthroughDraft> = {}) =>
  draft({ route: 'unified', method: 'POST', path: timeOff, ...change })
const schema = {
  type: 'object',
  required: ['name', 'kind'],
  properties: {
    name: { type: 'string', title: 'Name', description: 'As in the contract' },
    kind: { enum: ['SICK', 'VACATION'] },
    note: { type: ['string', 'null'] },
    hours: { type: 'number' },
    half: { type: 'boolean' },
    extra: {},
    home: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
    tags: { type: 'array', items: { type: 'string' } },
    days: { type: 'array', items: { type: 'object', properties: { date: { type: 'string', format: 'date' } } } }
  }
}

const send = page.getByRole('button', { name: 'Send', exact: true })
const form = page.getByRole('group', { name: 'Fields of the new record' })
const field = (name: string) => form.getByRole('textbox', { name })
const response = page.getByRole('region', { name: 'Response' })
const create = page.getByRole('combobox', { name: 'Create' })

async function shown(answer: WriteSchema | (() => WriteSchema) = { schema, reason: '' }, tab = unified()) {
  const client = passthroughClient(tab)
  client.answer('passthrough:writeSchema', () => (typeof answer === 'function' ? answer() : answer))
  await open(client, '#/passthrough')
  await expect.element(send).toBeVisible()
  const body = () => {
    const kept = client.asked('passthrough:send').at(-1)?.draft.body
    return kept?.kind === 'json' ? (JSON.parse(kept.text) as unknown) : null
  }
  return { client, body }
}

test('the form writes the body: texts, choices, numbers, truths, null, objects, lists', async () => {
  const { client, body } = await shown()
  expect(client.asked('passthrough:writeSchema')).toMatchObject([{ path: timeOff, connector: { key: 'HRIS:one' } }])
  await field('Name').fill('Ada')
  await form.getByRole('combobox', { name: 'kind' }).selectOptions('VACATION')
  await field('hours').fill('7.50')
  await expect.element(field('hours')).toHaveValue('7.50')
  await form.getByRole('combobox', { name: 'half' }).selectOptions('true')
  await form.getByRole('button', { name: 'null' }).click()
  await form.getByRole('group', { name: 'home' }).getByRole('textbox', { name: 'city' }).fill('Bern')
  await form.getByRole('button', { name: 'Add to tags' }).click()
  await field('tags 1').fill('a')
  await form.getByRole('button', { name: 'Add to days' }).click()
  await form.getByRole('group', { name: 'days 1' }).getByRole('textbox', { name: 'date' }).fill('2026-03-01')
  await send.click()
  expect(body()).toEqual({
    ...{ name: 'Ada', kind: 'VACATION', hours: 7.5, half: true, note: null },
    ...{ home: { city: 'Bern' }, tags: ['a'], days: [{ date: '2026-03-01' }] }
  })
})

test('what is left empty is left out, and what is removed is gone', async () => {
  const text = '{"name":"Ada","kind":"SICK","note":"x","tags":["a","b"],"id":9007199254740993}'
  const { client } = await shown({ schema, reason: '' }, unified({ body: { kind: 'json', text } }))
  await field('note').fill('')
  await form.getByRole('button', { name: 'Remove tags 1' }).click()
  await expect.element(field('tags 1')).toHaveValue('b')
  await form.getByRole('button', { name: 'Remove tags 1' }).click()
  await send.click()
  const sent = client.asked('passthrough:send')[0]?.draft.body
  const kept = sent?.kind === 'json' ? sent.text.replace(/\s/g, '') : ''
  expect(kept).toBe('{"name":"Ada","kind":"SICK","id":9007199254740993}')
})

test('what the schema does not allow is not sent, and is said at its field', async () => {
  const { client } = await shown()
  await expect.element(field('Name')).not.toHaveAttribute('aria-invalid')
  await send.click()
  await expect.element(field('Name')).toHaveAccessibleDescription('This is required.')
  await field('Name').fill('Ada')
  await field('hours').fill('many')
  await expect.element(field('hours')).toHaveAccessibleDescription('This must be a number.')
  await expect.element(field('hours')).toHaveValue('many')
  await field('hours').fill('1e999')
  await expect.element(field('hours')).toHaveAccessibleDescription('This must be a number.')
  await send.click()
  expect(client.asked('passthrough:send')).toHaveLength(0)
})

test('a send before does not make an untouched form say what is missing', async () => {
  const { client } = await shown({ schema, reason: '' }, draft({ method: 'GET', path: '/employees' }))
  await send.click()
  await expect.poll(() => client.asked('passthrough:send')).toHaveLength(1)
  await page.getByRole('button', { name: 'Unified write' }).click()
  await create.selectOptions(timeOff)
  await expect.element(field('Name')).toBeVisible()
  await expect.element(field('Name')).not.toHaveAttribute('aria-invalid')
})

test('form and JSON show the same, and JSON that is not an object says so', async () => {
  await shown()
  await field('Name').fill('Ada')
  const views = page.getByRole('group', { name: 'Written as' })
  await views.getByRole('button', { name: 'JSON' }).click()
  const editor = page.getByRole('textbox', { name: 'JSON body' })
  await expect.element(editor).toHaveTextContent('"name": "Ada"')
  await editor.fill('["a"]')
  await expect.element(page.getByText('This must be an object.')).toBeVisible()
  await views.getByRole('button', { name: 'Form' }).click()
  await expect.element(page.getByText('It is not an object.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit as JSON' }).click()
  await editor.fill('{"name":"Grace"}')
  await views.getByRole('button', { name: 'Form' }).click()
  await expect.element(field('Name')).toHaveValue('Grace')
})

test('without a schema it says why, and asks again on request', async () => {
  let answers = 0
  await shown(() => {
    if (answers++ === 0) throw new AppError('timeout', 'No answer came.')
    return answers === 2 ? { schema: null, reason: 'No schema for personio' } : { schema, reason: '' }
  })
  const again = page.getByRole('button', { name: 'Reload schema' })
  await expect.element(page.getByText('The schema could not be loaded.')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'JSON body' })).toBeVisible()
  await again.click()
  await expect.element(page.getByText('No schema for personio. The request may still work.')).toBeVisible()
  await again.click()
  await expect.element(field('Name')).toBeVisible()
})

test('the route is chosen per request, and what was typed for the other one is there again', async () => {
  await shown({ schema, reason: '' }, draft({ path: '/people' }))
  const routes = page.getByRole('group', { name: 'Route' })
  await routes.getByRole('button', { name: 'Unified write' }).click()
  await create.selectOptions(timeOff)
  await field('Name').fill('Ada')
  await routes.getByRole('button', { name: 'Passthrough' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Path' })).toHaveValue('/people')
  await routes.getByRole('button', { name: 'Unified write' }).click()
  await expect.element(field('Name')).toHaveValue('Ada')
})

test('only writes of the connector’s category are offered, those with a key apart', async () => {
  await shown()
  await expect.element(create.getByRole('option', { name: `Create time off (${timeOff})` })).toBeInTheDocument()
  expect(create.getByRole('option').elements().length).toBe(5)
  const groups = [...create.element().querySelectorAll('optgroup')].map(({ label }) => label)
  expect(groups).toEqual(['With idempotency key: safe to send again'])
})

test('an unknown outcome offers the same key, until it is late; a new press of Send is a new act', async () => {
  const { client } = await shown(
    { schema, reason: '' },
    unified({ body: { kind: 'json', text: '{"name":"A","kind":"SICK"}' } })
  )
  const idempotency = { key: 'key-1', firstAt: Date.now(), again: false }
  const unknown = { ...({ outcome: 'unknown', status: null, responseId: null } as const), idempotency, advice: [] }
  client.answer('passthrough:send', ({ requestId }) => result({ requestId, ...unknown }))
  client.answer('passthrough:repeat', ({ requestId }) =>
    result({ requestId, advice: ['One record.'], idempotency: { ...idempotency, again: true } })
  )
  await send.click()
  await expect.element(response).toHaveTextContent(/it is safe to send it again with the same key/)
  await response.getByRole('button', { name: 'Send again with the same key' }).click()
  await expect.element(response).toHaveTextContent('One record.')
  const of = client.asked('passthrough:send')[0]?.requestId
  expect(client.asked('passthrough:repeat')).toMatchObject([{ of }])
  const late = { ...idempotency, firstAt: Date.now() - 301_000 }
  client.answer('passthrough:send', ({ requestId }) => result({ requestId, ...unknown, idempotency: late }))
  await send.click()
  await expect.element(response).toHaveTextContent(/sending it again creates a second record/)
})

test('a send that was cut off is offered again from the history', async () => {
  const { client } = await shown()
  const head = {
    ...({ id: uuid(7), askedAt: 1, method: 'POST', path: timeOff, region: 'default', connector: null } as const),
    ...({ outcome: 'unknown', status: null, bytes: 0, bodyDropped: null } as const)
  }
  client.answer('passthrough:listHistory', () => ({ entries: [head], next: null }))
  client.answer('passthrough:openEntry', () => ({
    ...{ ...head, draft: unified(), envelope: '{}', result: null, hasBody: false },
    idempotency: { key: 'key-1', firstAt: 1, again: false }
  }))
  client.answer('passthrough:repeat', ({ requestId }) => result({ requestId, advice: ['One record.'] }))
  await page.getByRole('searchbox').first().fill('time')
  await page.getByRole('complementary').getByRole('listitem').getByRole('button').first().click()
  await response.getByRole('button', { name: 'Send again with the same key' }).click()
  await expect.element(response).toHaveTextContent('One record.')
  expect(client.asked('passthrough:repeat')).toMatchObject([{ of: uuid(7) }])
})

async function openedFromHistory(change: Partial<SentEntry>) {
  const { client } = await shown()
  const head = {
    ...({ id: uuid(7), askedAt: 1, method: 'POST', path: timeOff, region: 'default', connector: null } as const),
    ...({ outcome: 'unknown', status: null, bytes: 0, bodyDropped: null } as const)
  }
  const body = { kind: 'json' as const, text: '{"name":"Ada","kind":"SICK"}' }
  const idempotency = { key: 'key-1', firstAt: 1, again: false }
  client.answer('passthrough:listHistory', () => ({
    entries: [{ ...head, outcome: change.outcome ?? null }],
    next: null
  }))
  client.answer('passthrough:openEntry', () => ({
    ...{ ...head, draft: unified({ body }), envelope: '{}', result: null, hasBody: false, idempotency },
    ...change
  }))
  await page.getByRole('searchbox').first().fill('time')
  await page.getByRole('complementary').getByRole('listitem').getByRole('button').first().click()
  return client
}

test('a send that still runs is not called cut off, and is not offered again', async () => {
  await openedFromHistory({ outcome: null })
  await expect.element(page.getByText('This request is still running')).toBeVisible()
  await expect.element(page.getByText(/when the app ended/)).not.toBeInTheDocument()
  await expect.element(response.getByRole('button', { name: 'Send again with the same key' })).not.toBeInTheDocument()
})

test('what was typed since stays unsaved where the send of before is sent again', async () => {
  const idempotency = { key: 'key-1', firstAt: 1, again: false }
  const unknown = result({ requestId: uuid(7), outcome: 'unknown', status: null, responseId: null, idempotency })
  const client = await openedFromHistory({ outcome: 'unknown', result: unknown })
  client.answer('passthrough:repeat', ({ requestId }) => result({ requestId, advice: ['One record.'] }))
  await field('Name').fill('Grace')
  await response.getByRole('button', { name: 'Send again with the same key' }).click()
  await expect.element(response).toHaveTextContent('One record.')
  await expect.element(page.getByRole('tab', { name: /, not saved$/, selected: true })).toBeVisible()
})

test('Tab goes through the form, and the keys of the view work in it', async () => {
  const { client } = await shown({ schema, reason: '' }, unified({ body: { kind: 'json', text: '{"kind":"SICK"}' } }))
  await field('Name').fill('Ada')
  await userEvent.keyboard('{Tab}')
  await expect.element(form.getByRole('combobox', { name: 'kind' })).toHaveFocus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => client.asked('passthrough:send')).toHaveLength(1)
})
