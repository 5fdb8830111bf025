import { catalogue, type Collection, type CollectionParam } from '../../shared/data/catalogue'
import { customValues } from '../collections/custom-values'
import { isUuid } from '../collections/ids'
import { specOf } from '../collections'
import { referredBy, relationOf } from '../collections/relations'
import { rawOf } from '../collections/raw'
import { rosterOf, type ModelRecord, type Roster } from '../collections/roster'
import { connectorOf } from '../caller'
import { uuidInPath } from '../fields'
import { answerListing } from '../page'
import { QueryReader } from '../query'
import { Problem, type Reply } from '../reply'
import type { Call, Route } from '../router'
import type { PracticeConnector } from '../connector'

interface Asked {
  of: Collection
  name: string
  connector: PracticeConnector
  roster: Roster
}

export const collectionRoutes: readonly Route[] = catalogue
  .filter((of) => of.needsConnector)
  .flatMap((of): Route[] => [
    { method: 'GET', path: of.path, answer: (call) => listModel(call, asked(call, of)) },
    ...(of.byId
      ? [{ method: 'GET', path: `${of.path}/:id`, answer: (call: Call) => readRecord(call, asked(call, of)) }]
      : [])
  ])

function asked(call: Call, of: Collection): Asked {
  const connector = connectorOf(call, of.category ?? undefined)
  return { of, name: of.path.split('/').at(-1) ?? '', connector, roster: rosterOf(call, connector) }
}

function listModel(call: Call, asked: Asked): Reply {
  const { of, name, connector, roster } = asked
  // Undeclared parameters are ignored.
  const declared = new Set(of.params.map((one) => one.name))
  const reader = new QueryReader(
    call.query,
    (param) => declared.has(param) || param === 'page_size' || param === 'cursor'
  )
  const picked = pick(reader, roster, name)
  const after = reader.time('modified_after')
  const filters = filtersOf(reader, of.params)
  const shown = readShown(call, reader, asked)
  const place = (index: number) => picked?.[index] ?? index
  const keep = (index: number) =>
    (after === undefined || roster.modifiedAt(name, place(index)) > after) &&
    (filters.length === 0 || filters.every((fits) => fits(roster.record(name, place(index)))))

  return answerListing(
    call,
    reader,
    {
      name: `${call.path} ${connector.id}`,
      length: picked?.length ?? roster.size(name),
      ...(after === undefined && filters.length === 0 ? {} : { keep }),
      item: (index) => shown(place(index)),
      moving: call.knobs.moving
    },
    { fallback: of.pageSize.default, max: of.pageSize.max }
  )
}

function readRecord(call: Call, asked: Asked): Reply {
  const { of, name, roster } = asked
  const id = uuidInPath(call.params, 'id')
  const reader = new QueryReader(call.query, (param) => of.byId?.params.includes(param) ?? false)
  const shown = readShown(call, reader, asked)
  reader.done()
  const at = roster.indexOf(name, id)
  if (at === undefined) throw new Problem(404, 'Record not found')
  return { status: 200, body: shown(at, true) }
}

function readShown(call: Call, reader: QueryReader, { of, name, connector, roster }: Asked) {
  const withRaw = reader.bool('include_raw_data')
  const expansions = expansionsOf(reader, roster, name, of.relations)
  const { model, detail } = specOf(roster.category, name)
  const custom = reader.bool('include_custom_fields')
    ? customValues(call.world, connector, { category: roster.category, model })
    : undefined
  return (at: number, alone = false) => {
    const record = roster.record(name, at)
    const raw = withRaw || custom ? rawOf(roster, name, at, record) : undefined
    return {
      ...record,
      ...(alone ? detail?.(record) : {}),
      ...expanded(roster, record, expansions),
      ...(withRaw ? { raw_data: raw } : {}),
      ...(custom ? { custom_fields: custom(raw) } : {})
    }
  }
}

/** In the collection's order; undefined for all. */
function pick(reader: QueryReader, roster: Roster, collection: string): number[] | undefined {
  const ids = reader.csv('ids')
  const strange = ids?.find((id) => !isUuid(id))
  if (strange !== undefined) reader.refuse('ids', strange, 'uuid_parsing', 'Input should be a valid UUID')
  const remoteId = reader.text('remote_id')
  const remote = remoteId === undefined ? undefined : roster.indexOfRemote(collection, remoteId)
  if (!ids) return remoteId === undefined ? undefined : listOf(remote)
  const places = new Set(ids.flatMap((id) => listOf(roster.indexOf(collection, id))))
  return [...places].filter((at) => remoteId === undefined || at === remote).sort((a, b) => a - b)
}

const listOf = (at: number | undefined) => (at === undefined ? [] : [at])

