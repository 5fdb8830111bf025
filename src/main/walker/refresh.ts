import type { RefreshProgress } from '../../shared/connectors/refresh'
import { connectorRecord } from '../../shared/connectors/connector'
import { elapsed, type Clock } from '../base/clock'
import { refreshConnectors } from '../connectors/refresh'
import { IntegrationNames } from '../connectors/integration-names'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import { ConnectorTokens } from '../secrets/connector-tokens'
import type { Masker } from '../secrets/masker'
import { lineOf } from '../store/tables/connectors/page-lines'
import type { TeamConnection } from '../team/connection'
import type { Lease } from '../team/refresh/lease'
import { publishRefresh } from '../team/refresh/publish'
import { Diagnoses, type Counts } from './diagnoses'

export interface RefreshParts {
  client: Client
  clock: Clock
  masker: Masker
}

export interface Refreshed {
  progress: RefreshProgress
  counts: Counts
  /** From its end until the database had all of it, ms. */
  lagMs: number
}

/**
 * A stop gives the lease back and leaves the refresh without an end. A lost lease ends all writes.
 * @throws Trouble after a lost lease; AppError cancelled after a stop
 */
export async function refreshAndPublish(
  parts: RefreshParts,
  { connection, lease, target }: { connection: TeamConnection; lease: Lease; target: Target },
  signal: AbortSignal
): Promise<Refreshed> {
  const { client, clock, masker } = parts
  try {
    const publication = await publishRefresh({ connection, masker }, lease)
    const diagnoses = new Diagnoses()
    const named = new IntegrationNames(client).read(target, signal).then((names) => publication.named(names))
    // The failing lease reports it.
    named.catch(() => undefined)
    const progress = await refreshConnectors(
      // The walker needs no connector tokens: they leave memory with the refresh.
      { client, clock, tokens: new ConnectorTokens(masker) },
      {
        target,
        signal: AbortSignal.any([signal, lease.lost]),
        onRows(rows) {
          diagnoses.take(rows)
          const clean = rows.map(({ category, record }) => ({
            category,
            record: masker.clean(connectorRecord, record)
          }))
          // The failing lease reports it.
          publication.page(clean.map(lineOf)).catch(() => undefined)
        },
        onProgress: () => undefined
      }
    )
    signal.throwIfAborted()
    await named
    const refreshedAt = clock.now()
    const { lines, counts } = diagnoses.judge(refreshedAt)
    await publication.judged(lines)
    if (!(await publication.end(progress))) throw lease.lost.reason
    return { progress, counts, lagMs: elapsed(refreshedAt, clock) }
  } catch (thrown) {
    await lease.give()
    throw thrown
  }
}
