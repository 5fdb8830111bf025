import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SampleOrigin, SampleSet, SetResult } from '../../shared/mappings/lab'
import { place, signal, testMappings, type TestMappings } from './testing'
import type { TrialQuestion } from './trial'

const sampleId = '00000000-0000-4000-8000-000000000abc'
let test: TestMappings
let asked: TrialQuestion[]
beforeEach(async () => {
  test = await testMappings()
  asked = []
  await test.lookups.read(place, true, signal)
  test.refresh()
})
afterEach(() => test.close())

/** The operator tested on data of this origin. */
function triedOn(of: SampleOrigin | null, change: Partial<SetResult> = {}) {
  const set: SampleSet = {
    ...{ id: sampleId, source: 'collection', name: 'employees of Brightwater', of, records: 200 },
    ...{ bytes: 1, readAt: 1, itemsOf: null, notices: [] }
  }
  const result: SetResult = {
    ...{ setId: sampleId, records: 200, filled: 175, types: [], problems: 0, distinct: [], distinctTotal: 0 },
    ...{ values: [], savedFilled: 155 },
    change: {
      ...{ stay: 0, become: 42, change: 133, lose: 22, stillNull: 3 },
      examples: [
        { kind: 'change', label: '1042', before: '"DE"', now: '"DEU"' },
        { kind: 'change', label: '1043', before: '"AT"', now: '"AUT"' },
        { kind: 'become', label: '1044', before: 'null', now: '"CHE"' },
        { kind: 'lose', label: '1047', before: '"US"', now: 'null' }
      ]
    },
    ...change
  }
  test.tried.trial = async (question) => {
    asked.push(question)
    return { set, result }
  }
}

const bamboohr = () => test.some(({ integration_slug }) => integration_slug === 'bamboohr')
const keyOf = ({ id }: { id: string }) => `HRIS:${id}`

async function costCenter() {
  const { fields } = await test.mappings.fields.list(place, signal)
  const { id } = fields.find(({ name }) => name === 'cost_center') ?? expect.fail('no field')
  const { mappings } = await test.mappings.fields.read(place, id, signal)
  const shared = mappings.find(({ scope }) => scope.kind === 'integration' && scope.slug === 'bamboohr')
  return { id, shared: shared ?? expect.fail('not mapped for BambooHR') }
}

async function change(options: { sampleId: string | null }) {
  const { id, shared } = await costCenter()
  await test.mappings.mappings.change(place, id, shared.id, 'a.b', signal, options)
  return { shared, act: test.acts.at(-1) ?? expect.fail('Nothing was asked.') }
}

it('a change for an integration says whom it reaches, what changes, and what becomes null', async () => {
  triedOn({ slug: 'bamboohr', category: 'HRIS', key: keyOf(bamboohr()) })
  const { act, shared } = await change({ sampleId })
  const reached = test.service.connectors.filter(
    (one) => one.category === 'HRIS' && one.integration_slug === 'bamboohr'
  )
  const employees = reached.reduce((sum, one) => sum + (one.total_employees ?? 0), 0)
  expect(reached.length).toBeGreaterThan(1)
  expect(act.facts).toEqual([
    ['Field', 'cost_center'],
    ['Model', 'employee, HRIS'],
    ['Applies to', 'BambooHR'],
    ['Expression', 'a.b'],
    ['Before', shared.expression],
    ['Affects', `${reached.length} BambooHR connectors, ${employees.toLocaleString('en')} employees`],
    ['Tested on', 'employees of Brightwater: 200 records'],
    ['Values', '133 changed, 42 newly filled, 22 become null, 3 still empty'],
    ['Changes', '1042: "DE" → "DEU"; 1043: "AT" → "AUT"'],
    ['Newly filled', '1044: null → "CHE"'],
    ['Becomes null', '1047: "US" → null']
  ])
  expect(act.warnings).toEqual(['22 sample records lose their value.'])
  expect(asked).toEqual([{ place, setId: sampleId, expression: 'a.b', saved: shared.expression }])
})

it('a colleague who has to agree reads the same: whom it reaches, and how the sample changes', async () => {
  triedOn({ slug: 'bamboohr', category: 'HRIS', key: keyOf(bamboohr()) })
  test.person.needsColleague = true
  await change({ sampleId })
  const [given] = test.colleagueAsked
  expect(given?.shown.facts).toContainEqual(['Tested on', 'employees of Brightwater: 200 records'])
  expect(given?.shown.facts).toContainEqual(['Values', '133 changed, 42 newly filled, 22 become null, 3 still empty'])
  expect(given?.shown.facts).toContainEqual(['Becomes null', '1047: "US" → null'])
  expect(given?.shown.warnings).toEqual(['22 sample records lose their value.'])
  // The sample names its customer: the text goes once they are forgotten.
  expect(given?.about).toEqual([keyOf(bamboohr())])
})

