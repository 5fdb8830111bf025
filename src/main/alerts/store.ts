import type { AlertMessage, AlertRule, MessageEnd, PastMessage } from '../../shared/alerts/rule'
import type { Place } from '../../shared/workspaces/place'
import type { Remote } from '../base/thread'
import type { KeptStore, Tables } from '../store/kept-store'
import { AlertTable, type ClaimRow, type KeptRule, type OpenIncident } from '../store/tables/team/alerts'
import { pastMessages, type Asked } from './past'

export interface RuleWithMessages extends KeptRule {
  messages: AlertMessage[]
  week: number
  /** Of this desk, in the last 24 hours. */
  today: number
}

export interface AlertMethods {
  alertRules(of: { workspaceId: string; now: number }): RuleWithMessages[]
  saveAlertRule(of: {
    workspaceId: string
    id: string
    content: AlertRule
    at: number
    before: number | null
  }): 'changed' | 'full' | null
  removeAlertRule(of: { workspaceId: string; id: string }): void
  /** The newest first. */
  alertMessages(of: { rule: string }): AlertMessage[]
  alertIncidents(of: { place: Place }): OpenIncident[]
  /** @returns what a rule would have sent, and since when the history knows refreshes of the place */
  alertPast(of: { place: Place } & Asked): { since: number; messages: PastMessage[] }
  /** @returns ids of those that no one had claimed */
  claimAlerts(of: { place: Place; claims: (ClaimRow & { id: string })[] }): string[]
  /** Tells the team of it. */
  endAlert(of: { place: Place; message: string; end: MessageEnd }): void
  /** Ends messages that an earlier session of this desk began as unknown. @param of.running those of this session */
  closeAlerts(of: { said: string; running: string[] }): void
}

export type AlertStore = Remote<AlertMethods>

const day = 86_400_000

export function alertMethods(store: KeptStore): AlertMethods {
  const run = <T>(work: (table: AlertTable, tables: Tables) => T) =>
    store.run((tables) => tables.sql.transaction(() => work(new AlertTable(tables.sql), tables)))
  return {
    alertRules: ({ workspaceId, now }) =>
      run((table) =>
        table.rules(workspaceId).map((rule) => ({
          ...rule,
          messages: table.messages(rule.id),
          week: table.week(rule.id, now),
          today: table.count(rule.id, now - day, true)
        }))
      ),
    saveAlertRule: ({ workspaceId, ...rule }) => run((table) => table.save(workspaceId, rule)),
    removeAlertRule: ({ workspaceId, id }) => run((table) => table.remove(workspaceId, id)),
    alertMessages: ({ rule }) => run((table) => table.messages(rule)),
    alertIncidents: ({ place }) => run((table) => table.incidents(place)),
    alertPast: ({ place, ...asked }) =>
      run((table) => {
        const past = table.past(place, asked.since)
        const since = Math.max(asked.since, past.refreshes[0]?.startedAt ?? asked.now)
        return { since, messages: pastMessages(past, asked) }
      }),
    claimAlerts: ({ place, claims }) =>
      run((table) => claims.flatMap(({ id, ...row }) => (table.claim(place, id, row) ? id : []))),
    endAlert: ({ place, message, end }) =>
      run((table, tables) => {
        const select = 'SELECT service FROM team_place WHERE workspace = ? AND region = ?'
        const service = tables.sql.get<{ service: string }>(select, place.workspaceId, place.region)?.service ?? null
        tell(table, tables, { message, service }, end)
      }),
    closeAlerts: ({ said, running }) =>
      run((table, tables) => {
        for (const one of table.pending())
          if (!running.includes(one.message)) tell(table, tables, one, { outcome: 'unknown', said })
      })
  }
}

function tell(
  table: AlertTable,
  { outbox }: Tables,
  { message, service }: { message: string; service: string | null },
  end: MessageEnd
): void {
  if (table.end(message, end) && service !== null)
    outbox.add({ service, kind: 'message', subject: message, field: 'ended', value: end })
}
