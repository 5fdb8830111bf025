import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { FakeClient } from '../testing/fake-client'
import { appState, ended, row } from '../testing/made-up'
import {
  madeUpField,
  madeUpLedgerEntry,
  madeUpMapping,
  madeUpResult,
  madeUpSet,
  mappingsClient,
  offersAll,
  saved
} from '../testing/made-up-mappings'
import { open } from '../testing/open'
import { uuid } from '../testing/passthrough'

const fieldBox = page.getByRole('combobox', { name: 'Custom field' })
const expression = page.getByRole('textbox', { name: 'Expression' })
const save = page.getByRole('button', { name: 'Save mapping' })
const check = page.getByRole('status', { name: 'Check of the expression' })
const result = page.getByRole('region', { name: 'Result' })
const samples = page.getByRole('region', { name: 'Samples' })
const ledger = page.getByRole('region', { name: 'Ledger' })
const done = { outcome: 'done' as const, message: '', stillListed: null }

beforeEach(() => localStorage.clear())

/** Opens the view with a field chosen by the keyboard. */
async function withField(client: FakeClient, name = 'work_country') {
  const desk = await open(client, '#/mappings')
  await fieldBox.fill(name)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name })).toBeVisible()
  return desk
}

async function withConnectors(client: FakeClient) {
  await expect.poll(() => client.walkId).not.toBe('')
  client.emit('walk:rows', {
    requestId: client.walkId,
    rows: [
      row('HRIS', 'b1', { end_user: 'Brightwater Clinics' }),
      row('HRIS', 'b2', { end_user: 'Hollis Freight' }),
      row('ATS', 'a1', { end_user: 'Hollis Freight' })
    ]
  })
  client.emit('walk:progress', { requestId: client.walkId, progress: ended(Date.now()) })
}

