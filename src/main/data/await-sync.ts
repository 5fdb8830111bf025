import { AppError, toAppError, type ErrorCode } from '../../shared/errors'
import type { Response } from '../../shared/ipc'
import { readConnector, readTime, type ConnectorRow } from '../../shared/connectors/connector'
import { waitUntil, type Clock } from '../base/clock'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import { pageByPage, paginate } from '../http/paginate'
import type { Place } from '../../shared/workspaces/place'

/** Between two looks, ms: soon at first, as many syncs are short. */
const firstLook = 15_000
const lastLook = 60_000
const slower = 1.5
/** Of the log, at each look. */
const mostLogPages = 10

/** Errors that may be gone at the next look. */
const passing: readonly ErrorCode[] = [
  ...(['unreachable', 'timeout', 'service-error', 'service-unavailable'] as const),
  ...(['rate-limited', 'bad-response'] as const)
]

export interface SyncParts {
  client: Client
  clock: Clock
  workspaces: { target(workspaceId: string, region: Place['region']): Promise<Target> }
  /** null where the service no longer lists it. */
  readOne: (place: Place, key: string, signal: AbortSignal) => Promise<ConnectorRow | null>
}

export interface SyncOf {
  place: Place
  /** `<category>:<id>` */
  key: string
  withinMs: number
  signal: AbortSignal
  tell: (wait: {
    syncStatus: string | null
    syncProgress: number | null
    begun: boolean
    looks: number
    nextLookAt: number
  }) => void
}

/**
 * Waits until a sync that is running, or that begins, is done: its record says Done, but not as at the moment of
 * asking, or the webhook log, where the service has one, has a `connector_synced` delivery since then. A Done that
 * was there already belongs to an earlier sync: one that was just asked for shows in the record only later.
 *
 * @throws AppError sync-failed where it ended as Failed; not-found; timeout; cancelled; those of a call that will not be
 * different next time
 */
export async function awaitSync(parts: SyncParts, of: SyncOf): Promise<Response<'data:awaitSync'>> {
  const { clock } = parts
  const { place, key, signal, tell } = of
  const since = clock.now()
  const deadline = since + of.withinMs
  let hasLog = true
  let every = firstLook
  /** Status and start of the run that the record showed when the operator asked. */
  let baseline: string | null = null
  for (let looks = 1; ; looks++) {
    const row = await tolerant(parts.readOne(place, key, signal))
    if (row === null) throw new AppError('not-found', 'This connector is no longer listed.')
    const { syncStatus = null, syncProgress = null, lastSyncStart = null } = row ? readConnector(row.record) : {}
    const run = `${syncStatus} ${lastSyncStart}`
    if (row) baseline ??= run
    if (row && run !== baseline) {
      if (syncStatus === 'Done') return { how: 'status', at: clock.now() }
      if (syncStatus === 'Failed') throw new AppError('sync-failed', 'The sync ended as Failed. Nothing was fetched.')
    }
    if (hasLog && (await delivered())) return { how: 'delivery', at: clock.now() }
    const now = clock.now()
    if (now >= deadline) {
      const minutes = Math.round(of.withinMs / 60_000)
      throw new AppError('timeout', `The sync was not done within ${minutes} minutes.`)
    }
    const nextLookAt = Math.min(now + every, deadline)
    tell({
      syncStatus,
      syncProgress,
      begun: syncStatus === 'Syncing' || (row !== undefined && run !== baseline),
      looks,
      nextLookAt
    })
    await waitUntil(nextLookAt, clock, signal)
    every = Math.min(every * slower, lastLook)
  }

  /** A failure that may pass gives undefined: this look saw nothing. */
  async function tolerant<T>(look: Promise<T>): Promise<T | undefined> {
    return look.catch((thrown: unknown) => {
      const error = toAppError(thrown)
      if (signal.aborted || !passing.includes(error.code)) throw error
      return undefined
    })
  }

  async function delivered(): Promise<boolean> {
    const target = await parts.workspaces.target(place.workspaceId, place.region)
    const id = key.slice(key.indexOf(':') + 1)
    const filters = {
      connector_id: id,
      webhook_action: 'connector_synced',
      created_at_from: new Date(since).toISOString()
    }
    const fetch = {
      asker: 'webhooks' as const,
      path: '/api/v1/webhooks/logs',
      filters,
      pageSize: 25,
      signal,
      ...pageByPage
    }
    try {
      for await (const { items } of paginate(parts.client, target, { ...fetch, maxPages: mostLogPages })) {
        // An empty page is not the end; a full one with other connectors comes from a service that takes no filters.
        if (items.length > 0) return items.some((item) => tellsOf(item, id, since))
      }
      return false
    } catch (thrown) {
      const error = toAppError(thrown)
      if (signal.aborted) throw error
      // A service need not have a log, nor these filters: the record says it, too.
      if (!passing.includes(error.code)) hasLog = false
      return false
    }
  }
}

function tellsOf(item: unknown, id: string, since: number): boolean {
  if (typeof item !== 'object' || item === null) return false
  const { connector_id, webhook_action, created_at } = item as Record<string, unknown>
  return connector_id === id && webhook_action === 'connector_synced' && (readTime(created_at) ?? since) >= since
}
