import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { lastDate, type WeeklyReport } from '../../shared/alerts/report'
import { alertRule, claimed, messageOutcome, type AlertRule } from '../../shared/alerts/rule'
import { readableName } from '../../shared/integration-name'
import type { IssueList } from '../../shared/issues/issue'
import { claimsOf, teamClock } from '../alerts/claim'
import { claimInTeam } from '../settings/claims'
import { judgeRule, type Told } from '../alerts/judge'
import { linesOf, openIssuesCsv } from '../alerts/report'
import { mailOnce, sendOnce, type Ended, type Message, type PostedKind, type Way } from '../alerts/send'
import { cleanText, shorten } from '../base/plain-text'
import type { Clock } from '../base/clock'
import type { Transport } from '../http/transport'
import { issueListOf, type Kept } from '../issues/triage/issue-list'
import type { Triage } from '../issues/triage/triage'
import type { Server } from '../mail/smtp'
import type { Masker } from '../secrets/masker'
import type { OpenIncident } from '../store/tables/team/alerts'
import { insertChanges } from '../team/exchange'
import type { Session } from './session'

/** Of the configuration file: a message goes nowhere else. */
export interface AlertWays {
  posted: { kind: PostedKind; name: string; way: Way }[]
  recipients: string[]
  server: Server | null
}

/** The open issues of the week, as CSV. `folder` is of the configuration file. */
export type WalkerReport = Pick<WeeklyReport, 'weekday' | 'at' | 'zone'> & { folder: string }

export interface WalkerAlertParts {
  report: WalkerReport | null
  ways: AlertWays
  perDay: number
  transport: Transport
  clock: Clock
  masker: Pick<Masker, 'mask'>
  say: (line: string) => void
}

interface Rule {
  id: string
  content: AlertRule
  send: (message: Message) => Promise<Ended>
}
/** Claimed: it leaves now, or is lost. */
interface Leaving {
  rule: Rule
  message: Message
}

/** ms between refreshes for a weekly file that cannot be written */
const reportPause = 3_600_000

/** What a walker found. `since`: when its refresh began, by its clock. */
export interface Found {
  triage: Triage
  since: number
  /** Display names of integrations, by slug. */
  names: Readonly<Record<string, string>>
}

/** Of all rules of a service, the newest row. */
const readRules = `
  SELECT subject AS id, value FROM (
    SELECT DISTINCT ON (subject) subject, field, CASE WHEN pg_column_size(value) <= 100000 THEN value::text END AS value
      FROM connector_desk.change WHERE kind = 'alert' AND service = $1 ORDER BY subject, seq DESC) AS rules
  WHERE field = 'content' AND value IS NOT NULL ORDER BY subject LIMIT 500`

/** The last message about each incident, and whether this walker sent it. */
const readIncidents = `
  SELECT floor(extract(epoch FROM at) * 1000)::float8 AS at, operator = $3 AND account = session_user AS own,
    left(value::text, 10000) AS value,
    (SELECT ended.value ->> 'outcome' FROM connector_desk.change AS ended
      WHERE kind = 'message' AND field = 'ended' AND ended.subject = last.subject ORDER BY seq LIMIT 1) AS outcome
  FROM (SELECT DISTINCT ON (value ->> 'rule', value ->> 'about') * FROM connector_desk.change
    WHERE kind = 'message' AND field = 'claimed' AND service = $1 AND value ->> 'rule' = ANY($2) AND value ->> 'part' <> 'test'
    ORDER BY value ->> 'rule', value ->> 'about', seq DESC) AS last LIMIT 5000`

const own = `kind = 'message' AND field = 'claimed' AND service = $1 AND operator = $2 AND account = session_user`
const readToday = `
  SELECT value ->> 'rule' AS rule, count(DISTINCT subject)::int AS n FROM connector_desk.change
  WHERE ${own} AND at > clock_timestamp() - interval '1 day' GROUP BY 1`