/** Types in place of all there is; what the editor offers is not taken. */
async function type(text: string) {
  await expression.click()
  await userEvent.keyboard('{Control>}a{/Control}{Delete}')
  await userEvent.keyboard(text.replaceAll(/[{[]/g, '$&$&'))
  await userEvent.keyboard('{Escape}')
}

const text = () => (expression.element() as HTMLElement).innerText.trim()

test('the fields stand by model; the box above finds and walks them, and the filters narrow them', async () => {
  const fields = [
    madeUpField(1, 'work_country'),
    madeUpField(2, 'badge_number', { source: 'DASHBOARD' }),
    madeUpField(3, 'stage', { category: 'ATS', model: 'candidate' }),
    madeUpField(4, null, { category: null, model: null, source: null, from: 'pasted' })
  ]
  await open(mappingsClient({ fields }), '#/mappings')
  const options = () =>
    page
      .getByRole('option')
      .elements()
      .filter((one) => one.closest('[role=listbox]'))
      .map((one) => one.textContent.trim().split(' ')[0])
  await expect.poll(options).toEqual(['stage', 'badge_number', 'work_country', uuid(4)])
  await expect.element(page.getByRole('group', { name: 'Candidate' })).toBeVisible()
  await fieldBox.click()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(page.getByRole('option', { name: /badge_number/ })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('combobox', { name: 'Category of fields' }).selectOptions('ATS')
  await expect.poll(options).toEqual(['stage'])
  await fieldBox.fill('nothing like it')
  await page.getByRole('button', { name: 'Show all 4' }).click()
  await expect.poll(() => options().length).toBe(4)
})

test('a scope is a whole integration or one connector: choosing one switches the other off, and the rule is said', async () => {
  const client = mappingsClient({ mappings: [] })
  await withField(client)
  await withConnectors(client)
  await type('employee.a')
  await expect.element(save).toBeDisabled()
  await expect.element(check).toHaveTextContent('Choose the integration first.')
  const integration = page.getByRole('combobox', { name: 'Integration' })
  await integration.fill('bam')
  await userEvent.keyboard('{Enter}')
  await expect.element(integration).toHaveValue('BambooHR')
  await expect.element(page.getByText('2 connectors, 200 employees')).toBeVisible()
  await expect.element(check).toHaveTextContent('Ready to save for 2 connectors.')

  await page.getByRole('radio', { name: 'One connector' }).click()
  await expect.element(integration).toBeDisabled()
  await expect.element(page.getByText(/for one connector or for a whole integration, never both/)).toBeVisible()
  await expect.element(save).toBeDisabled()
  await page.getByRole('combobox', { name: 'Connector', exact: true }).fill('hollis')
  await userEvent.keyboard('{Enter}')
  await save.click()
  await expect.poll(() => client.asked('mappings:create')).toHaveLength(1)
  expect(client.asked('mappings:create')[0]).toMatchObject({
    fieldId: uuid(1),
    scope: { kind: 'connector', key: 'HRIS:b2' },
    expression: 'employee.a'
  })
})

test('Ctrl+S saves by the keyboard alone, changing what is saved; the draft is gone then', async () => {
  const client = mappingsClient()
  await withField(client)
  await expect.poll(text).toBe(saved)
  await type('employee.country')
  await expect.element(page.getByRole('status', { name: 'Draft' })).toHaveTextContent('Draft kept on this computer')
  await expect.element(check).toHaveTextContent('Valid, and standard.')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(page.getByRole('status', { name: 'Outcome' })).toHaveTextContent('The mapping is changed.')
  expect(client.asked('mappings:change')).toMatchObject([{ mappingId: uuid(101), expression: 'employee.country' }])
  await expect.element(page.getByRole('status', { name: 'Draft' })).toHaveTextContent('As it is saved')
  expect(client.asked('ledger:list').length).toBeGreaterThan(1)
})

test('how a save ended is said below what is worked on: nothing moves under the hand', async () => {
  const client = mappingsClient({ mappings: [] })
  await withField(client)
  await withConnectors(client)
  await page.getByRole('radio', { name: 'One connector' }).click()
  await page.getByRole('combobox', { name: 'Connector', exact: true }).fill('hollis')
  await userEvent.keyboard('{Enter}')
  await type('employee.a')
  await expect.element(save).toBeEnabled()
  const top = () => expression.element().getBoundingClientRect().top
  const before = top()
  await save.click()
  await expect.element(page.getByRole('heading', { name: 'work_country' })).toHaveFocus()
  const outcome = page.getByRole('status', { name: 'Outcome' })
  await expect.element(outcome).toHaveTextContent('The mapping is saved.')
  await expect.element(page.getByRole('status', { name: 'Draft' })).toHaveTextContent('As it is saved')
  expect(top()).toBe(before)

  client.answer('mappings:change', () => ({ ...done, outcome: 'refused', message: 'Not now.', mapping: null }))
  await type('employee.b')
  await save.click()
  const refused = page.getByRole('alert', { name: 'Outcome' })
  await expect.element(refused).toHaveTextContent('The service refused; nothing changed. Not now.')
  expect(top()).toBe(before)
  expect(refused.element().getBoundingClientRect().bottom).toBeLessThan(innerHeight)
})

test('at 200 % the panes stand below each other in one scroll, saving stays at hand, and nothing is cut off', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)], ledger: [madeUpLedgerEntry(1)] })
  await open(client, '#/mappings')
  await page.viewport(640, 400)
  await page.getByRole('option', { name: 'work_country' }).click()
  await expect.poll(text).toBe(saved)
  const box = (of: { element(): Element }) => of.element().getBoundingClientRect()
  // The field that was chosen comes into view by itself, and the page behind stays where it is.
  await expect.poll(() => Math.round(box(page.getByRole('region', { name: 'Mapping', exact: true })).top)).toBe(48)
  expect(document.scrollingElement?.scrollTop).toBe(0)
  await expect.element(result).toHaveTextContent('live')
  for (const one of [expression, samples, result, ledger]) {
    one.element().scrollIntoView({ block: 'center' })
    expect(box(one).height).toBeGreaterThan(28)
    expect(box(one).right).toBeLessThanOrEqual(640)
  }
  expression.element().scrollIntoView({ block: 'center' })
  for (const at of [save, page.getByRole('status', { name: 'Draft' })]) {
    expect(box(at).top).toBeGreaterThanOrEqual(48)
    expect(box(at).bottom).toBeLessThanOrEqual(400)
  }
  const row = ledger.getByRole('row', { name: /cost_centre_code/ })
  row.element().scrollIntoView({ block: 'center' })
  expect(box(row.getByRole('cell', { name: /Whole integration/ })).width).toBeGreaterThan(160)
})

