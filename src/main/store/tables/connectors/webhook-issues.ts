import type { IssueChange } from '../../../../shared/issues/issue'
import {
  webhookFacts,
  type WebhookEnd,
  type WebhookFinding,
  type WebhookIssue
} from '../../../../shared/webhooks/webhook-issue'
import type { Place } from '../../../../shared/workspaces/place'
import type { Statements } from '../../statements'

interface Row {
  id: number
  key: string
  since: number
  closed_at: number | null
  closed_by: WebhookEnd | null
  owner: string
  note: string
  snoozed_until: number | null
  facts: string
}

export type WebhookChange = Pick<IssueChange, 'owner' | 'note' | 'snoozedUntil'>

const day = 86_400_000
const isOpen = 'closed_at IS NULL'

/** Webhooks that fail. Their keys are of their own: a webhook is no connector. */
export class WebhookIssues {
  constructor(private readonly sql: Statements) {}

  /** Open ones, the oldest first, then those that closed in the last day. @param now ms since 1970 */
  list({ workspaceId, region }: Place, now: number): WebhookIssue[] {
    const rows = this.sql.all<Row>(
      `SELECT * FROM webhook_issue WHERE workspace = ? AND region = ? AND (${isOpen} OR closed_at > ?)
        ORDER BY closed_at IS NOT NULL, since, id`,
      ...[workspaceId, region, now - day]
    )
    return rows.flatMap((row) => {
      const facts = webhookFacts.safeParse(JSON.parse(row.facts))
      if (!facts.success) return []
      const { id, since, closed_at: at, closed_by: why, owner, note } = row
      const asleep = row.snoozed_until !== null && row.snoozed_until > now
      const closed = at === null ? null : { at, why: why ?? 'recovered' }
      return { id, since, closed, owner, note, snoozedUntil: asleep ? row.snoozed_until : null, facts: facts.data }
    })
  }

  /**
   * Opens and closes by one reading.
   * @param whole all webhooks are in it: another one is gone
   * @returns whether anything changed
   */
  settle({ workspaceId, region }: Place, findings: readonly WebhookFinding[], whole: boolean, at: number): boolean {
    const select = `SELECT id, key FROM webhook_issue WHERE workspace = ? AND region = ? AND ${isOpen}`
    const open = new Map(this.sql.all<Row>(select, workspaceId, region).map(({ key, id }) => [key, id]))
    let changed = false
    for (const { key, state, since, facts } of findings) {
      const id = open.get(key)
      open.delete(key)
      if (state === 'unknown' || (id === undefined && state !== 'failing')) continue
      changed = true
      if (id === undefined) {
        const insert = 'INSERT INTO webhook_issue (workspace, region, key, since, facts) VALUES (?, ?, ?, ?, ?)'
        this.sql.run(insert, workspaceId, region, key, since, JSON.stringify(facts))
        continue
      }
      this.sql.run('UPDATE webhook_issue SET facts = ? WHERE id = ?', JSON.stringify(facts), id)
      if (state === 'fine' || state === 'off') this.close(id, at, state === 'off' ? 'off' : 'recovered')
    }
    for (const id of whole ? open.values() : []) {
      changed = true
      this.close(id, at, 'gone')
    }
    return changed
  }

  change(id: number, { owner, note, snoozedUntil }: WebhookChange): void {
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
  endAll(workspaceId: string, at: number): void {
    const end = `UPDATE webhook_issue SET closed_at = ?, closed_by = 'unwatched' WHERE workspace = ? AND ${isOpen}`
    this.sql.run(end, at, workspaceId)
  }

  private close(id: number, at: number, why: WebhookEnd): void {
    this.sql.run('UPDATE webhook_issue SET closed_at = ?, closed_by = ? WHERE id = ?', at, why, id)
  }
}
