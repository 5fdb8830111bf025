import { AppError, toAppError, type ErrorCode } from '../../shared/errors'
import type { Response } from '../../shared/ipc'
import { readConnector, readTime, type ConnectorRow } from '../../shared/connectors/connector'
import { waitUntil, type Clock } from '../base/clock'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import { pageByPage, paginate } from '../http/paginate'
import type { Place } from '../../shared/workspaces/place'

/** Interval between looks, ms: short at first, because many syncs are short. */
const firstLook = 15_000
const lastLook = 60_000
const slower = 1.5
const mostLogPages = 10

const passing: readonly ErrorCode[] = [
  ...(['unreachable', 'timeout', 'service-error', 'service-unavailable'] as const),
  ...(['rate-limited', 'bad-response'] as const)
]

export interface AwaitSyncParts {
  client: Client
  clock: Clock
  workspaces: { target(workspaceId: string, region: Place['region']): Promise<Target> }
  /** null if the service no longer lists it */
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
 * The end of a sync is a new Done in the record, or a new `connector_synced` delivery in the webhook log (if any). An
 * unchanged Done belongs to an earlier sync: the record shows a new sync with a delay.
 * @throws AppError sync-failed if it ended as Failed; not-found; timeout; cancelled; lasting errors of a call
 */
export async function awaitSync(parts: AwaitSyncParts, of: SyncOf): Promise<Response<'data:awaitSync'>> {
  const { clock } = parts
  const { place, key, signal, tell } = of
  const since = clock.now()
  const deadline = since + of.withinMs
  let hasLog = true
  let every = firstLook
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

  /** undefined for a failure that may pass. */
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
        // An empty page is not the end. A full page with other connectors comes from a service without these filters.
        if (items.length > 0) return items.some((item) => tellsOf(item, id, since))
      }
      return false
    } catch (thrown) {
      const error = toAppError(thrown)
      if (signal.aborted) throw error
      // A service may lack the log or its filters: the record is enough.
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