test('where the service cannot change a mapping, the old one is deleted first, after a word, and kept as a draft', async () => {
  const client = mappingsClient({ operations: { changeMapping: false } })
  await withField(client)
  await withConnectors(client)
  await type('employee.country')
  await expect.element(check).toHaveTextContent('delete the saved one of this scope first')
  await expect.element(save).toBeDisabled()
  await page.getByRole('button', { name: 'Delete this mapping' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this mapping in the Default region?' })
  await expect.element(dialog).toHaveTextContent('2 connectors of this integration will read null')
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await dialog.getByRole('button', { name: 'Delete mapping' }).click()
  await expect.element(page.getByRole('status', { name: 'Outcome' })).toHaveTextContent('The mapping is deleted.')
  await expect.element(page.getByRole('heading', { name: 'work_country' })).toHaveFocus()
  expect(text()).toBe('employee.country')
  await save.click()
  await expect.poll(() => client.asked('mappings:create')).toHaveLength(1)
})

test('a dialog that is left by Cancel gives the focus back to what opened it', async () => {
  await withField(mappingsClient({ ledger: [madeUpLedgerEntry(1)] }))
  await expect.poll(text).toBe(saved)
  const dialog = page.getByRole('dialog')
  for (const name of ['Add a field', 'Delete this mapping', 'Bring to…']) {
    const opener = page.getByRole('button', { name })
    await opener.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  }
})

test('where the opener of a dialog is gone, the focus goes on with the field that was added', async () => {
  const client = mappingsClient({ fields: [] })
  client.answer('mappings:rememberField', ({ name }) => madeUpField(9, name, { from: 'pasted' }))
  client.answer('mappings:readField', () => ({
    ...{ field: madeUpField(9, 'pasted_one', { from: 'pasted' }), mappings: [], complete: false, counts: null }
  }))
  await open(client, '#/mappings')
  await page.getByRole('region', { name: 'Mapping', exact: true }).getByRole('button', { name: 'Add a field' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a field' })
  await dialog.getByRole('button', { name: 'Take one in by its id' }).click()
  await dialog.getByRole('textbox', { name: 'Id of the field' }).fill(uuid(9))
  await dialog.getByRole('textbox', { name: 'Name' }).fill('pasted_one')
  await dialog.getByRole('button', { name: 'Take in' }).click()
  await expect.element(page.getByRole('heading', { name: 'pasted_one' })).toHaveFocus()
})

test('a 422 stands at the control it names until that is changed; a refusal and an unknown outcome say so', async () => {
  const client = mappingsClient()
  await withField(client)
  client.answer('mappings:change', () => {
    throw new AppError('validation', 'refused', { status: 422, fields: { expression: 'No such model field.' } })
  })
  await type('employee.a')
  await save.click()
  await expect.element(check).toHaveTextContent('The service refused the expression. No such model field.')
  await expect.element(expression).toHaveAttribute('aria-invalid', 'true')
  await type('employee.b')
  await expect.element(check).toHaveTextContent('Valid, and standard.')

  client.answer('mappings:change', () => ({ ...done, outcome: 'unknown', message: 'No answer came.', mapping: null }))
  await save.click()
  const outcome = page.getByRole('alert', { name: 'Outcome' })
  await expect.element(outcome).toHaveTextContent('Outcome unknown. No answer came. It is not repeated by itself')
  expect(client.asked('mappings:change')).toHaveLength(2)
  await expect.element(page.getByRole('status', { name: 'Draft' })).toHaveTextContent('Draft kept')
})

test('an unknown function is named with its place; without it the rest is valid, and until then nothing can be saved', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  await withField(client)
  await expect.element(result).toHaveTextContent('live')
  await type('a.b | upper(@)')
  await expect.element(check).toHaveTextContent('Line 1, column 7: standard JMESPath has no upper.')
  await expect.element(check).toHaveTextContent('INVALID_JSON_PATH')
  await expect.element(result).toHaveTextContent('from the last valid expression')
  await expect.element(save).toBeDisabled()
  await userEvent.keyboard('{Control>}s{/Control}')
  expect(client.asked('mappings:change')).toHaveLength(0)
  await check.getByRole('button', { name: 'Functions that exist' }).click()
  await expect.element(check).toHaveTextContent(/abs, avg, .*, values/)
  await check.getByRole('button', { name: 'Remove | upper(@)' }).click()
  await expect.poll(text).toBe('a.b')
  await expect.element(check).toHaveTextContent('Valid, and standard.')
})

test('what cannot be checked cannot be saved', async () => {
  const client = mappingsClient()
  await withField(client)
  await type('employee.a')
  await expect.element(check).toHaveTextContent('Ready to save')
  client.answer('lab:evaluate', () => ({
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
  desk.mappings.bench?.editor?.type('a'.repeat(1_025))
  await expect.element(page.getByText('1,025 of 1,024')).toBeVisible()
  await expect.element(check).toHaveTextContent('1 too many: the service takes 1,024 characters.')
  await expect.element(expression).toHaveAttribute('aria-invalid', 'true')
  await expect.element(save).toBeDisabled()
  desk.mappings.bench?.editor?.type('a'.repeat(1_024))
  await expect.element(save).toBeEnabled()
  desk.mappings.bench?.editor?.type('a')
  await expect.element(check).toHaveTextContent('At least 2 characters are needed.')
})

test('typing never waits for the lab: an evaluation that runs is cancelled by the next key', async () => {
  const client = mappingsClient()
  await withField(client)
  await expect.poll(text).toBe(saved)
  client.answer('lab:evaluate', () => new Promise(() => undefined))
  const before = client.asked('lab:evaluate').length
  await type('employee.a')
  await expect.poll(() => client.asked('lab:evaluate').length).toBeGreaterThan(before)
  await userEvent.keyboard('b')
  expect(text()).toBe('employee.ab')
  const ids = client.asked('lab:evaluate').map(({ requestId }) => requestId)
  await expect.poll(() => client.asked('jobs:cancel').some(({ requestId }) => ids.includes(requestId))).toBe(true)
})

test('keys of the sample and functions of the standard are completed; a key that is no name comes in quotes', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)], mappings: [] })
  await withField(client)
  await expression.click()
  await userEvent.keyboard('e')
  await expect.element(page.getByRole('option', { name: /^employee/ })).toBeVisible()
  await expect.element(page.getByRole('option', { name: /^ends_with/ })).toBeVisible()
  await page.getByRole('option', { name: /^e mail/ }).click()
  await expect.poll(text).toBe('"e mail"')
  expect(client.asked('lab:keysAt').at(-1)).toMatchObject({ setId: madeUpSet(1).id, index: 0, expression: 'e' })
})

test('records are stepped through; where a value was lost is said in words, in the trace and in the record', async () => {
  await withField(mappingsClient({ sets: [madeUpSet(1)] }))
  await expect.element(samples).toHaveTextContent('1 of 200')
  await expect.element(result).toHaveTextContent('"DE"')
  await samples.getByRole('button', { name: 'Record 1047: null' }).click()
  await expect.element(result).toHaveTextContent('null came from step .address: it is null in the data.')
  await expect.element(result.getByRole('row', { name: '.address null null appears here' })).toBeVisible()
  await expect.element(samples.getByText('null starts here')).toBeVisible()
  await samples.getByRole('button', { name: 'Previous record' }).click()
  await expect.element(samples).toHaveTextContent('2 of 200')
})

test('fill rate, odd types and what saving would change are counted over all records', async () => {
  await withField(mappingsClient({ sets: [madeUpSet(1)] }))
  const fill = page.getByRole('region', { name: 'Fill rate' })
  await expect.element(fill).toHaveTextContent('86 % of 200 records, saved now gives 71 %')
  await expect.element(fill).toHaveTextContent('168 string')
  await expect.element(fill).toHaveTextContent('DE 121, AT 31, CH 20')
  expect(page.getByText('null become a value').elements()).toEqual([])
  await type('employee.country')
  await expect.element(page.getByText('null become a value')).toBeVisible()
  await expect.element(page.getByRole('option', { name: /work_country/ })).toHaveTextContent('86 %')
  await fill.getByRole('button', { name: /1058/ }).click()
  await expect.element(samples).toHaveTextContent('5 of 200')
})

test('a value of the sample is used: into an empty editor at once, else offered', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)], mappings: [] })
  client.answer('lab:expressionsFor', () => [
    { expression: 'employee.id', why: 'By its keys.' },
    { expression: '*.id', why: 'Wherever it stands.' }
  ])
  await withField(client)
  await samples.getByText('1047').last().click()
  await samples.getByRole('button', { name: 'Use this value' }).click()
  await expect.poll(text).toBe('employee.id')
  expect(client.asked('lab:expressionsFor')).toEqual([{ responseId: `${madeUpSet(1).id}:0`, node: 2 }])
  const offer = samples.getByRole('group', { name: 'Expressions for this value' })
  await offer.getByRole('button', { name: 'Replace' }).last().click()
  await expect.poll(text).toBe('*.id')
})

