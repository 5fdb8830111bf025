import type { Response } from '../../../shared/ipc'
import type { GuardSummary, GuardView } from '../../../shared/mappings/guard'
import type { LabResult, SampleSet } from '../../../shared/mappings/lab'
import type { ChangeLogEntry } from '../../../shared/mappings/change-log'
import type { CustomField, Mapping, MappingDraft, MappingOperations } from '../../../shared/mappings/mapping'
import type { BodyLine } from '../../../shared/viewer/windows'
import type { Place } from '../../../shared/workspaces/place'
import { FakeClient } from './fake-client'
import { appState, workspace } from './made-up'
import { uuid } from './passthrough'

export const saved = 'employee.address.country_code'

export function madeUpField(n: number, name: string | null, change: Partial<CustomField> = {}): CustomField {
  return {
    id: uuid(n),
    name,
    description: null,
    category: 'HRIS',
    model: 'employee',
    source: 'API',
    createdAt: null,
    from: 'service',
    ...change
  }
}

export function madeUpMapping(n: number, fieldId: string, change: Partial<Mapping> = {}): Mapping {
  return {
    id: uuid(100 + n),
    fieldId,
    scope: { kind: 'integration', slug: 'bamboohr' },
    expression: saved,
    createdAt: Date.now() - 80 * 86_400_000,
    updatedAt: null,
    from: 'service',
    ...change
  }
}

export function madeUpSet(n: number, change: Partial<SampleSet> = {}): SampleSet {
  return {
    id: uuid(200 + n),
    source: 'collection',
    name: 'raw data of Brightwater Clinics',
    of: { slug: 'bamboohr', category: 'HRIS', key: 'HRIS:b1' },
    records: 200,
    bytes: 90_000,
    readAt: Date.now() - 3_600_000,
    itemsOf: null,
    notices: [],
    ...change
  }
}

/** Two hundred made-up employees; `index` is the current record. */
export function madeUpResult(setId: string, index: number, change: Partial<LabResult> = {}): LabResult {
  const values = ['"DE"', '"DE"', 'null', '"AT"', '276', '"CH"'].map((text, at) => ({
    index: at,
    label: ['1042', '1043', '1047', '1051', '1058', '1060'][at] ?? '',
    text,
    type: text === 'null' ? ('null' as const) : text.startsWith('"') ? ('string' as const) : ('number' as const),
    problem: null
  }))
  const front = values[index] ?? { text: '"DE"', type: 'string' as const }
  const lost = front.type === 'null'
  return {
    problem: null,
    lints: [],
    sets: [
      {
        setId,
        records: 200,
        filled: 172,
        types: [
          { type: 'string', count: 168, first: 0 },
          { type: 'null', count: 28, first: 2 },
          { type: 'number', count: 4, first: 4 }
        ],
        problems: 0,
        distinct: [
          { text: '"DE"', count: 121 },
          { text: '"AT"', count: 31 },
          { text: '"CH"', count: 20 }
        ],
        distinctTotal: 3,
        values,
        change: { stay: 142, become: 30, change: 0, lose: 0, stillNull: 28, examples: [] },
        savedFilled: 142
      }
    ],
    front: {
      setId,
      index,
      text: front.text,
      cut: 0,
      type: front.type,
      problem: null,
      trace: lost
        ? [
            { text: 'employee', from: 0, to: 8, type: 'object', state: 'value', note: '14 keys' },
            { text: '.address', from: 8, to: 16, type: 'null', state: 'lost', note: 'null appears here' },
            { text: '.country_code', from: 16, to: 29, type: 'null', state: 'carried', note: 'still empty' }
          ]
        : [],
      lost: lost ? 'null came from step .address: it is null in the data.' : null,
      lostAt: lost ? '/employee/address' : null
    },
    took: 2,
    ...change
  }
}

