import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ExampleAnswer } from '../../../shared/mappings/example'
import type { Response } from '../../../shared/ipc'
import { expectClean } from '../testing/axe'
import type { FakeClient } from '../testing/fake-client'
import { madeUpMapping, madeUpSet, mappingsClient } from '../testing/made-up-mappings'
import { samples, text, withField } from '../testing/mappings-view'
import { uuid } from '../testing/passthrough'

const way = (name: string) => page.getByRole('group', { name: 'Way of writing' }).getByRole('button', { name })
const wanted = page.getByRole('textbox', { name: /^Wanted result for/ })
const proposal = (letter: string) => page.getByRole('radio', { name: new RegExp(`^Expression ${letter}`) })
const question = page.getByRole('group', { name: /^Which is right for/ })

const one = { filled: 190, nulls: 10, problems: 0, types: ['string'], differ: 0 }
const none: ExampleAnswer = {
  ...{ labels: ['Priya Jones'], proposals: [], records: 200, differing: [], beyond: [], looked: 812, ended: true }
}
const found: ExampleAnswer = {
  ...none,
  proposals: [
    { ...one, expression: 'work.country' },
    { ...one, expression: 'home.country', filled: 197, nulls: 3, differ: 11 },
    { ...one, expression: "join('-', [a, b])", problems: 4, differ: 4, types: ['string', 'number'] }
  ],
  differing: [
    { index: 22, label: 'Dora Reuter', texts: ['"AT"', '"DE"', '"AT"'] },
    { index: 30, label: 'Hugo Castro', texts: ['null', '"DE"', null] }
  ]
}

async function byExample(client: FakeClient, answer: () => ExampleAnswer | Promise<ExampleAnswer> = () => found) {
  client.answer('mappings:byExample', ({ examples }) =>
    examples.every(({ wanted }) => wanted === null) ? none : answer()
  )
  await withField(client)
  await way('By example').click()
}
const asked = (client: FakeClient) => client.asked('mappings:byExample').at(-1)?.examples

test('a wanted result gives expressions; the chosen one goes into the editor, where it can be undone', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  await byExample(client)
  await expect.element(page.getByRole('button', { name: 'Use A' })).toBeDisabled()
  await wanted.fill('AT')
  await expect.element(proposal('A')).toBeChecked()
  expect(client.asked('mappings:byExample').at(-1)).toMatchObject({
    ...{ setId: madeUpSet(1).id, field: 'work_country', examples: [{ index: 0, wanted: '"AT"' }] }
  })
  const list = page.getByRole('radiogroup', { name: 'Expressions that give the wanted result' })
  await expect.element(list).toHaveTextContent('197 filled, 3 null 11 differ from A')
  await expect.element(list).toHaveTextContent('4 fail string or number 4 differ from A')
  await proposal('A').click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(proposal('B')).toBeChecked()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(text).toBe('home.country')
  await expect.element(way('Expression')).toHaveAttribute('aria-pressed', 'true')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(text).toBe('employee.address.country_code')
})

test('a question about one record decides between two; what is right becomes a wanted result', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  await byExample(client)
  await wanted.fill('AT')
  await proposal('B').click()
  await expect.element(question).toHaveTextContent('Which is right for Dora Reuter? A and B agree on 189 records.')
  await expect.element(samples.getByRole('row', { name: /Hugo Castro null DE fails/ })).toBeVisible()
  await question.getByRole('button', { name: 'DE: use B' }).click()
  await expect
    .poll(() => asked(client))
    .toEqual([
      { index: 0, wanted: '"AT"' },
      { index: 22, wanted: '"DE"' }
    ])
  await expect.element(proposal('B')).toBeChecked()
  await expect.element(question).toHaveTextContent('Which is right for Hugo Castro?')
  await question.getByRole('button', { name: 'null: use A' }).click()
  await expect.poll(() => asked(client)?.at(-1)).toEqual({ index: 30, wanted: 'null' })
  await expect.element(question).not.toBeInTheDocument()
})

