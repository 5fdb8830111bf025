import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { madeUpResult, madeUpSet, mappingsClient } from '../testing/made-up-mappings'
import { check, fieldBox, result, samples, text, type, withConnectors, withField } from '../testing/mappings-view'
import { row } from '../testing/made-up'
import { open } from '../testing/open'
import { uuid } from '../testing/passthrough'

beforeEach(() => localStorage.clear())

test('records are stepped through; words, trace and record show where a value was lost', async () => {
  await withField(mappingsClient({ sets: [madeUpSet(1)] }))
  await expect.element(samples).toHaveTextContent('1 of 200')
  await expect.element(result).toHaveTextContent('"DE"')
  await samples.getByRole('button', { name: 'Record 1047: null' }).click()
  await expect.element(result).toHaveTextContent('null came from step .address: it is null in the data.')
  await expect.element(result.getByRole('row', { name: '.address null null appears here' })).toBeVisible()
  await expect.element(samples.getByText('becomes empty here')).toBeVisible()
  await samples.getByRole('button', { name: 'Previous record' }).click()
  await expect.element(samples).toHaveTextContent('2 of 200')
})

test('fill rate, odd types and what saving would change are counted over all records', async () => {
  await withField(mappingsClient({ sets: [madeUpSet(1)] }))
  const fill = page.getByRole('region', { name: 'Fill rate' })
  await expect.element(fill).toHaveTextContent('86 % of 200 records, saved mapping 71 %')
  await expect.element(fill).toHaveTextContent('168 string')
  await expect.element(fill).toHaveTextContent('DE 121, AT 31, CH 20')
  expect(page.getByText('newly filled').elements()).toEqual([])
  await type('employee.country')
  await expect.element(page.getByText('newly filled')).toBeVisible()
  await expect.element(page.getByRole('option', { name: /work_country/ })).toHaveTextContent('86 %')
  await fill.getByRole('button', { name: /1058/ }).click()
  await expect.element(samples).toHaveTextContent('5 of 200')
})

test('a value of the sample is used: into an empty editor at once, else offered', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)], mappings: [] })
  client.answer('mappings:expressionsFor', () => [
    { expression: 'employee.id', why: 'By its keys.' },
    { expression: '*.id', why: 'Wherever it stands.' }
  ])
  await withField(client)
  await samples.getByText('1047').last().click()
  await expect.poll(text).toBe('employee.id')
  expect(client.asked('mappings:expressionsFor')).toEqual([{ responseId: `${madeUpSet(1).id}:0`, node: 2 }])
  const offer = samples.getByRole('group', { name: 'Map this value' })
  await offer.getByRole('button', { name: 'Use this path' }).last().click()
  await expect.poll(text).toBe('*.id')
})

test('a set that main dropped for another is asked about no more', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  await withField(client)
  await expect.element(samples).toHaveTextContent('1 of 200')
  client.answer('mappings:takePaste', () => madeUpSet(2, { name: 'pasted' }))
  client.answer('mappings:listSets', () => [madeUpSet(2, { name: 'pasted' })])
  await samples.getByRole('button', { name: 'Change sample data' }).click()
  await samples.getByRole('button', { name: 'Paste' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Sample' }).fill('{}')
  await page.getByRole('dialog').getByRole('button', { name: 'Use as sample data' }).click()
  await expect.poll(() => client.asked('mappings:evaluate').at(-1)?.setIds).toEqual([madeUpSet(2).id])
})

test('several samples are compared by the type they give', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1), madeUpSet(2, { name: 'a file' })] })
  const evaluated = (setId: string, type: 'string' | 'number') => ({
    ...{ setId, records: 2, filled: 2, problems: 0, distinct: [], distinctTotal: 1, values: [] },
    ...{ types: [{ type, count: 2, first: 0 }], change: null, savedFilled: null }
  })
  client.answer('mappings:evaluate', ({ setIds }) => ({
    problem: null,
    lints: [],
    sets: setIds.map((id, at) => evaluated(id, at === 0 ? 'string' : 'number')),
    front: null,
    took: 1
  }))
  await withField(client)
  const all = page.getByRole('region', { name: 'All sample data' })
  await expect.element(all).toHaveTextContent('Samples give different types: string and number.')
  await all.getByRole('button', { name: 'a file' }).click()
  await expect.element(samples.getByText('a file, as of')).toBeVisible()
})

