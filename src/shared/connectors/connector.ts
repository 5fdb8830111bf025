import { z } from 'zod'
import { nameText, ownName } from '../own-name'
import { category, type Category } from './category'

/**
 * As the service sent it, without its token. The app relies only on the id; unknown, extra and malformed values stay
 * and are read with `readConnector`.
 */
export const connectorRecord = z.looseObject({
  id: ownName(z.string().min(1)),
  // The diagnosis depends on these words, so they are never masked as free text.
  status: z.union([z.enum(['COMPLETE', 'INCOMPLETE', 'RELINK_NEEDED']), z.unknown()]).optional(),
  sync_status: z.union([z.enum(['Syncing', 'Done', 'Failed']), z.unknown()]).optional(),
  category: z.union([category, z.unknown()]).optional()
})
export type ConnectorRecord = z.infer<typeof connectorRecord>

/** As the schema, but without a copy: a refresh calls this for each of 100,000 items. */
export function isConnectorRecord(item: unknown): item is ConnectorRecord {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return false
  const { id } = item as { id?: unknown }
  return typeof id === 'string' && id !== ''
}

export const connectorFields: ReadonlySet<string> = new Set(
  `id is_active status integration_slug end_user origin_id sync_status last_sync_start_time next_sync_start_time
  connector_token category relink_needed_at is_test_connector completed_at created_at sync_progress total_employees
  active_employees avg_sync_duration`.split(/\s+/)
)

/** Characters: 72 bits, so that no changed row passes for one of 100,000 others. */
export const digestLength = 12

/** The token is a handle that only main understands, in this session only. */
export const connectorRow = z.object({
  /** `<category>:<id>`: unique in a region. */
  key: nameText,
  /** Of the list; the record's own may differ. */
  category,
  tokenRef: nameText.nullable(),
  record: connectorRecord,
  /** Another row has another digest. */
  digest: ownName(z.string().length(digestLength)).optional()
})
export type ConnectorRow = z.infer<typeof connectorRow>

export function connectorKey(of: Category, id: string): string {
  // One text: V8 keeps a template's as its parts, and there are 100,000.
  return [of, id].join(':')
}

/** An absent or malformed field is null; `odd` names the malformed ones. */
export interface Connector {
  id: string
  isActive: boolean | null
  status: string | null
  integrationSlug: string
  endUser: string
  originId: string | null
  syncStatus: string | null
  /** Times: ms since 1970. */
  lastSyncStart: number | null
  nextSyncStart: number | null
  relinkNeededAt: number | null
  completedAt: number | null
  createdAt: number | null
  isTest: boolean
  /** 0..100. */
  syncProgress: number | null
  totalEmployees: number | null
  activeEmployees: number | null
  /** ms, from `<n> min <n> sec`. */
  avgSyncDuration: number | null
  odd: readonly string[]
}

/** What its record says beside its ID. */
export type Reading = Omit<Connector, 'id'>

const noneOdd: readonly string[] = []

/** Never refuses a record, so that the app can show it as it came. */
export function readConnector(record: ConnectorRecord): Connector {
  const odd: string[] = []
  const read = <T>(field: string, parse: (value: unknown) => T | undefined): T | null => {
    const value = record[field]
    if (value === undefined || value === null) return null
    const parsed = parse(value)
    if (parsed === undefined) odd.push(field)
    return parsed ?? null
  }
  return {
    id: record.id,
    isActive: read('is_active', asBoolean),
    status: read('status', asText),
    integrationSlug: read('integration_slug', asText) ?? '',
    endUser: read('end_user', asText) ?? '',
    originId: read('origin_id', asText),
    syncStatus: read('sync_status', asText),
    lastSyncStart: read('last_sync_start_time', readTime),
    nextSyncStart: read('next_sync_start_time', readTime),
    relinkNeededAt: read('relink_needed_at', readTime),
    completedAt: read('completed_at', readTime),
    createdAt: read('created_at', readTime),
    isTest: read('is_test_connector', asBoolean) ?? false,
    syncProgress: read('sync_progress', asPercentage),
    totalEmployees: read('total_employees', asCount),
    activeEmployees: read('active_employees', asCount),
    avgSyncDuration: read('avg_sync_duration', asDuration),
    odd: odd.length > 0 ? odd : noneOdd
  }
}

export function readTitle(record: ConnectorRecord): Pick<Connector, 'endUser' | 'integrationSlug' | 'isTest'> {
  return {
    endUser: asText(record['end_user']) ?? '',
    integrationSlug: asText(record['integration_slug']) ?? '',
    isTest: asBoolean(record['is_test_connector']) ?? false
  }
}

const asText = (value: unknown) => (typeof value === 'string' ? value : undefined)
const asBoolean = (value: unknown) => (typeof value === 'boolean' ? value : undefined)
const asCount = (value: unknown) => (Number.isInteger(value) && (value as number) >= 0 ? (value as number) : undefined)

function asPercentage(value: unknown): number | undefined {
  const count = asCount(value)
  return count !== undefined && count <= 100 ? count : undefined
}

/** Programs write the years 1, 1900 or 1970 for "none". */
const earliest = Date.UTC(2000, 0, 1)

const dateTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/
const offset = /\d[+-]\d{2}:?\d{2}$/

/** ms since 1970; without an offset it is UTC, as everywhere in this service. */
export function readTime(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined
  // `match` would make substrings for the times of 100,000 records.
  if (!dateTime.test(value)) return undefined
  const ms = Date.parse(value.endsWith('Z') || offset.test(value) ? value : `${value}Z`)
  return ms >= earliest ? ms : undefined
}

function asDuration(value: unknown): number | undefined {
  const match = typeof value === 'string' ? /^(\d+) min (\d+) sec$/.exec(value) : null
  return match ? (Number(match[1]) * 60 + Number(match[2])) * 1000 : undefined
}
