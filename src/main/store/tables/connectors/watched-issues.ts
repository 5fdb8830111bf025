import type { z } from 'zod'
import type { IssueChange } from '../../../../shared/issues/issue'
import { mappingFacts, type MappingIssue } from '../../../../shared/mappings/mapping-issue'
import { webhookFacts, type WebhookIssue } from '../../../../shared/webhooks/webhook-issue'
import type { Place } from '../../../../shared/workspaces/place'
import type { Statements } from '../../statements'

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
  constructor(private readonly sql: Statements) {}

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

  change(id: number, { owner, note, snoozedUntil }: WatchedChange): void {
    const set = (column: string, value: string | number | null | undefined) => {
      // SQLite cuts a text at a NUL.
      const plain = typeof value === 'string' ? value.replaceAll('\0', '') : value
      if (plain !== undefined) this.sql.run(`UPDATE webhook_issue SET ${column} = ? WHERE id = ?`, plain, id)
    }
    set('owner', owner)
    set('note', note)
    set('snoozed_until', typeof snoozedUntil === 'number' ? Math.round(snoozedUntil) : snoozedUntil)
  }

  /** Nobody watches the webhooks of this workspace any more. */
  endWebhooks(workspaceId: string, at: number): void {
    const end = `UPDATE webhook_issue SET closed_at = ?, closed_by = 'unwatched'
      WHERE workspace = ? AND kind = 'webhook' AND ${isOpen}`
    this.sql.run(end, at, workspaceId)
  }

  private close(id: number, at: number, why: string): void {
    this.sql.run('UPDATE webhook_issue SET closed_at = ?, closed_by = ? WHERE id = ?', at, why, id)
  }
}
