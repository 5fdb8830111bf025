import { join } from 'node:path'
import { mkdir } from 'node:fs/promises'
import {
  keptReport,
  lastDate,
  nextDate,
  reportAbout,
  reportParts,
  type KeptReport,
  type OpenIssueLine,
  type ReportPart
} from '../../shared/alerts/report'
import { AppError, toAppError } from '../../shared/errors'
import type { IssueList } from '../../shared/issues/issue'
import type { Request, Response } from '../../shared/ipc'
import type { Place } from '../../shared/workspaces/place'
import { cancelled, type Clock } from '../base/clock'
import { byteOrderMark, csvLines } from '../base/csv'
import { cleanText } from '../base/plain-text'
import type { IssueStore } from '../issues/store'
import type { Mail } from '../mail/smtp'
import type { StandingLetters, StandingMail } from '../mail/standing'
import { idOf } from '../store/tables/team/outbox'
import type { Workspaces } from '../workspaces/workspaces'
import type { Alerts } from './alerts'
import type { Ended } from './send'
import type { AlertStore } from './store'

export interface ReportParts {
  alerts: Pick<Alerts, 'once'>
  store: Pick<AlertStore, 'alertIncidents' | 'alertMessages'> & Pick<IssueStore, 'issueList'>
  clock: Clock
  lock: { state: unknown }
  workspaces: Pick<Workspaces, 'list' | 'nameOf' | 'setReport'>
  serviceOf: (place: Place) => string | null
  standing: Pick<StandingMail, 'allow' | 'stands'>
  endConsent(workspaceId: string, rule: string): Promise<void>
  /** Once. */
  post(mail: Mail, under: StandingLetters): Promise<Ended>
  pdf(place: Place, zone: string): Promise<Uint8Array>
  dialogs: { chooseFile(name: string): Promise<string | null> }
  writeWhole(path: string, content: string | Uint8Array): Promise<void>
  changed(): void
}

/** A week's report that certainly failed is tried again after this time, ms. */
const againAfter = 3_600_000
const heads = ['customer', 'origin_id', 'integration', 'category', 'cause', 'since', 'employees', 'owner', 'connector']
const template =
  'The report of the week: open issues (CSV) and trends (PDF) of {workspace}, as files. Sent by Connector Desk.'

export function openIssuesCsv(lines: readonly OpenIssueLine[]): string {
  const rows = lines.map(([customer, originId, integration, category, cause, since, ...rest]) => [
    ...[customer, originId, integration, category, cause, since === null ? null : new Date(since).toISOString()],
    ...rest
  ])
  return byteOrderMark + csvLines([heads, ...rows])
}

/** Stands for the rule in the claims of a service's reports. */
export const reportRule = (service: string) => idOf(['report', service])

/** A report is claimed in the team before it is made: one desk makes each part, once a week. */
export class Reports {
  constructor(private readonly parts: ReportParts) {}

  async show(workspaceId: string): Promise<Response<'alerts:report'>> {
    const { clock, standing, store } = this.parts
    const kept = this.of(workspaceId)
    if (!kept) return { report: null, next: null, runs: [], stands: null }
    const { after: _, ...report } = kept
    const place = { workspaceId, region: kept.region }
    const stands = kept.folder === null ? (await standing.stands(this.letters(place, kept))).why : null
    const runs = await store.alertMessages({ rule: this.rule(place) })
    return { report, next: nextDate(lastDate(kept, clock.now())), runs, stands }
  }

  /** By mail only after a person agreed in main's window; to a folder that they choose in the system's dialog. */
  async set({ workspaceId, report, choosesFolder }: Request<'alerts:setReport'>): Promise<Response<'alerts:report'>> {
    const { clock, dialogs, standing, workspaces } = this.parts
    const before = this.of(workspaceId)
    if (report) {
      const place = { workspaceId, region: report.region }
      const folder = choosesFolder ? await dialogs.chooseFile('weekly-reports') : (before?.folder ?? null)
      if (choosesFolder && folder === null) throw cancelled()
      if (folder === null && report.to.length === 0)
        throw new AppError('invalid-input', 'Choose a folder, or enter who gets it.')
      const kept: KeptReport = { ...report, folder: report.to.length > 0 ? null : folder, after: '' }
      kept.after = lastDate(kept, clock.now())
      if (kept.folder === null)
        await standing.allow(this.letters(place, kept), { perDay: 4, days: 365 }, new AbortController().signal)
      workspaces.setReport(workspaceId, keptReport.parse(kept))
    } else workspaces.setReport(workspaceId, null)
    if (before && (!report || report.to.length === 0))
      await this.parts.endConsent(workspaceId, this.rule({ workspaceId, region: before.region }))
    this.parts.changed()
    return this.show(workspaceId)
  }

