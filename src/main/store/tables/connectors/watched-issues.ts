import type { z } from 'zod'
import type { IssueChange } from '../../../../shared/issues/issue'
import { mappingFacts, type MappingIssue } from '../../../../shared/mappings/mapping-issue'
import { webhookFacts, type WebhookIssue } from '../../../../shared/webhooks/webhook-issue'
import type { Place } from '../../../../shared/workspaces/place'
import type { Statements } from '../../statements'
import type { TeamOutbox } from '../team/outbox'

interface Row {
  id: number
  kind: keyof Kinds
  key: string
  since: number
  closed_at: number | null
  closed_by: string | null
  owner: string
  note: string
  snoozed_until: number | null
  facts: string
}

interface Kinds {
  webhook: WebhookIssue
  mapping: MappingIssue
}
type End<K extends keyof Kinds> = NonNullable<Kinds[K]['closed']>['why']

const factsOf = { webhook: webhookFacts, mapping: mappingFacts } satisfies Record<keyof Kinds, z.ZodType>

/** What one reading found of one thing. `still` opens no issue and closes none, `unknown` leaves it as it is, an end closes it. */
export interface Found<K extends keyof Kinds> {
  key: string
  state: 'open' | 'still' | 'unknown' | End<K>
  since: number
  /** null: those of before. */
  facts: Kinds[K]['facts'] | null
}

export type WatchedChange = Pick<IssueChange, 'owner' | 'note' | 'snoozedUntil'>

const day = 86_400_000
const isOpen = 'closed_at IS NULL'

/** Issues of what is no connector: webhooks that fail, mappings that drifted. Their keys are of their own. */
export class WatchedIssues {
  constructor(
    private readonly sql: Statements,
    private readonly outbox: TeamOutbox
  ) {}

  /** Open ones, the oldest first, then those that closed in the last day. @param now ms since 1970 */
  list({ workspaceId, region }: Place, now: number): { webhooks: WebhookIssue[]; mappings: MappingIssue[] } {
    const rows = this.sql.all<Row>(
      `SELECT * FROM webhook_issue WHERE workspace = ? AND region = ? AND (${isOpen} OR closed_at > ?)
        ORDER BY closed_at IS NOT NULL, since, id`,
      ...[workspaceId, region, now - day]
    )
    const of = <K extends keyof Kinds>(kind: K, unnamed: End<K>) =>
      rows.flatMap((row) => {
        const facts = row.kind === kind ? factsOf[kind].safeParse(JSON.parse(row.facts)) : null
        if (!facts?.success) return []
        const { id, since, closed_at: at, closed_by: why, owner, note } = row
        const asleep = row.snoozed_until !== null && row.snoozed_until > now
        const closed = at === null ? null : { at, why: why ?? unnamed }
        const snoozedUntil = asleep ? row.snoozed_until : null
        return [{ id, since, closed, owner, note, snoozedUntil, facts: facts.data } as Kinds[K]]
      })
    return { webhooks: of('webhook', 'recovered'), mappings: of('mapping', 'fits') }
  }

  /**
   * Opens and closes by one reading.
   * @param whole all of its kind are in it: another one is gone
   * @returns whether anything changed
   */
  settle<K extends keyof Kinds>(
    { workspaceId, region }: Place,
    kind: K,
    { found, whole, at }: { found: readonly Found<K>[]; whole: boolean; at: number }
  ): boolean {
    const select = `SELECT id, key FROM webhook_issue WHERE workspace = ? AND region = ? AND kind = ? AND ${isOpen}`
    const open = new Map(this.sql.all<Row>(select, workspaceId, region, kind).map(({ key, id }) => [key, id]))
    let changed = false
    for (const { key, state, since, facts } of found) {
      const id = open.get(key)
      open.delete(key)
      if (state === 'unknown' || (id === undefined && state !== 'open')) continue
      changed = true
      if (id === undefined) {
        const insert =
          'INSERT INTO webhook_issue (workspace, region, kind, key, since, facts) VALUES (?, ?, ?, ?, ?, ?)'
        this.sql.run(insert, workspaceId, region, kind, key, since, JSON.stringify(facts))
        continue
      }
      if (facts) this.sql.run('UPDATE webhook_issue SET facts = ? WHERE id = ?', JSON.stringify(facts), id)
      if (state !== 'open' && state !== 'still') this.close(id, at, state)
    }
    for (const id of whole ? open.values() : []) {
      changed = true
      this.close(id, at, 'gone')
    }
    return changed
  }

  /** An issue that was not compared with the team's yet is told then. */
  change(id: number, { owner, note, snoozedUntil }: WatchedChange): void {
    const rounded = typeof snoozedUntil === 'number' ? Math.round(snoozedUntil) : snoozedUntil
    const team = this.teamOf(id)
    for (const [field, value] of Object.entries({ owner, note, snoozedUntil: rounded })) {
      if (value === undefined) continue
      this.write(id, field as keyof WatchedChange, value)
      if (team) this.outbox.add({ ...team, kind: 'watched', field, value })
    }
  }

  /** Tells the team what operators noted. @param known fields that the team has */
  tell(id: number, known: ReadonlySet<string>): void {
    const select = 'SELECT owner, note, snoozed_until AS snoozedUntil FROM webhook_issue WHERE id = ?'
    const noted = this.sql.get<Required<WatchedChange>>(select, id)
    const missing = Object.entries(noted ?? {}).filter(([field, value]) => value && !known.has(field))
    this.change(id, Object.fromEntries(missing))
  }

  /** Of a colleague too. */
  write(id: number, field: keyof WatchedChange, value: string | number | null): void {
    const column = field === 'snoozedUntil' ? 'snoozed_until' : field
    // SQLite cuts a text at a NUL.
    const plain = typeof value === 'string' ? value.replaceAll('\0', '') : value
    this.sql.run(`UPDATE webhook_issue SET ${column} = ? WHERE id = ?`, plain, id)
  }

  /** Nobody watches the webhooks of this workspace any more. */
  endWebhooks(workspaceId: string, at: number): void {
    const end = `UPDATE webhook_issue SET closed_at = ?, closed_by = 'unwatched'
      WHERE workspace = ? AND kind = 'webhook' AND ${isOpen}`
    this.sql.run(end, at, workspaceId)
  }

  /** What the team says of it ends with it, once: a later issue of the same thing is another. */
  private close(id: number, at: number, why: string): void {
    this.sql.run('UPDATE webhook_issue SET closed_at = ?, closed_by = ? WHERE id = ?', at, why, id)
    const team = this.teamOf(id)
    if (!team) return
    const known = 'DELETE FROM team_value WHERE service = ? AND subject = ?'
    const isKnown = this.sql.run(known, team.service, team.subject).changes > 0
    const waits = this.sql.get('SELECT 1 FROM team_waiting WHERE subject = ?', team.subject) !== undefined
    if (isKnown || waits) this.outbox.add({ ...team, kind: 'watched', field: 'closed', value: true })
  }

  /** null where it is not shared, and for who may only read */
  private teamOf(id: number): { service: string; subject: string } | null {
    const select = `SELECT service, team_id AS subject FROM webhook_issue JOIN team_place USING (workspace, region), team
      WHERE webhook_issue.id = ? AND team_id IS NOT NULL AND writes IS NOT 0`
    return this.sql.get<{ service: string; subject: string }>(select, id) ?? null
  }
}
