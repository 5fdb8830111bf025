import { limits } from './limits'
import type { Subject } from './subject'

export type ContradictionCode =
  | 'good-but-rejected'
  | 'off-but-planned'
  | 'next-before-last'
  | 'syncing-too-long'
  | 'rejected-without-time'
  | 'in-the-future'
  | 'duplicate'
  | 'malformed'

export interface Contradiction {
  code: ContradictionCode
  fields: string[]
  /** ms since 1970; null if no field shows its beginning */
  since: number | null
  words: string
}

/** An unreadable field is a contradiction if a diagnosis depends on it. */
const decisive = new Set([
  'status',
  'sync_status',
  'is_active',
  'is_test_connector',
  'last_sync_start_time',
  'next_sync_start_time',
  'relink_needed_at',
  'completed_at',
  'created_at'
])

/**
 * The gravest first.
 * @param links live connectors of this category, origin ID and integration, with this one
 */
export function contradictionsOf({ connector }: Subject, links: number, now: number): Contradiction[] {
  const { status, isActive, syncStatus, lastSyncStart, nextSyncStart, relinkNeededAt, completedAt } = connector
  const found: Contradiction[] = []
  const add = (code: ContradictionCode, fields: string[], since: number | null, words: string) =>
    found.push({ code, fields, since, words })

  if (status === 'COMPLETE' && relinkNeededAt !== null && (completedAt === null || relinkNeededAt > completedAt)) {
    const words = 'Its status says linked, but its credentials stopped working after that.'
    add('good-but-rejected', ['status', 'relink_needed_at', 'completed_at'], relinkNeededAt, words)
  }
  if (isActive === false && nextSyncStart !== null && nextSyncStart > now) {
    add('off-but-planned', ['is_active', 'next_sync_start_time'], null, 'It is inactive, but a next sync is scheduled.')
  }
  // During a sync, the plan may still show this sync, a moment before its start.
  const ended = syncStatus !== 'Syncing'
  if (ended && nextSyncStart !== null && lastSyncStart !== null && nextSyncStart < lastSyncStart) {
    const words = 'The next sync is scheduled before the start of the last one.'
    add('next-before-last', ['last_sync_start_time', 'next_sync_start_time'], lastSyncStart, words)
  }
  if (syncStatus === 'Syncing' && lastSyncStart !== null && now - lastSyncStart >= longestRun(connector)) {
    const fields = ['sync_status', 'last_sync_start_time', 'avg_sync_duration', 'sync_progress']
    const words =
      connector.avgSyncDuration === null
        ? 'Its sync has been running for a day or more. How long its syncs usually take is not known.'
        : 'Its sync has been running far longer than usual.'
    add('syncing-too-long', fields, lastSyncStart, words)
  }
  if (links > 1) {
    const times = links === 2 ? 'twice' : `${links} times`
    const words = `The same customer is linked ${times} to this integration.`
    add('duplicate', ['origin_id', 'integration_slug', 'category'], null, words)
  }
  const early = futureFields(connector, now)
  if (early.length > 0) {
    add('in-the-future', early, null, `${listed(early)} ${early.length === 1 ? 'is' : 'are'} in the future.`)
  }
  if (status === 'RELINK_NEEDED' && relinkNeededAt === null) {
    const words = 'Its credentials no longer work, but the record does not say since when.'
    add('rejected-without-time', ['status', 'relink_needed_at'], null, words)
  }
  const unreadable = connector.odd.filter((field) => decisive.has(field))
  if (unreadable.length > 0) add('malformed', unreadable, null, `${listed(unreadable)} cannot be read.`)
  return found
}

function longestRun({ avgSyncDuration }: Subject['connector']): number {
  if (avgSyncDuration === null) return limits.firstRunAtMost
  return Math.max(limits.runAverages * avgSyncDuration, limits.runAtLeast)
}

/** Past events cannot lie ahead. */
function futureFields(connector: Subject['connector'], now: number): string[] {
  const { lastSyncStart, relinkNeededAt, completedAt, createdAt } = connector
  const latest = now + limits.clockSkew
  const ahead = (time: number | null) => time !== null && time > latest
  const fields: string[] = []
  if (ahead(lastSyncStart)) fields.push('last_sync_start_time')
  if (ahead(relinkNeededAt)) fields.push('relink_needed_at')
  if (ahead(completedAt)) fields.push('completed_at')
  if (ahead(createdAt)) fields.push('created_at')
  return fields
}

function listed(fields: string[]): string {
  return fields.length < 2 ? fields.join('') : `${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}`
}
