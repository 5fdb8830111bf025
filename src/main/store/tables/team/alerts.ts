import {
  alertLimits,
  type AlertMessage,
  type AlertRule,
  type Claimed,
  type MessageEnd,
  type MessageOutcome,
  type MessagePart
} from '../../../../shared/alerts/rule'
import type { Category } from '../../../../shared/connectors/category'
import type { IssueCause } from '../../../../shared/issues/diagnosis'
import type { Place } from '../../../../shared/workspaces/place'
import type { Statements } from '../../statements'
import { whole } from '../connectors/refreshes'
import { lettersRule } from './outbox'
import { ToldItems } from './told-items'

const week = 7 * 86_400_000

export interface KeptRule {
  id: string
  content: AlertRule
  at: number
  by: string | null
  isShared: boolean
}

/** The last message about an incident of a rule, and the one that began it. */
export interface OpenIncident {
  rule: string
  about: string
  number: number
  /** The last part; `end`: it is over. */
  part: MessagePart
  title: string
  at: number
  /** null: not known yet, or of a colleague who has not told it. */
  outcome: MessageOutcome | null
}

export interface ClaimRow {
  message: string
  of: Claimed
  at: number
  by: string | null
}

/**
 * Titles may name customers, so messages go with their rule, and by age. What is still open stays: it must not be told
 * again. Letters and reports claim under a made id (`isMade`), of which there is no rule.
 * @param before ms since 1970
 */
export function pruneMessages(sql: Statements, before = 0): void {
  sql.run(
    `DELETE FROM alert_claim AS one WHERE (substr(rule, 15, 1) <> '8' AND NOT EXISTS (
        SELECT 1 FROM alert_rule WHERE alert_rule.workspace = one.workspace AND alert_rule.id = rule))
      OR (at < ? AND (part <> 'first' OR EXISTS (SELECT 1 FROM alert_claim AS later
        WHERE (later.workspace, later.region, later.rule, later.about) = (one.workspace, one.region, one.rule, one.about)
          AND (later.number > one.number OR (later.number = one.number AND later.part = 'end')))))`,
    before
  )
  sql.run('DELETE FROM alert_outcome WHERE message NOT IN (SELECT message FROM alert_claim)')
}

export class AlertTable {
  constructor(private readonly sql: Statements) {}

  /** By name. */
  rules(workspaceId: string): KeptRule[] {
    const select = `SELECT id, content, at, maker AS "by",
        EXISTS (SELECT 1 FROM team_item WHERE team_item.id = alert_rule.id AND removed = 0) AS isShared
      FROM alert_rule WHERE workspace = ? ORDER BY name COLLATE NOCASE, id`
    return this.sql
      .all<Omit<KeptRule, 'content' | 'isShared'> & { content: string; isShared: number }>(select, workspaceId)
      .map((row) => ({ ...row, isShared: row.isShared === 1, content: JSON.parse(row.content) as AlertRule }))
  }

  /** @returns why it was not saved: changed since `before`, or too many; null if it was */
  save(
    workspaceId: string,
    { id, content, at, before }: { id: string; content: AlertRule; at: number; before: number | null }
  ): 'changed' | 'full' | null {
    const all = this.rules(workspaceId)
    const known = all.find((one) => one.id === id)
    if ((known?.at ?? null) !== before) return 'changed'
    if (!known && all.length >= alertLimits.ofWorkspace) return 'full'
    if (known && JSON.stringify(known.content) === JSON.stringify(content)) return null
    this.sql.run(
      `INSERT INTO alert_rule (workspace, id, name, content, at, maker) VALUES (?, ?, ?, ?, ?, NULL)
        ON CONFLICT (workspace, id) DO UPDATE SET name = excluded.name, content = excluded.content, at = excluded.at,
          maker = NULL`,
      ...[workspaceId, id, content.name, JSON.stringify(content), at]
    )
    new ToldItems(this.sql).alert(workspaceId, id, content)
    return null
  }

  remove(workspaceId: string, id: string): void {
    const { changes } = this.sql.run('DELETE FROM alert_rule WHERE workspace = ? AND id = ?', workspaceId, id)
    this.sql.run('DELETE FROM alert_consent WHERE workspace = ? AND rule = ?', workspaceId, id)
    pruneMessages(this.sql)
    if (changes > 0) new ToldItems(this.sql).removed(workspaceId, 'alert', id)
  }

  /** @returns false if it was claimed before */
  claim({ workspaceId, region }: Place, id: string, { message, of, at, by }: ClaimRow): boolean {
    const insert = 'INSERT INTO alert_claim VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING'
    const values = [message, of.rule, of.about, of.number, of.part, of.title, at, by]
    return this.sql.run(insert, workspaceId, region, id, ...values).changes > 0
  }