test('neither is right: the record is shown and its wanted result is typed', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  await byExample(client)
  await wanted.fill('AT')
  await samples.getByRole('button', { name: 'Where they differ' }).click()
  await question.getByRole('button', { name: 'Neither: type it' }).click()
  await expect.element(wanted.nth(1)).toHaveFocus()
  await expect.element(samples.getByLabelText('Body, pretty')).toBeVisible()
  await userEvent.keyboard('CH')
  await expect.poll(() => asked(client)?.at(-1)).toEqual({ index: 22, wanted: '"CH"' })
})

test('records are added up to five, changed by number and left out', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  await byExample(client, () => none)
  const another = page.getByRole('button', { name: 'Another record' })
  for (let rows = 2; rows <= 5; rows++) {
    await another.click()
    await expect.element(wanted.nth(rows - 1)).toHaveFocus()
  }
  await expect.element(another).toBeDisabled()
  const number = page.getByRole('spinbutton', { name: 'Record number' })
  await number.nth(4).fill('17')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => asked(client)?.map(({ index }) => index)).toEqual([0, 1, 2, 3, 16])
  await number.nth(3).fill('17')
  await userEvent.keyboard('{Enter}')
  await expect.element(number.nth(3)).toHaveValue(4)
  await page
    .getByRole('button', { name: /^Leave out/ })
    .last()
    .click()
  await expect.element(wanted.nth(3)).toHaveFocus()
  await expect.element(wanted.nth(4)).not.toBeInTheDocument()
})

test('it says that nothing simple fits, and what JMESPath would need', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  const beyond = [{ index: 0, kind: 'part' as const, of: 'Ada Lovelace', path: 'employee.name' }]
  await byExample(client, () => ({ ...none, beyond, ended: false }))
  await wanted.fill('Ada')
  await expect.element(page.getByText('No simple expression gives the wanted result.').first()).toBeVisible()
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'is a part of' }))
    .toHaveTextContent(
      'Ada is a part of Ada Lovelace: JMESPath cannot take a part of a text. Priya Jones, employee.name'
    )
  await expect.element(page.getByText('The time was over before everything was tried')).toBeVisible()
})

test('a search is replaced by the next, stopped by Escape, begun again, and may fail', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  let answer: () => ExampleAnswer | Promise<ExampleAnswer> = () => new Promise(() => undefined)
  await byExample(client, () => answer())
  await wanted.fill('A')
  await expect.element(page.getByText('Searching…')).toBeVisible()
  await expect.poll(() => asked(client)?.[0]?.wanted).toBe('"A"')
  const before = client.asked('app:cancelJob').length
  await wanted.fill('AT')
  await expect.poll(() => asked(client)?.[0]?.wanted).toBe('"AT"')
  expect(client.asked('app:cancelJob').length).toBeGreaterThan(before)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Stopped.')).toBeVisible()
  answer = () => Promise.reject(new Error('The samples want more memory than there is for them.'))
  await page.getByRole('button', { name: 'Search again' }).click()
  await expect.element(page.getByText('The samples want more memory', { exact: false }).first()).toBeVisible()
  answer = () => found
  await page.getByRole('button', { name: 'Search again' }).click()
  await expect.element(proposal('A')).toBeChecked()
})

test('another sample begins anew; without one it says what is missing', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1), madeUpSet(2, { name: 'a file' })] })
  await byExample(client)
  await wanted.fill('AT')
  await expect.element(proposal('A')).toBeChecked()
  await samples.getByRole('button', { name: 'Change sample data' }).click()
  await samples.getByRole('radio', { name: 'a file' }).click()
  await expect.poll(() => client.asked('mappings:byExample').at(-1)).toMatchObject({ setId: madeUpSet(2).id })
  await expect.element(wanted).toHaveValue('')
})

test('without sample data nothing is searched', async () => {
  const client = mappingsClient()
  await byExample(client)
  await expect.element(page.getByText('Add sample data first: the search tries expressions on records.')).toBeVisible()
  expect(client.asked('mappings:byExample')).toEqual([])
})

const table = {
  kind: 'table',
  of: 'code',
  rows: [
    { is: '"FT"', gives: '"Full-time"' },
    { is: '"42"', gives: 'true' }
  ],
  otherwise: 'null'
} satisfies Response<'mappings:readBuilder'>
const written = "code | @ == 'FT' && 'Full-time' || @ == '42' && `true` || `null`"

