import { catalogue } from '../../shared/collections/catalogue'
import { rosterOf } from '../collections/access'
import { customValues } from '../collections/custom-values'
import { expanded, readExpand } from '../collections/expand'
import { isUuid } from '../collections/ids'
import { specOf } from '../collections'
import { rawOf } from '../collections/raw'
import type { Roster } from '../collections/roster'
import { connectorOf } from '../caller'
import { answerListing } from '../page'
import { QueryReader } from '../query'
import type { Reply } from '../reply'
import type { Call, Route } from '../router'
import type { Category } from '../connector'

/** Field notes: the 44 model collections, each of one connector. */
export const collectionRoutes: readonly Route[] = catalogue.flatMap(({ path, category, needsConnector }): Route[] => {
  const name = path.split('/').at(-1) ?? ''
  if (!needsConnector || !category) return []
  return [{ method: 'GET', path, answer: (call) => listModel(call, category, name) }]
})

function listModel(call: Call, category: Category, collection: string): Reply {
  const connector = connectorOf(call, category)
  const roster = rosterOf(call, connector)
  const reader = new QueryReader(call.query)
  const picked = pick(reader, roster, collection)
  const after = reader.time('modified_after')
  const withRaw = reader.bool('include_raw_data')
  const expansions = expansionsOf(reader, roster, collection)
  const { model } = specOf(category, collection)
  const custom = reader.bool('include_custom_fields')
    ? customValues(call.world, connector, { category, model })
    : undefined
  const place = (index: number) => picked?.[index] ?? index

  return answerListing(call, reader, {
    name: `${call.path} ${connector.id}`,
    length: picked?.length ?? roster.size(collection),
    ...(after === undefined ? {} : { keep: (index) => roster.modifiedAt(collection, place(index)) > after }),
    item(index) {
      const at = place(index)
      const record = roster.record(collection, at)
      const raw = withRaw || custom ? rawOf(roster, collection, at, record) : undefined
      return {
        ...record,
        ...expanded(roster, record, expansions),
        ...(withRaw ? { raw_data: raw } : {}),
        ...(custom ? { custom_fields: custom(raw) } : {})
      }
    },
    moving: call.knobs.moving
  })
}

/** The places asked for by id, in the order of the collection; undefined where all are. */
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

function expansionsOf(reader: QueryReader, roster: Roster, collection: string) {
  const text = reader.text('expand')
  if (text === undefined || text === '') return []
  const read = readExpand(text, Object.keys(roster.record(collection, 0)), roster)
  if (typeof read !== 'string') return read
  reader.refuse('expand', text, 'value_error', `Value error, ${read}`)
  return []
}
