import type { ConnectorHealth } from '../../shared/connectors/health'
import type { Place } from '../../shared/workspaces/place'
import { runsOf } from './snapshots/runs'
import { timelineOf } from './snapshots/timeline'
import { explain } from '../issues/triage/explain'
import { judge } from '../issues/triage/judge'
import { readField } from '../issues/triage/readings'
import { asOf, toSubject, type Subject } from '../issues/triage/subject'
import type { Triage } from '../issues/triage/triage'
import type { Tables } from '../store/kept-store'

const mostLooks = 5_000
const mostSiblings = 100

/** null for a connector that no refresh has seen */
export function connectorHealthOf(tables: Tables, place: Place, key: string, triage: Triage): ConnectorHealth | null {
  const { connectors, states, refreshes, episodes } = tables
  const row = connectors.find(place, key)
  if (!row) return null
  const subject = toSubject(row)
  const { around } = triage
  const diagnosis = explain(subject, triage.judgments.get(key) ?? judge(subject, around), around)
  const seen = states.of(row)
  const looks = refreshes.looks(place, subject.category, mostLooks).filter((look) => look >= row.first_seen_at)
  const issues = episodes.allOf(row.id)
  const { totalEmployees, activeEmployees } = subject.connector
  const { others, troubled } = triage.endUsers.countOthers(subject)
  return {
    key,
    diagnosis,
    fields: Object.keys(subject.record).map((field) => readField(subject, field, asOf(subject, around.now))),
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.seen_at,
    goneAt: row.gone_at,
    touches: {
      employees: totalEmployees,
      activeEmployees,
      others,
      othersTroubled: troubled,
      ...integrationShare(triage, subject.connector.integrationSlug)
    },
    siblings: siblingsOf(triage, subject),
    timeline: timelineOf(seen, issues, row.gone_at === null ? row.seen_at : null, diagnosis.lastGoodSync.time),
    refreshes: looks.length,
    runs: runsOf(
      seen,
      [...looks, ...seen.map(({ at }) => at), row.seen_at].sort((a, b) => a - b)
    ),
    issues
  }
}

function integrationShare(triage: Triage, slug: string) {
  const { total = 0, troubled = 0 } = triage.integrations.get(slug) ?? {}
  return { integrationTotal: total, integrationTroubled: troubled }
}

function siblingsOf(triage: Triage, subject: Subject): ConnectorHealth['siblings'] {
  return triage.endUsers
    .othersOf(subject)
    .slice(0, mostSiblings)
    .map(({ key, category, connector }) => {
      const { kind, since } = triage.judgments.get(key) ?? { kind: 'unknown' as const, since: null }
      return { key, category, integrationSlug: connector.integrationSlug, kind, since }
    })
}
