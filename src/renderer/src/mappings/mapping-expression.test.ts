import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { madeUpSet, mappingsClient, saved } from '../testing/made-up-mappings'
import { check, expression, result, save, text, type, withConnectors, withField } from '../testing/mappings-view'

beforeEach(() => localStorage.clear())

test('an unknown function is named with its place; without it the rest is valid, and until then nothing can be saved', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  await withField(client)
  await expect.element(result).toHaveTextContent('live')
  await type('a.b | upper(@)')
  await expect.element(check).toHaveTextContent('Line 1, column 7: upper is not a JMESPath function.')
  await expect.element(check).toHaveTextContent('INVALID_JSON_PATH')
  await expect.element(result).toHaveTextContent('from the last valid expression')
  await expect.element(save).toBeDisabled()
  await userEvent.keyboard('{Control>}s{/Control}')
  expect(client.asked('mappings:change')).toHaveLength(0)
  await check.getByRole('button', { name: 'Show functions' }).click()
  await expect.element(check).toHaveTextContent(/abs, avg, .*, values/)
  await check.getByRole('button', { name: 'Remove | upper(@)' }).click()
  await expect.poll(text).toBe('a.b')
  await expect.element(check).toHaveTextContent('Valid.')
})

test('what cannot be checked cannot be saved', async () => {
  const client = mappingsClient()
  await withField(client)
  await type('employee.a')
  await expect.element(check).toHaveTextContent('Saving affects')
  client.answer('mappings:evaluate', () => ({
    problem: { kind: 'limit', message: 'It did not come to an end within 1 s.', position: null },
    lints: [],
    sets: [],
    front: null,
    took: 1000
  }))
  await save.click()
  await expect.element(check).toHaveTextContent('It did not come to an end within 1 s.')
  expect(client.asked('mappings:change')).toHaveLength(0)
})

test('1,025 characters are counted and not sent; one is too few', async () => {
  const client = mappingsClient()
  const desk = await withField(client)
  await expect.poll(text).toBe(saved)
  desk.rooms?.mappings.bench?.editor?.type('a'.repeat(1_025))
  await expect.element(page.getByText('1,025 of 1,024')).toBeVisible()
  await expect.element(check).toHaveTextContent('1 character too many: the limit is 1,024.')
  await expect.element(expression).toHaveAttribute('aria-invalid', 'true')
  await expect.element(save).toBeDisabled()
  desk.rooms?.mappings.bench?.editor?.type('a'.repeat(1_024))
  await expect.element(save).toBeEnabled()
  desk.rooms?.mappings.bench?.editor?.type('a')
  await expect.element(save).toBeEnabled()
  desk.rooms?.mappings.bench?.editor?.type('')
  await expect.element(check).toHaveTextContent('Type an expression, or click a value in the sample data.')
  await expect.element(save).toBeDisabled()
})

test('too long an expression gets the same words once main has refused it', async () => {
  const client = mappingsClient()
  const desk = await withField(client)
  await expect.poll(text).toBe(saved)
  const message = 'The expression has 1,025 characters; the service takes 1,024.'
  client.answer('mappings:evaluate', () => ({
    problem: { kind: 'syntax', message, position: 1_024 },
    lints: [],
    sets: [],
    front: null,
    took: 1
  }))
  const tooLong = 'a'.repeat(1_025)
  desk.rooms?.mappings.bench?.editor?.type(tooLong)
  await expect.poll(() => desk.rooms?.mappings.bench?.lab.judged === tooLong).toBe(true)
  await expect.element(check).toHaveTextContent('1 character too many: the limit is 1,024.')
  await expect.element(check).not.toHaveTextContent('The API would accept it')
})

test('typing never waits for the lab: an evaluation that runs is cancelled by the next key', async () => {
  const client = mappingsClient()
  await withField(client)
  await expect.poll(text).toBe(saved)
  client.answer('mappings:evaluate', () => new Promise(() => undefined))
  const before = client.asked('mappings:evaluate').length
  await type('employee.a')
  await expect.poll(() => client.asked('mappings:evaluate').length).toBeGreaterThan(before)
  await userEvent.keyboard('b')
  expect(text()).toBe('employee.ab')
  const ids = client.asked('mappings:evaluate').map(({ requestId }) => requestId)
  await expect.poll(() => client.asked('app:cancelJob').some(({ requestId }) => ids.includes(requestId))).toBe(true)
})

test('keys of the sample and functions of the standard are completed; a key that is not a name comes in quotes', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)], mappings: [] })
  await withField(client)
  await expression.click()
  await userEvent.keyboard('e')
  await expect.element(page.getByRole('option', { name: /^employee/ })).toBeVisible()
  await expect.element(page.getByRole('option', { name: /^ends_with/ })).toBeVisible()
  await page.getByRole('option', { name: /^e mail/ }).click()
  await expect.poll(text).toBe('"e mail"')
  expect(client.asked('mappings:keysAt').at(-1)).toMatchObject({ setId: madeUpSet(1).id, index: 0, expression: 'e' })
})

test('the service is asked for its own result, beside ours', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  client.answer('mappings:preview', () => ({ text: '"FR"', type: 'string', rawDataSource: 'inline' }))
  await withField(client)
  await withConnectors(client)
  await result.getByRole('button', { name: 'Check on server' }).click()
  await expect.element(result).toHaveTextContent(/does not match.*This app.*"DE".*Server.*"FR"/)
  expect(client.asked('mappings:preview')[0]).toMatchObject({ model: 'employee', expression: saved })
})