test('text that is pasted becomes a sample; what is not JSON does not', async () => {
  const client = mappingsClient()
  client.answer('mappings:takePaste', () => madeUpSet(3, { source: 'paste', name: 'pasted text', records: 1 }))
  await withField(client)
  await samples.getByRole('button', { name: 'Paste' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste sample data' })
  await dialog.getByRole('textbox', { name: 'Sample' }).fill('{"a": ')
  await expect.element(dialog).toHaveTextContent('Not valid JSON')
  await expect.element(dialog.getByRole('button', { name: 'Use as sample data' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Sample' }).fill('{"a": 1}')
  await dialog.getByRole('button', { name: 'Use as sample data' }).click()
  await expect.poll(() => client.asked('mappings:takePaste')[0]?.text).toBe('{"a": 1}')
  await expect.element(samples).toHaveTextContent('1 of 1')
})

/** A list of twenty: one record, or one per item. */
function withResponse() {
  const client = mappingsClient({ mappings: [] })
  client.answer('passthrough:copyNode', () => 'data[3].address.country')
  client.answer('mappings:takeResponse', ({ name }) => madeUpSet(4, { source: 'passthrough', name, records: 1 }))
  client.answer('mappings:takeItems', () => madeUpSet(5, { source: 'passthrough', records: 20, itemsOf: 'data' }))
  client.answer('mappings:openSample', ({ setId, index }) => {
    const tables = setId === madeUpSet(4).id ? [{ node: 1, jmespath: 'data', rows: 20 }] : []
    const summary = { kind: 'json' as const, prettyLines: 7, rawLines: 1, values: 5, notices: [], tables }
    return { responseId: `${setId}:${index}`, summary, object: true }
  })
  return client
}

test('a value mapped from Passthrough: the response stays whole, and the whole path is typed', async () => {
  const client = withResponse()
  const desk = await withField(client)
  await desk.rooms?.mappings.takeSample({ responseId: 'body', node: 17, name: 'employees, Umber' })
  expect(client.asked('mappings:takeResponse')[0]).toMatchObject({ responseId: 'body', name: 'employees, Umber' })
  await expect.element(samples).toHaveTextContent('1 of 1')
  await expect.element(samples).toHaveTextContent('One whole payload, as the API evaluates it.')
  await expect.poll(text).toBe('data[3].address.country')
})

test('items of a list become records by choice only, with a note, and they are not sent to the service', async () => {
  const client = withResponse()
  const desk = await withField(client)
  await withConnectors(client)
  await desk.rooms?.mappings.takeSample({ responseId: 'body', node: 17, name: 'employees, Umber' })
  await expect.element(result.getByRole('button', { name: 'Check on server' })).toBeVisible()
  await samples.getByRole('button', { name: 'Use the 20 items of data as records' }).click()
  expect(client.asked('mappings:takeItems')).toEqual([{ setId: madeUpSet(4).id, index: 0, node: 1 }])
  await expect.element(samples).toHaveTextContent('4 of 20')
  await expect.element(samples).toHaveTextContent('Items of data: parts of a payload.')
  // Results take height: a button that moves between press and release gets no click.
  await expect.element(check).toHaveTextContent('Tested on items of a list only.')
  const offer = samples.getByRole('group', { name: 'Map this value' })
  await offer.getByRole('button', { name: 'Use this path' }).click()
  await expect.poll(text).toBe('address.country')
  await expect.element(check).toHaveTextContent('Tested on items of a list only.')
  await expect.element(result.getByRole('button', { name: 'Check on server' })).toBeDisabled()
  await expect.element(result).toHaveTextContent('Items of a list are parts of a payload and are not sent.')
})

test('a sample that is not an object is not sent, and the button says why', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1, { records: 1 })] })
  client.answer('mappings:openSample', ({ setId, index }) => ({
    responseId: `${setId}:${index}`,
    summary: { kind: 'json', prettyLines: 7, rawLines: 1, values: 5, notices: [], tables: [] },
    object: false
  }))
  await withField(client)
  await withConnectors(client)
  await expect.element(result).toHaveTextContent('This sample is not an object. The server evaluates objects only.')
  await expect.element(result.getByRole('button', { name: 'Check on server' })).toBeDisabled()
})