  /** What is due and nobody has made. Late, also by days, is better than never: a laptop sleeps. */
  async look(): Promise<void> {
    const { clock, lock, store, workspaces } = this.parts
    for (const { id: workspaceId, report } of workspaces.list()) {
      if (!report || lock.state !== null) continue
      const place = { workspaceId, region: report.region }
      const date = lastDate(report, clock.now())
      if (date <= report.after) continue
      // Another desk may, so nothing is claimed here.
      if (report.folder === null && (await this.parts.standing.stands(this.letters(place, report))).why !== null)
        continue
      const incidents = await store.alertIncidents({ place })
      const rule = this.rule(place)
      for (const part of reportParts) {
        const about = reportAbout(part, date)
        const last = incidents.find((one) => one.rule === rule && one.about === about)
        // A file is written whole, under the same name.
        const isOpen = last?.outcome === 'refused' || (last?.outcome === 'unknown' && report.folder !== null)
        if (last && (!isOpen || clock.now() - last.at < againAfter)) continue
        const title = `Weekly report of ${date}, ${part}`
        const told = { about, number: (last?.number ?? 0) + 1, part: 'digest' as const, title, facts: [], first: null }
        await this.parts.alerts.once(place, { id: rule, content: { channel: { kind: 'webhook' } } }, [told], (_, id) =>
          this.make({ place, report, part, date, id }).catch((thrown: unknown): Ended => ({
            outcome: 'refused',
            said: toAppError(thrown).message
          }))
        )
      }
    }
  }

  private async make(of: {
    place: Place
    report: KeptReport
    part: ReportPart
    date: string
    id: string
  }): Promise<Ended> {
    const { clock, store, workspaces } = this.parts
    const { place, report, part, date, id } = of
    const name = part === 'csv' ? `open-issues-${place.region}-${date}.csv` : `trends-${place.region}-${date}.pdf`
    const now = clock.now()
    const content =
      part === 'csv'
        ? openIssuesCsv(linesOf(await store.issueList({ place, now })))
        : await this.parts.pdf(place, report.zone)
    if (report.folder !== null) {
      await mkdir(report.folder, { recursive: true, mode: 0o700 })
      await this.parts.writeWhole(join(report.folder, name), content)
      return { outcome: 'sent', said: name }
    }
    const workspace = cleanText(workspaces.nameOf(place.workspaceId))
    const mail: Mail = {
      ...{ id, at: now, to: report.to.map((address) => ({ address, name: '' })), subject: `${workspace}: ${name}` },
      ...{ body: template.replace('{workspace}', workspace), files: [{ name, content: Buffer.from(content) }] }
    }
    return this.parts.post(mail, this.letters(place, report))
  }

  private letters(place: Place, { to, weekday, at, zone }: KeptReport): StandingLetters {
    const day = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][weekday] ?? ''
    return {
      ...{ about: 'report', rule: this.rule(place), name: 'Weekly report', place, template, recipients: to.join(', ') },
      facts: [['When', `${day} ${at}, ${zone}`]]
    }
  }

  private of(workspaceId: string): KeptReport | null {
    return this.parts.workspaces.list().find(({ id }) => id === workspaceId)?.report ?? null
  }

  private rule(place: Place): string {
    return reportRule(this.parts.serviceOf(place) ?? JSON.stringify([place.workspaceId, place.region]))
  }
}

export const linesOf = ({ groups }: Pick<IssueList, 'groups'>): OpenIssueLine[] =>
  groups
    .flatMap(({ incidents, integrations }) => [...incidents, ...integrations].flatMap(({ issues }) => issues))
    .map((one) => [
      ...([one.endUser, one.originId, one.integrationSlug, one.category, one.cause, one.ageFrom] as const),
      ...([one.employees, one.owner, one.key] as const)
    ])