test('an expression that gives nothing on any record of the sample can be saved, but is told so', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)], mappings: [] })
  await withField(client)
  await withConnectors(client)
  await page.getByRole('combobox', { name: 'Integration' }).fill('bam')
  await userEvent.keyboard('{Enter}')
  const nothing = 'It gives no value on 200 records of the sample.'
  await type('employee.a')
  await expect.element(check).toHaveTextContent('Ready to save')
  expect(check.element().textContent).not.toContain(nothing)
  client.answer('lab:evaluate', ({ setIds: [setId = ''] }) => {
    const made = madeUpResult(setId, 0)
    return { ...made, sets: made.sets.map((set) => ({ ...set, filled: 0 })) }
  })
  await type('employee.b')
  await expect.element(check).toHaveTextContent(nothing)
  await expect.element(save).toBeEnabled()
})

test('several samples are compared by the type they give', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1), madeUpSet(2, { name: 'a file' })] })
  const evaluated = (setId: string, type: 'string' | 'number') => ({
    ...{ setId, records: 2, filled: 2, problems: 0, distinct: [], distinctTotal: 1, values: [] },
    ...{ types: [{ type, count: 2, first: 0 }], change: null, savedFilled: null }
  })
  client.answer('lab:evaluate', ({ setIds }) => ({
    problem: null,
    lints: [],
    sets: setIds.map((id, at) => evaluated(id, at === 0 ? 'string' : 'number')),
    front: null,
    took: 1
  }))
  await withField(client)
  const all = page.getByRole('region', { name: 'All samples' })
  await expect.element(all).toHaveTextContent('The samples do not agree: string and number.')
  await all.getByRole('button', { name: 'a file' }).click()
  await expect.element(samples.getByText('a file, as of')).toBeVisible()
})