function expansionsOf(reader: QueryReader, roster: Roster, collection: string, relations: readonly string[]) {
  const text = reader.text('expand')
  if (text === undefined || text === '') return []
  const read = readExpand(text, { fields: Object.keys(roster.record(collection, 0)), relations, roster })
  if (typeof read !== 'string') return read
  reader.refuse('expand', text, 'value_error', `Value error, ${read}`)
  return []
}

interface Expansion {
  /** `manager_id`, for `manager`. */
  field: string
  relation: string
  only: string[] | null
}

/**
 * As `manager[first_name],company`.
 *
 * @param about fields and relations of the collection
 * @returns what is wrong, in words, if it cannot be read
 */
function readExpand(
  text: string,
  { fields, relations: declared, roster }: { fields: readonly string[]; relations: readonly string[]; roster: Roster }
): Expansion[] | string {
  const own = fields.filter((field) => referredBy(roster.category, field))
  // Made-up records lack this relation: it is null.
  const relations = new Map([
    ...declared.map((relation) => [relation, ''] as const),
    ...own.map((field) => [relationOf(field), field] as const)
  ])
  const parts = text.match(/[^,[\]]+(\[[^[\]]*\])?/g) ?? []
  if (parts.join(',') !== text) return 'relations are separated by commas, their fields stand in brackets'
  const out: Expansion[] = []
  for (const part of parts) {
    const [name = '', only] = part.trim().split('[')
    const [relation, inside] = [name.trim(), only?.slice(0, -1)]
    const field = relations.get(relation)
    if (field === undefined) return `there is no relation ${relation}: ${[...relations.keys()].join(', ') || 'none'}`
    out.push({ field, relation, only: inside === undefined ? null : inside.split(',').map((name) => name.trim()) })
  }
  return out
}

function expanded(roster: Roster, record: ModelRecord, expansions: readonly Expansion[]): Record<string, unknown> {
  return Object.fromEntries(expansions.map((one) => [one.relation, resolve(roster, one, record[one.field])]))
}

function resolve(roster: Roster, expansion: Expansion, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => resolve(roster, expansion, one))
  const collection = referredBy(roster.category, expansion.field)
  const at = typeof value === 'string' && collection ? roster.indexOf(collection, value) : undefined
  if (at === undefined) return null
  const record: Record<string, unknown> = roster.record(collection ?? '', at)
  const { only } = expansion
  return only ? Object.fromEntries(only.filter((name) => name in record).map((name) => [name, record[name]])) : record
}

/** These choose by place, or add to a record. */
const READ_ELSEWHERE = ['ids', 'remote_id', 'modified_after', 'expand', 'include_raw_data', 'include_custom_fields']
const ANY_CASE = ['first_name', 'last_name', 'work_email']

/** Records use other names. */
const OTHER_NAMES: Record<string, string> = {
  benefit_plan_category: 'benefit_plan_type',
  coverage_tier: 'coverage_level',
  email_address: 'email',
  interview: 'scheduled_interview_id',
  started_at: 'enrolled_at',
  type: 'kind'
}

type Keep = (record: ModelRecord) => boolean

/** Undeclared filters are ignored. */
function filtersOf(reader: QueryReader, params: readonly CollectionParam[]): Keep[] {
  return params
    .filter(({ name }) => !READ_ELSEWHERE.includes(name))
    .flatMap((param) => {
      const keep = param.type === 'datetime' ? boundOf(reader, param.name) : matchOf(reader, param)
      return keep ? [keep] : []
    })
}

/** `<field>_from` and `<field>_to` are inclusive. */
function boundOf(reader: QueryReader, name: string): Keep | undefined {
  const bound = reader.time(name)
  if (bound === undefined) return undefined
  const from = name.endsWith('_from')
  const field = name.replace(/_(from|to)$/, '')
  return (record) => {
    const at = Date.parse(String(filteredValue(record, field)))
    return from ? at >= bound : at <= bound
  }
}

function matchOf(reader: QueryReader, { name, type, csv }: CollectionParam): Keep | undefined {
  const text = reader.text(name)
  const wanted = type === 'list' ? reader.all(name) : csv ? reader.csv(name) : text === undefined ? undefined : [text]
  if (!wanted) return undefined
  const plain = (value: string) => (ANY_CASE.includes(name) ? value.toLowerCase() : value)
  const among = new Set(wanted.map(plain))
  return (record) => textsOf(filteredValue(record, name)).some((one) => among.has(plain(one)))
}

function filteredValue(record: ModelRecord, name: string): unknown {
  const one = name.replace(/ies$/, 'y').replace(/s$/, '')
  const names = [name, `${name}_id`, `${one}_ids`, `${one}_id`, OTHER_NAMES[name] ?? '']
  return record[names.find((field) => field in record) ?? '']
}

/** A missing value is `-`, as in the real service. */
function textsOf(value: unknown): string[] {
  if (value === null || value === undefined) return ['-']
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value === 'object') return 'value' in value ? textsOf(value.value) : []
  return [String(value)]
}
