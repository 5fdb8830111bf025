import type { IncidentGroup, QueueCase } from '../../../shared/model/case'
import type { Incident } from './incidents'
import { lengthOf } from './readings'
import type { Triage } from './triage'
import { counted } from './words'

/** An incident as one group: its connectors, the window they broke in, and what it is to be called. */
export function incidentGroup(triage: Triage, incident: Incident, cases: readonly QueueCase[]): IncidentGroup {
  const members = new Set(incident.keys)
  const own = cases.filter(({ key }) => members.has(key)).sort((a, b) => a.ageFrom - b.ageFrom)
  // All of them, also those that are snoozed: the incident touches them all the same.
  const touched = triage.subjects.filter(({ key }) => members.has(key)).map(({ connector }) => connector)
  const endUsers = new Set(touched.map(({ originId, endUser }) => originId ?? endUser)).size
  const first = incident.times[0] ?? 0
  const last = incident.times.at(-1) ?? first
  const broken = incident.keys.length
  const stillRun = runningOf(triage, incident.integrationSlug)
  return {
    integrationSlug: incident.integrationSlug,
    first,
    last,
    times: incident.times,
    total: incident.total,
    stillRun,
    employees: touched.reduce((sum, { totalEmployees }) => sum + (totalEmployees ?? 0), 0),
    endUsers,
    // Without the integration's name: the view writes that, from the service's own list.
    title: `${broken} of ${incident.total} connectors broke within ${lengthOf(last - first)}`,
    words: `Most likely the provider, not ${endUsers === 1 ? 'the customer' : `${counted(endUsers)} customers`}. ${restWords(stillRun, incident.total - broken)}`,
    cases: own
  }
}

function runningOf(triage: Triage, slug: string): number {
  let running = 0
  for (const { key, connector } of triage.subjects) {
    if (connector.integrationSlug !== slug || connector.isTest) continue
    if (triage.judgments.get(key)?.kind === 'healthy') running++
  }
  return running
}

function restWords(stillRun: number, others: number): string {
  if (others === 0) return 'None of its connectors still runs.'
  if (stillRun === others) return others === 1 ? 'The other one still runs.' : `The other ${others} still run.`
  return `${stillRun} of the other ${others} still ${stillRun === 1 ? 'runs' : 'run'}.`
}