  /** How many letters of a customer desks have claimed. @param about `contactsId` */
  letters(about: string): number {
    const select = 'SELECT max(number) AS n FROM alert_claim WHERE rule = ? AND about = ?'
    return this.sql.get<{ n: number | null }>(select, lettersRule, about)?.n ?? 0
  }

  /** When a colleague claimed the last letter of a customer, ms since 1970; 0 for never. @param about `contactsId` */
  colleaguesLetter(about: string): number {
    const select = 'SELECT max(at) AS at FROM alert_claim WHERE rule = ? AND about = ? AND maker IS NOT NULL'
    return this.sql.get<{ at: number | null }>(select, lettersRule, about)?.at ?? 0
  }

  /** The first outcome counts. */
  end(message: string, { outcome, said }: MessageEnd): boolean {
    const insert = 'INSERT INTO alert_outcome VALUES (?, ?, ?) ON CONFLICT DO NOTHING'
    return this.sql.run(insert, message, outcome, said).changes > 0
  }

  /** The last of each incident. */
  incidents({ workspaceId, region }: Place): OpenIncident[] {
    // The end comes after its first message, with the same number.
    return this.sql.all<OpenIncident>(
      `SELECT rule, about, number, part, title, at, outcome FROM (
          SELECT *, row_number() OVER (PARTITION BY rule, about ORDER BY number DESC, part = 'end' DESC) AS place
            FROM alert_claim WHERE workspace = ? AND region = ? AND part <> 'test')
        LEFT JOIN alert_outcome USING (message) WHERE place = 1`,
      workspaceId,
      region
    )
  }

  /** Whole refreshes since then, and issues that were open. */
  past({ workspaceId, region }: Place, since: number) {
    const refreshes = this.sql.all<{ startedAt: number; endedAt: number }>(
      `SELECT started_at AS startedAt, ended_at AS endedAt FROM walk
        WHERE workspace = ? AND region = ? AND ${whole} AND ended_at >= ?
        ORDER BY ended_at LIMIT 50000`,
      ...[workspaceId, region, since]
    )
    const issues =
      this.sql.all<{ category: Category; id: string; record: string; cause: IssueCause; openedAt: number; closedAt: number | null }>( // prettier-ignore
        `SELECT category, connector_id AS id, record, cause, opened_at AS openedAt, closed_at AS closedAt
        FROM episode JOIN connector ON connector.id = episode.connector
        WHERE workspace = ? AND region = ? AND (closed_at IS NULL OR closed_at >= ?) ORDER BY episode.id DESC LIMIT 20000`,
        ...[workspaceId, region, since]
      )
    return { refreshes, issues }
  }

  /** Claimed on this desk, without an outcome. */
  pending(): { message: string; service: string | null }[] {
    return this.sql.all(
      `SELECT DISTINCT message, service FROM alert_claim LEFT JOIN team_place USING (workspace, region)
        WHERE maker IS NULL AND rule <> ? AND message NOT IN (SELECT message FROM alert_outcome)`,
      lettersRule
    )
  }

  /** The newest first. */
  messages(rule: string): AlertMessage[] {
    const rows = this.sql.all<{
      id: string
      at: number
      part: MessagePart
      titles: string
      by: string | null
      outcome: MessageOutcome | null
      said: string | null
    }>(
      `SELECT alert_claim.message AS id, min(at) AS at, max(part) AS part, json_group_array(title) AS titles, maker AS "by",
          outcome, said
        FROM alert_claim LEFT JOIN alert_outcome USING (message) WHERE rule = ?
        GROUP BY alert_claim.message ORDER BY min(at) DESC, alert_claim.message LIMIT ?`,
      rule,
      alertLimits.listed
    )
    return rows.map((row) => ({ ...row, said: row.said ?? '', titles: JSON.parse(row.titles) as string[] }))
  }

  /** Messages since then. @param own only of this desk */
  count(rule: string, since: number, own: boolean): number {
    const select = `SELECT count(DISTINCT message) AS n FROM alert_claim WHERE rule = ? AND at >= ? AND (NOT ? OR maker IS NULL)`
    return this.sql.get<{ n: number }>(select, rule, since, Number(own))?.n ?? 0
  }

  /** Messages of this desk that left since then, or may have. */
  left(rule: string, since: number): number {
    const select = `SELECT count(DISTINCT message) AS n FROM alert_claim JOIN alert_outcome USING (message)
      WHERE rule = ? AND at >= ? AND maker IS NULL AND outcome <> 'refused'`
    return this.sql.get<{ n: number }>(select, rule, since)?.n ?? 0
  }

  /** Its title may name whose connector it is about. */
  forget({ workspaceId, region }: Place, key: string): void {
    const change = `UPDATE alert_claim SET title = 'Forgotten customer' WHERE workspace = ? AND region = ? AND about = ?`
    this.sql.run(change, workspaceId, region, `connector ${key}`)
  }

  week = (rule: string, now: number): number => this.count(rule, now - week, false)
}