/** Long enough for a message that still leaves. */
const readCutOff = `
  SELECT DISTINCT subject FROM connector_desk.change AS begun WHERE ${own} AND at < clock_timestamp() - interval '5 minutes'
    AND NOT EXISTS (SELECT FROM connector_desk.change AS ended
      WHERE kind = 'message' AND field = 'ended' AND ended.subject = begun.subject) LIMIT 1000`

/**
 * What the team did with open issues: since when they are open, whose they are, and whether one is snoozed. Of those of a
 * connector since the last end, the first is the issue, and desks that opened it apart write to any. A subject ends once.
 * One pass without joins: PostgreSQL knows nothing of the sizes, and would choose loops.
 */
const readIssues = `
  WITH subjects AS (
    SELECT subject,
      min(seq) FILTER (WHERE field = 'opened') AS opened,
      (array_agg(left(value ->> 'connector', 2000) ORDER BY seq) FILTER (WHERE field = 'opened'))[1] AS key,
      (array_agg(at ORDER BY seq) FILTER (WHERE field = 'opened'))[1] AS at,
      min(seq) FILTER (WHERE field = 'closed') AS closed,
      max(seq) FILTER (WHERE field = 'owner') AS owned,
      (array_agg(left(value #>> '{}', 200) ORDER BY seq DESC) FILTER (WHERE field = 'owner'))[1] AS owner,
      max(seq) FILTER (WHERE field IN ('snoozedUntil', 'woke')) AS snoozed,
      (array_agg(value ORDER BY seq DESC) FILTER (WHERE field IN ('snoozedUntil', 'woke')))[1] AS snooze,
      array_agg(value) FILTER (WHERE field = 'outlived') AS outlived
    FROM connector_desk.change WHERE kind = 'case' AND service = $1
      AND field IN ('opened', 'closed', 'owner', 'snoozedUntil', 'woke', 'outlived') GROUP BY subject),
  since AS (SELECT *, max(closed) OVER (PARTITION BY key) AS ended FROM subjects WHERE opened IS NOT NULL),
  issues AS (
    SELECT key, (array_agg(at ORDER BY opened))[1] AS at,
      (array_agg(owner ORDER BY owned DESC) FILTER (WHERE owned IS NOT NULL))[1] AS owner,
      (array_agg(CASE WHEN NOT coalesce(snooze = ANY (outlived), false) THEN snooze END ORDER BY snoozed DESC)
        FILTER (WHERE snoozed IS NOT NULL))[1] AS snooze
    FROM since WHERE opened > coalesce(ended, 0) GROUP BY key)
  SELECT key, owner, floor(extract(epoch FROM at) * 1000)::float8 AS "openedAt",
    CASE WHEN jsonb_typeof(snooze) = 'number' THEN (snooze #>> '{}')::float8 END AS "snoozedUntil"
  FROM issues`

const incidentRow = z.object({ at: z.number(), own: z.boolean(), outcome: messageOutcome.nullable().catch(null) })

/** Alert rules of a team, by what a walker found. It keeps nothing: the database knows what was told. */
export class WalkerAlerts {
  private lastWords = ''
  /** When the weekly file could not be written, ms since 1970. */
  private reportFailedAt = -Infinity
  /** Of rules; their address is gone for good. */
  private readonly gone = new Set<string>()

  constructor(private readonly parts: WalkerAlertParts) {}

  /**
   * Claims what is to be told now, before the team can know of the refresh, so that the walker is first. Never throws: a
   * refresh must not fail of it.
   * @param found null without a whole refresh: only the time since the last one is judged
   * @returns sends what was claimed
   */
  async claim(session: Session, found: Found | null): Promise<() => Promise<void>> {
    const leaving: Leaving[] = []
    const { posted, server } = this.parts.ways
    try {
      const rules = posted.length > 0 || server ? await this.rules(session) : []
      if (rules.length > 0) await this.closeCutOff(session)
      for (const rule of rules) leaving.push(...(await this.claimed(session, rule, found)))
    } catch (thrown) {
      this.sayOnce(`Alert rules were not judged: ${(thrown as Error).message}`)
    }
    return async () => {
      for (const one of leaving) await this.send(session, one)
      if (found) await this.writeReport(session, found.triage)
    }
  }

