import type { MessageState } from '../../../../shared/mail/mail'
import type { Place } from '../../../../shared/workspaces/place'
import type { Statements } from '../../statements'

/** What it is about. */
export type MessageKind = 'relink' | 'outage'

/** A letter to a customer. Times in ms since 1970. */
export interface MessageRow {
  id: string
  at: number
  endedAt: number | null
  originId: string
  state: MessageState
  kind: MessageKind
  /** Recipients, subject, and what the server said. */
  encrypted: Uint8Array
}

/** `digest`: SHA-256 in hex of recipients and text. */
export type NewMessage = Pick<MessageRow, 'id' | 'at' | 'originId' | 'kind' | 'encrypted'> & {
  digest: string
  keys: string[]
}

interface Cut extends Place {
  id: string
  originId: string
  state: MessageState
}

export type Unmarked = Place & { id: string; keys: string[] }

const selected = 'id, at, ended_at AS endedAt, customer AS originId, state, kind, sealed AS encrypted'

/** Each is written down before it leaves, and leaves once. */
export class MessageTable {
  constructor(private readonly sql: Statements) {}

  add(
    { workspaceId, region }: Place,
    messages: readonly NewMessage[],
    { consent, campaign }: { consent: string | null; campaign: string | null }
  ): void {
    for (const { id, at, originId, kind, keys, digest, encrypted } of messages)
      this.sql.run(
        `INSERT INTO message (id, workspace, region, at, customer, kind, keys, digest, state, sealed, consent, campaign)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?, ?)`,
        ...[id, workspaceId, region, at, originId, kind, JSON.stringify(keys), digest, encrypted, consent, campaign]
      )
  }

  /** Those that left, or may have, under a consent. */
  count(consent: string, since: number): number {
    const select = `SELECT count(*) AS n FROM message WHERE consent = ? AND at >= ? AND state <> 'refused'`
    return this.sql.get<{ n: number }>(select, consent, since)?.n ?? 0
  }

  /** @returns false for one that does not wait: it leaves once */
  leave(id: string): boolean {
    return this.sql.run(`UPDATE message SET state = 'leaving' WHERE id = ? AND state = 'waiting'`, id).changes > 0
  }

  end(id: string, state: MessageState, at: number, encrypted: Uint8Array): void {
    this.sql.run('UPDATE message SET state = ?, ended_at = ?, sealed = ? WHERE id = ?', state, at, encrypted, id)
  }

  /** Those that the end of the last run cut off: what was leaving may have arrived, what waited has not left. */
  cutOff(at: number): Cut[] {
    const select = `SELECT id, workspace AS workspaceId, region, customer AS originId, state FROM message
      WHERE state IN ('waiting', 'leaving') ORDER BY at, id`
    const cut = this.sql.all<Cut>(select)
    const end = `UPDATE message SET ended_at = ?, state = CASE state WHEN 'leaving' THEN 'unknown' ELSE 'refused' END
      WHERE state IN ('waiting', 'leaving')`
    this.sql.run(end, at)
    return cut
  }

  /** Sent ones of which no issue says so yet. */
  unmarked(): Unmarked[] {
    const select = `SELECT id, workspace AS workspaceId, region, keys FROM message WHERE state = 'sent' AND marked = 0
      AND kind = 'relink'`
    return this.sql.all<Place & { id: string; keys: string }>(select).map(({ keys, ...row }) => ({
      ...row,
      keys: JSON.parse(keys) as string[]
    }))
  }

  mark(id: string): void {
    this.sql.run('UPDATE message SET marked = 1 WHERE id = ?', id)
  }

  /** The latest first. */
  list(workspaceId: string, originId: string, most: number): MessageRow[] {
    const select = `SELECT ${selected} FROM message WHERE workspace = ? AND customer = ? ORDER BY at DESC, id LIMIT ?`
    return this.read(select, workspaceId, originId, most)
  }

  /** The latest first. */
  ofCampaign(campaign: string): MessageRow[] {
    return this.read(`SELECT ${selected} FROM message WHERE campaign = ? ORDER BY at DESC, rowid DESC`, campaign)
  }

  private read(select: string, ...values: (string | number)[]): MessageRow[] {
    return this.sql
      .all<Omit<MessageRow, 'encrypted'> & { encrypted: ArrayBuffer }>(select, ...values)
      .map((row) => ({ ...row, encrypted: new Uint8Array(row.encrypted) }))
  }
}