it('a sample of another integration says so', async () => {
  triedOn({ slug: 'personio', category: 'HRIS', key: null }, { change: null })
  expect((await change({ sampleId })).act.warnings).toEqual(['Tested on Personio data, not BambooHR.'])
})

it.each([
  ['nothing was tried', () => null],
  ['the sample is no longer kept', () => sampleId]
])('says that it was not tested where %s', async (_, sample) => {
  expect((await change({ sampleId: sample() })).act.warnings).toEqual(['Not tested on any sample data.'])
})

it('warns of an expression that gives nothing, and of a list whose items are parts of a payload', async () => {
  triedOn(null, { filled: 0 })
  const { act } = await change({ sampleId })
  expect(act.warnings).toEqual([
    'Tested on data of unknown origin, perhaps not BambooHR.',
    'No sample record gets a value.'
  ])
})

it('warns of a sample of the same integration in another category', async () => {
  triedOn({ slug: 'bamboohr', category: 'ATS', key: null })
  const { act } = await change({ sampleId })
  expect(act.warnings).toContain('Tested on ATS data of BambooHR, not on HRIS data.')
})

it('a connector is compared with its integration’s mapping, and then counts apart from it', async () => {
  const one = bamboohr()
  const { id, shared } = await costCenter()
  triedOn({ slug: 'bamboohr', category: 'HRIS', key: keyOf(one) })
  const scope = { kind: 'connector' as const, key: keyOf(one) }
  await test.mappings.mappings.create(place, id, scope, 'own.b', signal, { sampleId })
  expect(asked).toEqual([{ place, setId: sampleId, expression: 'own.b', saved: shared.expression }])
  expect(test.acts.at(-1)?.facts).toContainEqual(['Until now', `${shared.expression}, of the whole integration`])
  const employees = (one.total_employees ?? 0).toLocaleString('en')
  expect(test.acts.at(-1)?.facts).toContainEqual(['Affects', `1 connector, ${employees} employees`])
  const { act } = await change({ sampleId: null })
  expect(act.facts).toContainEqual(['Not affected', '1 connector with a mapping of their own'])
})

it('a deletion says whom it reaches, and is not said to be untested', async () => {
  const { id, shared } = await costCenter()
  await test.mappings.mappings.delete(place, id, shared.id, signal)
  expect(test.acts.at(-1)).toMatchObject({
    warnings: [],
    facts: expect.arrayContaining([['Affects', expect.stringContaining('BambooHR connectors')]])
  })
})

it('what a new mapping gives is compared with null', async () => {
  triedOn({ slug: 'gusto', category: 'HRIS', key: null })
  const { fields } = await test.mappings.fields.list(place, signal)
  const { id = '' } = fields.find(({ name }) => name === 'second_manager') ?? {}
  await test.mappings.mappings.create(place, id, { kind: 'integration', slug: 'gusto' }, 'a', signal, { sampleId })
  expect(asked).toEqual([{ place, setId: sampleId, expression: 'a', saved: '`null`' }])
})

it('does not count employees where the records of connectors have none', async () => {
  const { fields } = await test.mappings.fields.list(place, signal)
  const field = fields.find(({ name }) => name === 'candidate_source') ?? expect.fail('no field')
  const { mappings } = await test.mappings.fields.read(place, field.id, signal)
  const [lever] = mappings
  await test.mappings.mappings.change(place, field.id, lever?.id ?? '', 'a.b', signal)
  const reached = test.service.connectors.filter(
    (one) => one.category === 'ATS' && one.integration_slug === 'lever'
  ).length
  expect(reached).toBeGreaterThan(1)
  expect(test.acts.at(-1)?.facts).toContainEqual(['Affects', `${reached} Lever connectors`])
})

it('says "at least" where some connectors have not counted their employees yet', async () => {
  const counted = test.service.connectors.filter(
    (one) => one.category === 'HRIS' && one.integration_slug === 'bamboohr' && one.total_employees
  )
  const [first, ...others] = counted
  const employees = others.reduce((sum, one) => sum + (one.total_employees ?? 0), 0)
  Object.assign(first ?? expect.fail('no connector'), { total_employees: null })
  test.refresh()
  const { act } = await change({ sampleId: null })
  const said = `at least ${employees.toLocaleString('en')} employees`
  expect(act.facts).toContainEqual(['Affects', expect.stringContaining(said)])
})