export function madeUpChangeLogEntry(id: number, change: Partial<ChangeLogEntry> = {}): ChangeLogEntry {
  return {
    id,
    at: Date.now() - id * 3_600_000,
    workspaceId: workspace().id,
    region: 'default',
    act: 'create-mapping',
    outcome: 'done',
    operator: 'Ada',
    message: '',
    field: { id: uuid(1), name: 'cost_centre_code', category: 'HRIS', model: 'employee' },
    mapping: {
      id: uuid(300 + id),
      scope: { kind: 'integration', slug: 'bamboohr' },
      scopeName: 'BambooHR',
      expression: 'employee.cost_centre.code || employee.department.code',
      before: null
    },
    cascade: [],
    ...change
  }
}

const record = ['{', '"employee": {', '"id": 1047,', '"address": null,', '"fte": 0.8', '}', '}']
const recordLines = record.map((text, line): BodyLine => {
  const [, key = null, value = text] = /^(".*?"): (.*)$/.exec(text) ?? []
  const plain = value.replace(/,$/, '')
  const ends = [6, 5, null, null, null, null, null][line] ?? null
  return {
    line,
    depth: [0, 1, 2, 2, 2, 1, 0][line] ?? 0,
    node: line < 5 ? line : null,
    key,
    text: plain,
    kind: plain === 'null' ? 'null' : /^\d/.test(plain) ? 'number' : 'object',
    comma: value.endsWith(','),
    endLine: ends,
    cut: 0
  }
})

export const offersAll: MappingOperations = {
  listFields: true,
  createField: true,
  readField: true,
  changeField: true,
  listMappings: true,
  changeMapping: true,
  configuration: true,
  rawData: true,
  preview: true
}

/** Nothing is kept yet. */
export const madeUpGuard = (fieldId: string, scope: string, change: Partial<GuardView> = {}): GuardView => ({
  ...{
    fieldId,
    scope,
    samples: [],
    closed: [],
    kept: null,
    look: null,
    drift: [],
    details: null,
    keptBy: null,
    isKept: true
  },
  ...change
})

export function madeUpProfile(filled: number, change: Partial<NonNullable<GuardView['kept']>> = {}) {
  return {
    ...{ at: Date.now() - 60_000, records: 200, filled, problems: 0, distinct: 12 },
    types: [{ type: 'string', count: filled }],
    lengths: { least: 4, median: 4, most: 4 },
    source: { key: 'HRIS:b1', name: 'Brightwater Clinics', path: '/api/hris/v1/employees' },
    ...change
  }
}

interface MadeUp {
  fields?: CustomField[]
  mappings?: Mapping[]
  operations?: Partial<MappingOperations>
  sets?: SampleSet[]
  changeLog?: ChangeLogEntry[]
  guard?: Partial<GuardView>
  guards?: GuardSummary[]
}

