import type { IncidentGroup, Issue } from '../../../shared/issues/issue'
import type { Connector } from '../../../shared/connectors/connector'
import type { Incident } from './incidents'
import { lengthOf } from './readings'
import type { Triage } from './triage'
import { counted } from './words'

/** Incidents that have open cases, as groups. Each list is gone through once, as there may be thousands of incidents. */
export function incidentGroups(triage: Triage, issues: readonly Issue[]): IncidentGroup[] {
  const { incidents, incidentOf } = triage.around
  const members = new Map(incidents.map((incident) => [incident, { issues: [], touched: [] } as Members]))
  const membersOf = (key: string) => {
    const incident = incidentOf.get(key)
    return incident && members.get(incident)
  }
  for (const one of issues) membersOf(one.key)?.issues.push(one)
  for (const { key, connector } of triage.subjects) membersOf(key)?.touched.push(connector)
  return [...members]
    .filter(([, own]) => own.issues.length > 0)
    .map(([incident, own]) => incidentGroup(triage, incident, own))
}

interface Members {
  issues: Issue[]
  /** All of them, also those that are snoozed: the incident touches them all the same. */
  touched: Connector[]
}

/** An incident as one group: its connectors, the window they broke in, and its name. */
function incidentGroup(triage: Triage, incident: Incident, { issues, touched }: Members): IncidentGroup {
  const endUsers = new Set(touched.map(({ originId, endUser }) => originId ?? endUser)).size
  const first = incident.times[0] ?? 0
  const last = incident.times.at(-1) ?? first
  const broken = incident.keys.length
  const stillRun = triage.integrations.get(incident.integrationSlug)?.healthy ?? 0
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
    title: `${broken} of ${incident.total} connectors failed within ${lengthOf(last - first)}`,
    words: `Most likely the provider, not ${endUsers === 1 ? 'the customer' : `${counted(endUsers)} customers`}. ${restWords(stillRun, incident.total - broken)}`,
    issues: issues.sort((a, b) => a.ageFrom - b.ageFrom)
  }
}

function restWords(stillRun: number, others: number): string {
  if (others === 0) return 'None of its connectors still syncs.'
  if (stillRun === others) return others === 1 ? 'The other one still syncs.' : `The other ${others} still sync.`
  return `${stillRun} of the other ${others} still ${stillRun === 1 ? 'syncs' : 'sync'}.`
}