test('raw data of an integration; null is “no sample yet”, never a sample of one record', async () => {
  const client = mappingsClient()
  client.answer('mappings:takeRawData', () => null)
  await withField(client)
  await withConnectors(client)
  await samples.getByRole('button', { name: 'Get from API…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Get a sample from the API' })
  await expect.element(dialog.getByRole('radio', { name: 'An integration (standard sample)' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Get sample' }).click()
  await expect.element(dialog).toHaveTextContent('no sample for this model yet')
  const from = { kind: 'integration', slug: 'bamboohr', category: 'HRIS' }
  expect(client.asked('mappings:takeRawData')[0]).toMatchObject({ from, name: 'BambooHR', model: 'employee' })
  await dialog.getByRole('radio', { name: 'A connector' }).click()
  await expect.element(samples).not.toHaveTextContent('1 of 1')
})

test('with a scope, the records that fit it are fetched without a dialog', async () => {
  const client = mappingsClient()
  client.answer('mappings:takeCollection', ({ name }) => madeUpSet(4, { name }))
  await withField(client)
  await withConnectors(client)
  await samples.getByRole('button', { name: 'Fetch Employees of Brightwater Clinics' }).click()
  await expect.element(result).toHaveTextContent('live')
  expect(client.asked('mappings:takeCollection')).toMatchObject([
    { key: 'HRIS:b1', path: '/api/hris/v1/employees', most: 200 }
  ])
})

test('the connector whose records are offered is active, and stays while a refresh brings others', async () => {
  const client = mappingsClient()
  const desk = await withField(client)
  await expect.poll(() => client.refreshId).not.toBe('')
  const bring = (...rows: ReturnType<typeof row>[]) => client.connectors.hold(rows)
  bring(row('HRIS', 'b1', { end_user: 'Asleep', is_active: false }), row('HRIS', 'b3', { end_user: 'Hollis Freight' }))
  const fetch = samples.getByRole('button', { name: /^Fetch Employees of/ })
  await expect.element(fetch).toHaveTextContent('Fetch Employees of Hollis Freight')
  bring(row('HRIS', 'b2', { end_user: 'Brightwater Clinics' }))
  await expect.poll(() => desk.connectors.active?.size).toBe(3)
  await expect.element(fetch).toHaveTextContent('Fetch Employees of Hollis Freight')
})

test('samples and records of the same name are told apart', async () => {
  const at = new Date('2026-11-20T09:12:05').getTime()
  const name = 'employees of Umber'
  const sets = [madeUpSet(1, { name, readAt: at }), madeUpSet(2, { name, readAt: at - 61_000 }), madeUpSet(3)]
  const client = mappingsClient({ sets })
  client.answer('mappings:evaluate', ({ front }) => {
    const result = madeUpResult(uuid(201), front?.index ?? 0)
    const values = (result.sets[0]?.values ?? []).map((one) => ({ ...one, label: one.index < 2 ? 'Ada' : one.label }))
    return { ...result, sets: result.sets.map((set) => ({ ...set, values })) }
  })
  await withField(client)
  await expect.element(samples.getByRole('button', { name: 'Record Ada (2): "DE"' })).toBeVisible()
  await samples.getByRole('button', { name: 'Change sample data' }).click()
  await expect.element(samples.getByRole('radio', { name: `${name}, 09:12:05` })).toBeChecked()
  await samples.getByRole('button', { name: `Remove ${name}, 09:11:04` }).click()
  await expect.poll(() => client.asked('mappings:dropSet')).toEqual([{ setId: uuid(202) }])
  await expect
    .element(samples.getByRole('radio', { name: 'raw data of Brightwater Clinics 200 records' }))
    .toBeVisible()
})

test('a value mapped before a field is chosen waits for it, and begins with its connector alone', async () => {
  const client = mappingsClient()
  client.answer('passthrough:copyNode', () => 'data[0].address.country')
  client.answer('mappings:takeResponse', ({ name }) => madeUpSet(4, { source: 'passthrough', name, records: 1 }))
  const desk = await open(client, '#/mappings')
  await withConnectors(client)
  const value = { responseId: 'body', node: 17, name: 'employees of Brightwater Clinics', connectorKey: 'HRIS:b1' }
  await desk.rooms?.mappings.takeSample(value)
  await expect.element(samples).toHaveTextContent('Select a field on the left first.')
  await fieldBox.fill('work_country')
  await userEvent.keyboard('{Enter}')
  await expect.poll(text).toBe('data[0].address.country')
  await expect.element(page.getByRole('radio', { name: 'One connector' })).toBeChecked()
  await expect
    .element(page.getByRole('combobox', { name: 'Connector', exact: true }))
    .toHaveValue('Brightwater Clinics, BambooHR, HRIS')
})

/** Line ten can fold. */
async function withMarked() {
  const client = mappingsClient({ mappings: [] })
  const rows = 90
  client.answer('passthrough:copyNode', () => '"key 80"')
  client.answer('mappings:takeResponse', ({ name }) => madeUpSet(4, { source: 'passthrough', name, records: 2 }))
  client.answer('mappings:openSample', ({ setId, index }) => ({
    responseId: `${setId}:${index}`,
    summary: { kind: 'json', prettyLines: rows + 1, rawLines: 1, values: rows, notices: [], tables: [] },
    object: true
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
  await desk.rooms?.mappings.takeSample({ responseId: 'body', node: 17, name: 'employees, Umber' })
  await expect.element(result).toHaveTextContent('live')
  await expect.element(marked).toBeVisible()
  await expect.poll(() => out()).toBeLessThanOrEqual(0)
  return client
}

const marked = samples.getByText('the value you selected')
const body = samples.getByRole('grid', { name: 'Body, pretty' })
/** px below the body's edge */
const out = () => {
  const [line = 0, box = 0] = [marked, body].map((one) => Math.floor(one.element().getBoundingClientRect().bottom))
  return line - box
}

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

test.for(['the wheel', 'the keyboard'])('an operator who moves in the record by %s is not pulled back', async (by) => {
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

test('another value that is used becomes the chosen one', async () => {
  const client = await withMarked()
  client.answer('mappings:expressionsFor', () => [{ expression: '"key 79"', why: 'By its keys.' }])
  await samples.getByText('"key 79"').click()
  await samples.getByRole('button', { name: 'Map this value' }).click()
  await expect.element(samples.getByRole('group', { name: 'Map this value' })).toBeVisible()
  await expect.element(marked).not.toBeInTheDocument()
})