  /** Only a refresh of its own finds what the file lists. */
  wantsReport = (service: string): boolean =>
    this.missingReport(service) !== null && this.parts.clock.now() >= this.reportFailedAt + reportPause

  private missingReport(service: string): string | null {
    const file = this.reportFile(service)
    return file === null || existsSync(file) ? null : file
  }

  private reportFile(service: string): string | null {
    const { clock, report } = this.parts
    if (!report) return null
    const { host, pathname } = new URL(service)
    const name = `${host}${pathname}`.replaceAll(/[^\w.]+/g, '-').replace(/-$/, '')
    // Two addresses may differ in signs only.
    const digest = createHash('sha256').update(service).digest('hex').slice(0, 8)
    return join(report.folder, `open-issues-${name}-${digest}-${lastDate(report, clock.now())}.csv`)
  }

  /** Whole, or not at all. Never throws. */
  private async writeReport(session: Session, triage: Triage): Promise<void> {
    const { service } = session.of
    const file = this.missingReport(service)
    if (file === null) return
    try {
      const csv = openIssuesCsv(linesOf(await this.listOf(session, triage)))
      await writeFile(`${file}.part`, csv, { mode: 0o600 })
      await rename(`${file}.part`, file)
      this.parts.say(`Weekly report: ${file}`)
    } catch (thrown) {
      this.reportFailedAt = this.parts.clock.now()
      this.sayOnce(`The weekly report could not be written: ${(thrown as Error).message}`)
    }
  }

  /** Those with a way in the configuration. */
  private async rules({ connection, of }: Session): Promise<Rule[]> {
    const rows = await connection.query<{ id: string; value: string }>(readRules, [of.service])
    return rows.flatMap(({ id, value }) => {
      const read = alertRule.safeParse(JSON.parse(value))
      const send = read.success && this.wayOf(id, read.data)
      // Due times are set on each computer, so desks judge by them.
      if (!read.success || !send || !read.data.on || read.data.when.due !== null) return []
      return { id, content: read.data, send }
    })
  }

  private wayOf(id: string, { channel }: AlertRule): Rule['send'] | null {
    const { posted, recipients, server } = this.parts.ways
    const { kind, name, to = [] } = channel
    if (kind === 'desktop' || this.gone.has(id)) return null
    const place = { workspaceId: '', region: 'default' as const }
    const parts = { ...this.parts, log: () => undefined, signal: new AbortController().signal }
    if (kind === 'email') {
      if (!server || to.length === 0 || !to.every((one) => recipients.includes(one))) return null
      return (message) => mailOnce(parts, place, { server, to, message })
    }
    const known = posted.find((one) => one.kind === kind && one.name === name)
    return known ? (message) => sendOnce(parts, place, { kind, way: known.way, message }) : null
  }