/** Stores fields and mappings. */
export function mappingsClient(made: MadeUp = {}): FakeClient {
  const client = new FakeClient(appState())
  const fields = made.fields ?? [madeUpField(1, 'work_country'), madeUpField(2, 'badge_number')]
  let mappings = made.mappings ?? [madeUpMapping(1, uuid(1))]
  const operations = { ...offersAll, ...made.operations }
  const done = { outcome: 'done' as const, message: '', stillListed: null }
  let undone: () => void = () => undefined
  client.answer('lookups:read', () => ({
    integrations: [
      { slug: 'bamboohr', name: 'BambooHR', categories: ['HRIS'] },
      { slug: 'personio', name: 'Personio', categories: ['HRIS'] },
      { slug: 'personio_sftp', name: 'Personio (SFTP)', categories: ['HRIS'] },
      { slug: 'greenhouse', name: 'Greenhouse', categories: ['ATS'] }
    ],
    models: [
      { slug: 'employee', name: 'Employee', category: 'HRIS' },
      { slug: 'candidate', name: 'Candidate', category: 'ATS' }
    ],
    readAt: Date.now() - 60_000,
    error: null
  }))
  client.answer('mappings:operations', () => operations)
  client.answer('mappings:listFields', () => ({ fields, complete: operations.listFields, readAt: Date.now() }))
  client.answer('mappings:readField', ({ id }) => ({
    field: fields.find((field) => field.id === id) ?? madeUpField(9, null, { id, from: 'pasted' }),
    mappings: mappings.filter(({ fieldId }) => fieldId === id),
    complete: operations.listMappings,
    counts: null
  }))
  client.answer('mappings:create', ({ fieldId, scope, expression }) => {
    const made = madeUpMapping(50 + mappings.length, fieldId, { scope, expression })
    mappings = [...mappings, made]
    undone = () => (mappings = mappings.filter((one) => one !== made))
    return { ...done, mapping: made, entryId: 7 }
  })
  client.answer('mappings:change', ({ mappingId, expression }) => {
    const before = mappings
    undone = () => (mappings = before)
    mappings = mappings.map((one) => (one.id === mappingId ? { ...one, expression } : one))
    return { ...done, mapping: mappings.find(({ id }) => id === mappingId) ?? null, entryId: 7 }
  })
  client.answer('mappings:undo', () => {
    undone()
    return { ...done, mapping: null, entryId: 8 }
  })
  client.answer('mappings:delete', ({ mappingId }) => {
    mappings = mappings.filter(({ id }) => id !== mappingId)
    return done
  })
  client.answer('mappings:effective', () => ({ fields: [], complete: true }))
  let drafts: (Place & { draft: MappingDraft })[] = []
  const other = (of: Place, fieldId: string, scope: string) => (one: Place & { draft: MappingDraft }) =>
    one.region !== of.region || one.draft.fieldId !== fieldId || one.draft.scope !== scope
  client.answer('mappings:drafts', ({ region }) =>
    drafts.filter((one) => one.region === region).map(({ draft }) => draft)
  )
  client.answer('mappings:putDraft', ({ draft, ...place }) => {
    drafts = [{ ...place, draft }, ...drafts.filter(other(place, draft.fieldId, draft.scope))]
    return { kept: true }
  })
  client.answer('mappings:dropDraft', ({ fieldId, scope, ...place }) => {
    drafts = drafts.filter(other(place, fieldId, scope))
  })
  client.answer('mappings:changeLog', () => ({ entries: made.changeLog ?? [], next: null }))
  client.answer('mappings:listSets', () => made.sets ?? [])
  client.answer('mappings:dropSet', () => undefined)
  client.answer('mappings:openSample', ({ setId, index }) => ({
    responseId: `${setId}:${index}`,
    summary: { kind: 'json', prettyLines: record.length, rawLines: 1, values: 5, notices: [], tables: [] },
    object: true
  }))
  client.answer('mappings:evaluate', ({ expression, setIds, saved, front }): Response<'mappings:evaluate'> => {
    const nothing = { lints: [], sets: [], front: null, took: 1 }
    const position = expression.indexOf('upper')
    if (position >= 0)
      return { problem: { kind: 'value', message: 'There is no function upper().', position }, ...nothing }
    const [setId] = setIds
    if (setId === undefined) return { problem: null, ...nothing }
    const result = madeUpResult(setId, front?.index ?? 0)
    return saved === null
      ? { ...result, sets: result.sets.map((set) => ({ ...set, change: null, savedFilled: null })) }
      : result
  })
  client.answer('mappings:keysAt', () => ({
    from: 0,
    keys: [
      { key: 'employee', type: 'object' },
      { key: 'e mail', type: 'string' }
    ]
  }))
  client.answer('mappings:guard', ({ fieldId, scope }) => madeUpGuard(fieldId, scope, made.guard))
  client.answer('mappings:guards', () => made.guards ?? [])
  client.answer('passthrough:readLines', () => ({ total: record.length, lines: recordLines }))
  client.answer('passthrough:readChildren', ({ node }) => {
    const child = (of: number, name: string) => ({
      node: of,
      name,
      kind: of === 3 ? ('null' as const) : ('object' as const),
      text: of === 3 ? 'null' : '',
      cut: 0,
      children: of === 3 ? 0 : 1,
      repeated: false
    })
    const at = node === null ? child(0, '') : node === 0 ? child(1, 'employee') : child(3, 'address')
    return { total: 1, nodes: [at] }
  })
  client.answer('app:cancelJob', () => true)
  return client
}
