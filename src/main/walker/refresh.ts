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

/** A walk that is in the team's database. */
export interface Refreshed {
  progress: RefreshProgress
  counts: Counts
  /** From its end until all of it was in the database, ms. */
  lagMs: number
}

/**
 * Walks a service and publishes what it brings, page by page. A walk that is stopped gives the lease back and has no end
 * in the database; of one that lost the lease nothing more is written.
 *
 * @throws Trouble once the lease is lost; AppError cancelled where the signal stopped it
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
    // What fails is the lease.
    named.catch(() => undefined)
    const progress = await refreshConnectors(
      // Tokens of connectors are of no use here: they leave memory with the walk.
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
          // What fails is the lease.
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