test('a mapping that a builder wrote opens in its form, and what is typed there is written', async () => {
  const client = mappingsClient({ mappings: [madeUpMapping(1, uuid(1), { expression: written })] })
  client.answer('mappings:readBuilder', ({ expression }) => (expression === written ? table : null))
  await withField(client)
  await expect.element(way('Builders')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('textbox', { name: 'Value of' })).toHaveValue('code')
  await expect.element(page.getByRole('textbox', { name: 'Value 2' })).toHaveValue('"42"')
  await expect.element(page.getByRole('textbox', { name: 'Result 2' })).toHaveValue('true')
  await page.getByRole('textbox', { name: 'Otherwise' }).fill('Other')
  await expect.poll(text).toBe("code | @ == 'FT' && 'Full-time' || @ == '42' && `true` || 'Other'")
  await page.getByRole('button', { name: 'Add a value' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Value 3' })).toHaveFocus()
  await userEvent.keyboard('PT')
  await page.getByRole('textbox', { name: 'Result 3' }).fill('Part-time')
  await expect.poll(text).toContain("|| @ == 'PT' && 'Part-time' || 'Other'")
  await page.getByRole('button', { name: 'Remove value 1' }).click()
  await expect.poll(text).not.toContain('FT')
})

test('proposals for another result are not offered once the search for the new one is stopped', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  let answer: () => ExampleAnswer | Promise<ExampleAnswer> = () => found
  await byExample(client, () => answer())
  await wanted.fill('AT')
  await expect.element(page.getByRole('button', { name: 'Use A' })).toBeEnabled()
  answer = () => new Promise(() => undefined)
  await wanted.fill('DE')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Use A' })).toBeDisabled()
  await expect.element(proposal('A')).not.toBeInTheDocument()
  const number = page.getByRole('spinbutton', { name: 'Record number' })
  await number.fill('')
  await userEvent.keyboard('{Tab}')
  await expect.element(number).toHaveValue(1)
  await expect.element(wanted).toHaveValue('DE')
})

test('a text that no builder wrote stays a text until its form is changed', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  client.answer('mappings:readBuilder', () => null)
  await withField(client)
  await way('Builders').click()
  await expect.element(page.getByText('The text below stays as it is until you change something here.')).toBeVisible()
  await page.getByRole('button', { name: 'Fallback chain' }).click()
  expect(text()).toBe('employee.address.country_code')
  await page.getByRole('textbox', { name: 'Choice 2' }).fill('home | [0]')
  await expect.poll(text).toBe('employee.address.country_code || (home | [0])')
  await page.getByRole('button', { name: 'null only' }).click()
  await expect.poll(text).toBe('not_null(employee.address.country_code, home | [0])')
  await page.getByRole('textbox', { name: 'Otherwise' }).fill('0')
  await expect.poll(text).toBe('not_null(employee.address.country_code, home | [0], `0`)')
})

test('the values of the sample become rows, and the limit is said before it is reached', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  client.answer('mappings:readBuilder', () => null)
  await withField(client)
  await way('Builders').click()
  await page.getByRole('button', { name: 'Add the values of the sample data' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Value 3' })).toHaveValue('CH')
  await page.getByRole('textbox', { name: 'Result 1' }).fill('x'.repeat(880))
  await expect.element(page.getByText(/^\d+ left$/)).toBeVisible()
})

test('@a11y proposals, what differs, reasons and both builders', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  const beyond = [{ index: 0, kind: 'date' as const, of: '2021-03-09', path: 'hired' }]
  let answer = found
  client.answer('mappings:readBuilder', () => null)
  await byExample(client, () => answer)
  await wanted.fill('AT')
  await proposal('C').click()
  await expect.element(question).toBeVisible()
  await expectClean('proposals')
  answer = { ...none, beyond }
  await wanted.fill('09.03.')
  await expect.element(page.getByRole('listitem').filter({ hasText: 'in another form' })).toBeVisible()
  await expectClean('reasons')
  await way('Builders').click()
  await expect.element(page.getByRole('textbox', { name: 'Value of' })).toBeVisible()
  await expectClean('value table')
  await page.getByRole('button', { name: 'Fallback chain' }).click()
  await expectClean('fallback chain')
})