  private async claimed(session: Session, rule: Rule, found: Found | null): Promise<Leaving[]> {
    const { clock, masker, perDay } = this.parts
    const { connection, of } = session
    if (!found && rule.content.when.watches !== 'refresh') return []
    const { now: serverNow, age } = await teamClock(session, of.service)
    const now = clock.now()
    const { incidents, begun } = await this.incidents(session, rule)
    const list = found ? await this.listOf(session, found.triage) : noIssues
    const seen = {
      ...{
        list,
        now,
        due: () => null,
        nameOf: (slug: string) => cleanText(found?.names[slug] ?? readableName(slug)),
        refreshAge: found ? 0 : age
      },
      knownAt: (found?.since ?? now) + serverNow - now
    }
    const told = judgeRule(rule.content, seen, incidents)
      // It knows no earlier refresh: what another found by those is over for that one alone.
      .filter(({ part, about }) => part !== 'end' || rule.content.when.watches === 'refresh' || begun.has(about))
    const today = await connection.query<{ rule: string; n: number }>(readToday, [of.service, of.name])
    let left = perDay - (today.find((one) => one.rule === rule.id)?.n ?? 0)
    const leaving: Leaving[] = []
    for (const part of ['first', 'end', 'digest'] as const) {
      const those = claimsOf(of.service, rule.id, told.filter((one) => one.part === part), masker.mask) // prettier-ignore
      if (those.length === 0 || left <= 0) continue
      const id = randomUUID()
      const won = await claimInTeam({ connection, desk: of.desk }, { service: of.service, message: id, operator: of.name }, those) // prettier-ignore
      const mine = those.filter((one) => won.has(one.id)).map(({ told, of: { title } }): Told => ({ ...told, title }))
      if (mine.length === 0) continue
      left--
      const { name, zone } = rule.content
      const at = { id, at: now, workspace: new URL(of.service).host, rule: { name, zone } }
      leaving.push({
        rule,
        message: { ...at, told: mine.map((one) => ({ ...one, facts: one.facts.map(masker.mask) })) }
      })
    }
    return leaving
  }

  private async incidents({ connection, of }: Session, { id }: Rule) {
    const rows = await connection.query<{ value: string }>(readIncidents, [of.service, [id], of.name])
    const begun = new Set<string>()
    const incidents = rows.flatMap((row): OpenIncident[] => {
      const read = claimed.safeParse(parsed(row.value))
      if (!read.success) return []
      const { at, own, outcome } = incidentRow.parse(row)
      if (own) begun.add(read.data.about)
      return [{ ...read.data, at, outcome }]
    })
    return { incidents, begun }
  }

  private async listOf({ connection, of }: Session, triage: Triage): Promise<IssueList> {
    const rows = await connection.query<{ key: string; openedAt: number; owner: string | null; snoozedUntil: number | null }>(readIssues, [of.service]) // prettier-ignore
    const kept = rows.map(({ key, owner, ...row }): [string, Kept] => [
      key,
      { ...row, owner: owner ?? '', note: '', tags: [], requestedAt: null }
    ])
    return issueListOf(triage, new Map(kept))
  }

  private async send(session: Session, { rule, message }: Leaving): Promise<void> {
    const { masker } = this.parts
    const { name, channel } = rule.content
    const { outcome, said, gone } = await rule.send(message).catch((thrown: Error): Ended => ({ outcome: 'refused', said: thrown.message })) // prettier-ignore
    if (gone) this.gone.add(rule.id)
    const way = channel.kind === 'email' ? 'by mail' : `to ${channel.name}`
    // A server's answer may repeat whom a mail is for.
    this.parts.say(`Alert rule “${name}” ${way}: ${outcome}, ${said}`.replaceAll(/\S+/g, withoutAddress))
    await this.end(session, message.id, { outcome, said: shorten(masker.mask(said), 400) }).catch((thrown: Error) =>
      this.sayOnce(`How a message ended could not be written down: ${thrown.message}`)
    )
  }

  /** Of a walker of this name that was killed. */
  private async closeCutOff(session: Session): Promise<void> {
    const { connection, of } = session
    const rows = await connection.query<{ subject: string }>(readCutOff, [of.service, of.name])
    const said = 'The walker ended before an answer came. It is not sent again.'
    for (const { subject } of rows) await this.end(session, subject, { outcome: 'unknown', said })
  }

  private async end({ connection, of }: Session, subject: string, end: object): Promise<void> {
    const change = { id: randomUUID(), service: of.service, kind: 'message', subject, field: 'ended' }
    await connection.query(insertChanges, [JSON.stringify([{ ...change, value: JSON.stringify(end) }]), of.desk, of.name]) // prettier-ignore
  }

  private sayOnce(words: string): void {
    if (words !== this.lastWords) this.parts.say(words)
    this.lastWords = words
  }
}

const withoutAddress = (word: string) => (word.includes('@') ? '[address]' : word)

const noIssues: Pick<IssueList, 'groups'> = { groups: [] }

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
