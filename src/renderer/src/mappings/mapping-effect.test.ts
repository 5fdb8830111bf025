import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { madeUpField, madeUpMapping, madeUpResult, madeUpSet, mappingsClient, saved } from '../testing/made-up-mappings'
import { save, type, withConnectors, withField } from '../testing/mappings-view'
import { uuid } from '../testing/passthrough'

beforeEach(() => localStorage.clear())

const effect = page.getByRole('region', { name: 'If saved' })
const draft = page.getByRole('status', { name: 'Draft' })
const own = madeUpMapping(2, uuid(1), { scope: { kind: 'connector', key: 'HRIS:b2' }, expression: 'employee.own' })

async function forHollis() {
  await page.getByRole('radio', { name: 'One connector' }).click()
  await page.getByRole('combobox', { name: 'Connector', exact: true }).fill('hollis')
  await userEvent.keyboard('{Enter}')
}

test('an edited expression says at once what is in force, and how the sample records change', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  const [set] = madeUpResult(uuid(201), 0).sets
  const example = { kind: 'change' as const, label: '1042', before: '"DE"', now: '"AT"' }
  await withField(client)
  await withConnectors(client)
  await expect.element(effect).not.toBeInTheDocument()
  client.answer('mappings:evaluate', ({ front }) => ({
    ...madeUpResult(uuid(201), front?.index ?? 0),
    sets: set
      ? [{ ...set, change: { stay: 142, become: 28, change: 1, lose: 1, stillNull: 28, examples: [example] } }]
      : []
  }))
  await type('employee.b')
  await expect.element(effect).toHaveTextContent(`Now ${saved} from BambooHR; 30 of 200 sample records change.`)
  await expect.element(effect).toHaveTextContent('1042: "DE" → "AT"')
  await save.click()
  await expect.element(effect).not.toBeInTheDocument()
  await expect.element(draft).toHaveTextContent('no changes')
})

test('a connector without a mapping of its own is compared with that of its integration', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  await withField(client)
  await withConnectors(client)
  await forHollis()
  await type('employee.b')
  await expect.element(effect).toHaveTextContent(`Now ${saved} from BambooHR; 30 of 200 sample records change.`)
  await expect.element(page.getByText(`Would override ${saved} of the whole integration, BambooHR.`)).toBeVisible()
  expect(client.asked('mappings:evaluate').at(-1)?.saved).toBe(saved)
})

test('a connector that is not loaded is not said to be without a mapping', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  const desk = await withField(client)
  desk.rooms?.mappings.bench?.beginFor('HRIS:b2')
  await type('employee.b')
  await expect.element(effect).toHaveTextContent('Current mapping not known, because the connector is not loaded;')
  await withConnectors(client)
  await expect.element(effect).toHaveTextContent(`Now ${saved} from BambooHR`)
})

test('a sentence about the mapping in force ends where nothing follows it', async () => {
  const client = mappingsClient({ sets: [madeUpSet(1)] })
  const [set] = madeUpResult(uuid(201), 0).sets
  await withField(client)
  await withConnectors(client)
  client.answer('mappings:evaluate', ({ front }) => ({
    ...madeUpResult(uuid(201), front?.index ?? 0),
    sets: set ? [{ ...set, change: null }] : []
  }))
  await type('employee.b')
  await expect.element(effect).toHaveTextContent(/from BambooHR\.$/)
})

test('an override shows what it overrides', async () => {
  const client = mappingsClient({ mappings: [madeUpMapping(1, uuid(1)), own], sets: [madeUpSet(1)] })
  await withField(client)
  await withConnectors(client)
  await forHollis()
  await expect.element(page.getByText(`Overrides ${saved} of the whole integration, BambooHR.`)).toBeVisible()
  await type('employee.b')
  await expect.element(effect).toHaveTextContent('Now employee.own from Hollis Freight; 30 of 200')
})

test('where nothing is mapped, it says how many records get a value; without samples, how to see it', async () => {
  const client = mappingsClient({ mappings: [], sets: [madeUpSet(1)] })
  await withField(client)
  await withConnectors(client)
  await type('employee.b')
  await expect.element(effect).toHaveTextContent('Not mapped now; 172 of 200 sample records get a value.')
  await page.getByRole('button', { name: 'Change sample data' }).click()
  await page.getByRole('button', { name: 'Remove raw data of Brightwater Clinics' }).click()
  await expect.element(effect).toHaveTextContent('Not mapped now; add sample data to see which records change.')
})

test('text typed before a scope is chosen leaves no draft behind once it is saved', async () => {
  const field = madeUpField(1, 'work_country')
  const client = mappingsClient({ fields: [field], mappings: [own] })
  await withField(client)
  await withConnectors(client)
  await page.getByRole('radio', { name: 'Whole integration' }).click()
  await type('employee.b')
  await forHollis()
  await save.click()
  await expect.element(draft).toHaveTextContent('no changes')
  await expect.poll(() => client.asked('mappings:change').at(-1)?.expression).toBe('employee.b')
  await expect.element(page.getByText('unsaved draft')).not.toBeInTheDocument()
})