test('text that is pasted becomes a sample; what is no JSON does not', async () => {
  const client = mappingsClient()
  client.answer('lab:takePaste', () => madeUpSet(3, { source: 'paste', name: 'pasted text', records: 1 }))
  await withField(client)
  await samples.getByRole('button', { name: 'Paste' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste a sample' })
  await dialog.getByRole('textbox', { name: 'Sample' }).fill('{"a": ')
  await expect.element(dialog).toHaveTextContent('This is no JSON')
  await expect.element(dialog.getByRole('button', { name: 'Use as sample' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Sample' }).fill('{"a": 1}')
  await dialog.getByRole('button', { name: 'Use as sample' }).click()
  await expect.poll(() => client.asked('lab:takePaste')[0]?.text).toBe('{"a": 1}')
  await expect.element(samples).toHaveTextContent('1 of 1')
})

test('a value mapped from Passthrough: its list becomes the records, its own is in front, the way to it is typed', async () => {
  const client = mappingsClient({ mappings: [] })
  client.answer('passthrough:copyNode', () => 'data[3].address.country')
  client.answer('passthrough:openResponse', () => ({
    ...{ kind: 'json', prettyLines: 9, rawLines: 1, values: 9, notices: [] },
    tables: [{ node: 1, jmespath: 'data', rows: 20 }]
  }))
  client.answer('lab:takeResponse', ({ name }) => madeUpSet(4, { source: 'passthrough', name, records: 20 }))
  const desk = await withField(client)
  await desk.mappings.takeSample({ responseId: 'body', node: 17, name: 'employees, Umber' })
  expect(client.asked('lab:takeResponse')[0]).toMatchObject({ responseId: 'body', node: 1, name: 'employees, Umber' })
  await expect.element(samples).toHaveTextContent('4 of 20')
  await expect.poll(text).toBe('address.country')
})

/** Maps "key 80" of a record of ninety keys from Passthrough, the tenth line of which can be folded. */
async function withMarked() {
  const client = mappingsClient({ mappings: [] })
  const rows = 90
  client.answer('passthrough:copyNode', () => 'data[3]."key 80"')
  client.answer('passthrough:openResponse', () => ({
    ...{ kind: 'json', prettyLines: 9, rawLines: 1, values: 9, notices: [] },
    tables: [{ node: 1, jmespath: 'data', rows: 20 }]
  }))
  client.answer('lab:takeResponse', ({ name }) => madeUpSet(4, { source: 'passthrough', name, records: 20 }))
  client.answer('lab:openRecord', ({ setId, index }) => ({
    responseId: `${setId}:${index}`,
    summary: { kind: 'json', prettyLines: rows + 1, rawLines: 1, values: rows, notices: [], tables: [] }
  }))
  const value = { kind: 'number' as const, cut: 0, comma: false }
  client.answer('passthrough:readLines', ({ from, count }) => ({
    total: rows + 1,
    lines: Array.from({ length: rows + 1 }, (_, line) => ({
      ...{ ...value, line, depth: line === 0 ? 0 : 1, node: line, text: String(line), endLine: line === 9 ? 11 : null },
      key: line === 0 ? null : `"key ${line}"`
    })).slice(from, from + count)
  }))
  client.answer('passthrough:readChildren', ({ node }) => {
    const child = (of: number, name: string) => ({ node: of, name, kind: 'number' as const, text: '', cut: 0 })
    const of = { children: 0, repeated: false }
    if (node === null) return { total: 1, nodes: [{ ...child(0, ''), ...of }] }
    const nodes = Array.from({ length: rows }, (_, at) => ({ ...child(at + 1, `key ${at + 1}`), ...of }))
    return { total: rows, nodes }
  })
  const desk = await withField(client)
  await desk.mappings.takeSample({ responseId: 'body', node: 17, name: 'employees, Umber' })
  await expect.element(result).toHaveTextContent('live')
  await expect.element(marked).toBeVisible()
  await expect.poll(() => out()).toBeLessThanOrEqual(0)
  return client
}

const marked = samples.getByText('the value you chose')
const body = samples.getByRole('grid', { name: 'Body, pretty' })
/** How far below the body the marked line ends, in px. */
const out = () => {
  const [line = 0, box = 0] = [marked, body].map((one) => Math.floor(one.element().getBoundingClientRect().bottom))
  return line - box
}

/** Takes of the height of the record; all that follows from it has happened then. */
async function lessHeight(height: number) {
  const before = body.element().clientHeight
  await page.viewport(1280, height)
  await expect.poll(() => body.element().clientHeight).toBeLessThan(before)
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
}

test('a value mapped from Passthrough is marked in its record, and stays in view while its result comes', async () => {
  await withMarked()
  expect(marked.element().closest('[role=row]')?.textContent).toContain('"key 80"')
  await lessHeight(720)
  expect(out()).toBeLessThanOrEqual(0)
  await samples.getByRole('button', { name: 'Next record' }).click()
  await expect.element(marked).not.toBeInTheDocument()
})

test.for(['the wheel', 'the keyboard'])('who looks elsewhere in the record by %s is not pulled back', async (by) => {
  await withMarked()
  const list = body.element()
  if (by === 'the wheel') await userEvent.wheel(body, { delta: { y: -5_000 } })
  else {
    ;(list as HTMLElement).focus()
    await userEvent.keyboard('{Home}')
  }
  await expect.poll(() => list.scrollTop).toBe(0)
  await lessHeight(720)
  expect(list.scrollTop).toBe(0)
})

test('a fold moves nothing back to the value that was chosen', async () => {
  await withMarked()
  const list = body.element()
  list.scrollTop = 0
  await samples.getByRole('button', { name: 'Fold', exact: true }).click()
  await expect.element(samples.getByText('… 2 lines')).toBeVisible()
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  expect(list.scrollTop).toBe(0)
})

test('another value that is used is the one chosen by then', async () => {
  const client = await withMarked()
  client.answer('lab:expressionsFor', () => [{ expression: '"key 79"', why: 'By its keys.' }])
  await samples.getByText('"key 79"').click()
  await samples.getByRole('button', { name: 'Use this value' }).click()
  await expect.element(samples.getByRole('group', { name: 'Expressions for this value' })).toBeVisible()
  await expect.element(marked).not.toBeInTheDocument()
})

test('a value mapped before a field is chosen waits for it, and begins with its connector alone', async () => {
  const client = mappingsClient()
  client.answer('passthrough:copyNode', () => 'data[0].address.country')
  client.answer('passthrough:openResponse', () => ({
    ...{ kind: 'json', prettyLines: 9, rawLines: 1, values: 9, notices: [] },
    tables: [{ node: 1, jmespath: 'data', rows: 20 }]
  }))
  client.answer('lab:takeResponse', ({ name }) => madeUpSet(4, { source: 'passthrough', name, records: 20 }))
  const desk = await open(client, '#/mappings')
  await withConnectors(client)
  const value = { responseId: 'body', node: 17, name: 'employees of Brightwater Clinics', connectorKey: 'HRIS:b1' }
  await desk.mappings.takeSample(value)
  await expect.element(samples).toHaveTextContent('Choose a field on the left first.')
  await fieldBox.fill('work_country')
  await userEvent.keyboard('{Enter}')
  await expect.poll(text).toBe('address.country')
  await expect.element(page.getByRole('radio', { name: 'One connector' })).toBeChecked()
  await expect
    .element(page.getByRole('combobox', { name: 'Connector', exact: true }))
    .toHaveValue('Brightwater Clinics, BambooHR, HRIS')
})

test('the service is asked for its own result, beside ours', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  client.answer('lab:preview', () => ({ text: '"FR"', type: 'string', rawDataSource: 'inline' }))
  await withField(client)
  await withConnectors(client)
  await result.getByRole('button', { name: 'Ask the service' }).click()
  await expect.element(result).toHaveTextContent(/differs.*Here.*"DE".*There.*"FR"/)
  expect(client.asked('lab:preview')[0]).toMatchObject({ model: 'employee', expression: saved })
})

test('a draft outlives the window, per field and scope', async () => {
  const client = mappingsClient()
  const desk = await withField(client)
  await expect.poll(text).toBe(saved)
  await type('employee.draft')
  await fieldBox.fill('badge')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'badge_number' })).toBeVisible()
  const { Mappings } = await import('../state/mappings.svelte')
  const again = new Mappings(mappingsClient())
  again.show(desk.app.workspace)
  again.bench?.select(uuid(1))
  expect(again.bench?.editor?.expression).toBe('employee.draft')
  expect(again.bench?.editor?.scope).toMatchObject({ kind: 'integration', slug: 'bamboohr' })
})

test('deleting a field rehearses which mappings go, asks for its name, and tells what went', async () => {
  const own = madeUpMapping(2, uuid(1), { scope: { kind: 'connector', key: 'HRIS:b1' }, expression: 'a.b' })
  const client = mappingsClient({ mappings: [madeUpMapping(1, uuid(1)), own] })
  client.answer('mappings:deleteField', () => ({
    ...done,
    gone: [madeUpMapping(1, uuid(1))],
    left: [own],
    verified: true
  }))
  await withField(client)
  await withConnectors(client)
  await page.getByRole('button', { name: 'More for this field' }).click()
  await page.getByRole('button', { name: 'Delete field' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this field in the Default region?' })
  const goes = dialog.getByRole('list', { name: 'What goes with it: 2 mappings' })
  await expect.element(goes).toHaveTextContent('Whole integration, BambooHR, 2 connectors')
  await expect.element(goes).toHaveTextContent('One connector, Brightwater Clinics')
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await dialog.getByRole('textbox', { name: 'Type the field’s name' }).fill('work_countr')
  await expect.element(dialog.getByRole('button', { name: 'Delete field' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Type the field’s name' }).fill('work_country')
  await dialog.getByRole('button', { name: 'Delete field' }).click()
  await expect.element(dialog).toHaveTextContent('these of its mappings are still there')
  await expect.element(dialog.getByRole('list', { name: 'Still there: 1 mapping' })).toHaveTextContent('a.b')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByRole('option', { name: /work_country/ })).not.toBeInTheDocument()
  await expect.element(fieldBox).toHaveFocus()
})

test('a field that is forgotten on this computer leaves the focus in the list of fields', async () => {
  const client = mappingsClient({ fields: [madeUpField(1, 'work_country', { from: 'pasted' })] })
  client.answer('mappings:forgetField', () => undefined)
  await withField(client)
  await page.getByRole('button', { name: 'More for this field' }).click()
  await page.getByRole('button', { name: 'Forget it on this computer' }).click()
  await expect.element(page.getByRole('heading', { name: 'work_country' })).not.toBeInTheDocument()
  await expect.element(fieldBox).toHaveFocus()
})

test('a field is taken in by its id; what main refuses of it is said at the box', async () => {
  const client = mappingsClient({ operations: { listFields: false, createField: false } })
  client.answer('mappings:rememberField', ({ id, name }) => {
    if (id !== uuid(7)) throw new AppError('invalid-input', 'no', { fields: { id: 'This is no UUID.' } })
    return madeUpField(7, name, { from: 'pasted' })
  })
  client.answer('mappings:readField', () => ({
    ...{ field: madeUpField(7, 'pasted_one', { from: 'pasted' }), mappings: [], complete: false, counts: null }
  }))
  await open(client, '#/mappings')
  await expect.element(page.getByText(/Known to this computer; the service lists none/)).toBeVisible()
  await page.getByRole('button', { name: 'Add a field' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a field' })
  await dialog.getByRole('textbox', { name: 'Id of the field' }).fill('../mapping')
  await dialog.getByRole('button', { name: 'Take in' }).click()
  await expect
    .element(dialog.getByRole('textbox', { name: 'Id of the field' }))
    .toHaveAccessibleDescription('This is no UUID.')
  await dialog.getByRole('textbox', { name: 'Id of the field' }).fill(uuid(7))
  await dialog.getByRole('textbox', { name: 'Name' }).fill('pasted_one')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'pasted_one' })).toBeVisible()
})

test('choosing how a field is added sends nothing', async () => {
  const client = mappingsClient()
  await open(client, '#/mappings')
  await page.getByRole('button', { name: 'Add a field' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a field' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('cost_centre')
  await dialog.getByRole('button', { name: 'Take one in by its id' }).click()
  await dialog.getByRole('button', { name: 'Make a new one' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Make field' })).toBeEnabled()
  expect(client.asked('mappings:rememberField')).toEqual([])
  expect(client.asked('mappings:createField')).toEqual([])
})

test('a field can be made as soon as the service is known to make fields, also in a dialog opened before', async () => {
  const client = mappingsClient()
  let tell: (() => void) | undefined
  const asked = new Promise<void>((resolve) => (tell = resolve))
  client.answer('mappings:operations', async () => {
    await asked
    return offersAll
  })
  await open(client, '#/mappings')
  await page.getByRole('button', { name: 'Add a field' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a field' })
  await expect.element(dialog.getByRole('textbox', { name: 'Id of the field' })).toBeVisible()
  expect(dialog.element().textContent).not.toContain('makes no fields')
  tell?.()
  await expect.element(dialog.getByRole('button', { name: 'Make field' })).toBeVisible()
})

test.for(['typed in', 'pressed'])(
  'an id box that was %s stays when the service is known to make fields',
  async (how) => {
    const client = mappingsClient()
    let tell: (() => void) | undefined
    const asked = new Promise<void>((resolve) => (tell = resolve))
    client.answer('mappings:operations', () => asked.then(() => offersAll))
    await open(client, '#/mappings')
    await page.getByRole('button', { name: 'Add a field' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add a field' })
    const box = dialog.getByRole('textbox', { name: 'Id of the field' })
    await expect.element(box).toHaveFocus()
    if (how === 'typed in') await userEvent.keyboard('0198')
    else await box.click()
    tell?.()
    await expect.element(dialog.getByRole('button', { name: 'Make a new one' })).toBeVisible()
    await userEvent.keyboard('{Control>}a{/Control}{Delete}')
    await userEvent.keyboard('02')
    await expect.element(box).toHaveValue('02')
    await expect.element(box).toHaveFocus()
  }
)

test('what holds on a connector is listed, unmapped fields included', async () => {
  const client = mappingsClient()
  const of = (n: number, name: string, source: 'connector' | 'integration' | null) => ({
    ...{ fieldId: uuid(n), name, category: 'HRIS', model: 'employee', source, mappingId: null },
    expression: source && 'a.b'
  })
  client.answer('mappings:effective', () => ({
    fields: [of(1, 'work_country', 'connector'), of(2, 'badge_number', null)],
    complete: true
  }))
  await withField(client)
  await withConnectors(client)
  await page.getByRole('radio', { name: 'One connector' }).click()
  await page.getByRole('combobox', { name: 'Connector', exact: true }).fill('brightwater')
  await userEvent.keyboard('{Enter}')
  await page.getByText('What holds on').click()
  await expect.element(page.getByText('2 fields, 1 not mapped')).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'badge_number not mapped' })).toBeVisible()
  expect(client.asked('mappings:effective')[0]).toMatchObject({ key: 'HRIS:b1', model: 'employee' })
})

test('the ledger says what this computer did here; a deleted mapping comes back as a draft, not as a write', async () => {
  const gone = {
    ...{ id: uuid(7), scope: { kind: 'connector' as const, key: 'HRIS:b2' }, scopeName: 'Hollis Freight' },
    ...{ expression: 'employee.custom', before: null }
  }
  const field = { id: uuid(2), name: 'badge_number', category: 'HRIS', model: 'employee' }
  const client = mappingsClient({
    ledger: [
      madeUpLedgerEntry(1, { act: 'delete-mapping', mapping: gone, field }),
      madeUpLedgerEntry(2, { outcome: 'unknown' }),
      madeUpLedgerEntry(3, { region: 'eu' }),
      madeUpLedgerEntry(4, { mapping: { ...gone, scopeName: 'Umber (bamboohr)' } })
    ]
  })
  client.answer('ledger:export', () => ({ file: '/home/kim/ledger.csv', entries: 3 }))
  await open(client, '#/mappings')
  await expect
    .element(ledger.getByRole('row', { name: /Deleted badge_number One connector, Hollis Freight/ }))
    .toBeVisible()
  await expect.element(ledger).toHaveTextContent('outcome unknown')
  expect(ledger.getByRole('row').elements().length).toBe(4)
  await expect.element(ledger.getByRole('row', { name: /One connector, Umber, BambooHR/ })).toBeVisible()
  await ledger.getByRole('button', { name: 'Recreate' }).click()
  await expect.poll(text).toBe('employee.custom')
  await expect.element(page.getByRole('radio', { name: 'One connector' })).toBeChecked()
  expect(client.asked('mappings:create')).toHaveLength(0)
  await ledger.getByRole('button', { name: 'Export the ledger' }).click()
  await page.getByRole('button', { name: 'As CSV' }).click()
  await expect.element(ledger).toHaveTextContent('3 entries of both regions are in /home/kim/ledger.csv')
  await ledger.getByRole('button', { name: 'Close the ledger' }).click()
  await expect.poll(() => ledger.getByRole('row').elements().length).toBe(0)
})

test('a plan is shown dry, carried out as chosen, and each step tells how it went', async () => {
  const client = mappingsClient({ ledger: [madeUpLedgerEntry(1)] })
  const step = (id: string, kind: 'create-field' | 'create-mapping' | 'blocked', why: string) => ({
    ...{ id, kind, fieldName: 'cost_centre_code', category: 'HRIS', model: 'employee', scopeName: null },
    ...{ expression: null, before: null, why }
  })
  client.answer('ledger:plan', ({ from, to }) => ({
    ...{ id: uuid(5), madeAt: 0, from, to },
    steps: [
      step('a', 'create-field', 'No field of this name is there.'),
      { ...step('b', 'create-mapping', 'No mapping is there.'), scopeName: 'bamboohr' },
      step('c', 'blocked', 'No connector of this origin id is there.')
    ]
  }))
  client.answer('ledger:execute', ({ requestId }) => {
    const first = { stepId: 'a', outcome: 'done' as const, message: '' }
    client.emit('ledger:stepDone', { requestId, result: first })
    return { results: [first] }
  })
  await open(client, '#/mappings')
  await ledger.getByRole('button', { name: 'Bring to…' }).click()
  const dialog = page.getByRole('dialog', { name: /Bring what this computer made/ })
  await dialog.getByRole('button', { name: 'Dry run' }).click()
  await expect.element(dialog).toHaveTextContent('2 steps would write in Harbourline, EU; nothing is written yet.')
  await expect.element(dialog).toHaveTextContent('No connector of this origin id is there.')
  expect(client.asked('ledger:plan')[0]).toMatchObject({ from: { region: 'default' }, to: { region: 'eu' } })
  await dialog.getByRole('checkbox', { name: 'Make mapping cost_centre_code BambooHR' }).click()
  await dialog.getByRole('button', { name: 'Carry out 1 step' }).click()
  await expect.element(dialog.getByRole('row', { name: /Make field.*Done/ })).toBeVisible()
  expect(client.asked('ledger:execute')[0]).toMatchObject({ planId: uuid(5), stepIds: ['a'] })
})

test('without a token the view says so once, and what is kept can still be read', async () => {
  const client = mappingsClient({ ledger: [madeUpLedgerEntry(1)] })
  client.answer('app:getState', () => appState({ keychain: { state: 'locked', name: 'GNOME Keyring' } }))
  client.answer('mappings:operations', () => {
    throw new AppError('keychain-locked', 'locked')
  })
  await open(client, '#/mappings')
  await expect.element(page.getByRole('button', { name: 'Unlock keychain' })).toBeVisible()
  await expect.element(ledger.getByRole('row', { name: /cost_centre_code/ })).toBeVisible()
  await expect.element(page.getByRole('alert').filter({ hasText: 'keychain' })).not.toBeInTheDocument()
})
