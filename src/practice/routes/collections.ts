import { catalogue, type Collection } from '../../shared/data/catalogue'
import { rosterOf } from '../collections/access'
import { customValues } from '../collections/custom-values'
import { expanded, readExpand } from '../collections/expand'
import { filtersOf } from '../collections/filter'
import { isUuid } from '../collections/ids'
import { specOf } from '../collections'
import { rawOf } from '../collections/raw'
import type { Roster } from '../collections/roster'
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
