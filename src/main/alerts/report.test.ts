import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lastDate, type KeptReport } from '../../shared/alerts/report'
import { writeWhole } from '../app/file-dialogs'
import { promised } from '../base/promised'
import { teamSuite } from '../team/testing/suite'
import type { TestDesk } from '../team/testing'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { madeUpRow } from '../testing/made-up-rows'
import { mailDesk } from '../mail/testing/desk'
import type { StandingLetters, StandingMail } from '../mail/standing'
import { Reports } from './report'
import type { Ended } from './send'
import { testAlerts } from './testing'

const hour = 3_600_000
const { workspaceId } = place
let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'desk-report-'))))
afterEach(() => rm(folder, { recursive: true }))

/** 10 March 2026, a Tuesday, 12:00 UTC. */
const weekly = { region: 'default', weekday: 3, at: '07:00', zone: 'UTC', to: [] } as const

/** One desk that makes the report; again for the same history is a restart. */
function desk(test: TestHistory, team: TestDesk | null = null, kept: { report?: KeptReport } = {}) {
  const serviceOf = () => (team ? 'https://api.example.com' : null)
  const { alerts, clock } = testAlerts(test, team ? { team: team.team, serviceOf } : {})
  const posted: string[] = []
  const chosen: (string | null)[] = [join(folder, 'reports')]
  const parts = {
    ...{ alerts, clock, serviceOf, writeWhole, lock: { state: null as unknown } },
    store: promised(() => test.history),
    workspaces: {
      list: () => [{ id: workspaceId, ...kept }] as never,
      nameOf: () => 'Harbourline',
      setReport: (_: string, report: KeptReport | null) =>
        (report ? (kept.report = report) : delete kept.report) as never
    },
    standing: {
      allow: async () => undefined,
      stands: async () => ({ left: 1, why: null, until: Infinity, wasShown: () => false })
    },
    endConsent: async () => undefined,
    post: async ({ subject }: { subject: string }, _: StandingLetters): Promise<Ended> => {
      posted.push(subject)
      return { outcome: 'sent' as const, said: 'Taken.' }
    },
    pdf: async () => new Uint8Array([37, 80, 68, 70]),
    dialogs: { chooseFile: async () => chosen.shift() ?? null },
    changed: () => undefined
  }
  const reports = new Reports(parts)
  return {
    ...{ reports, clock, posted, kept, parts, alerts },
    turnOn: (to: string[] = []) =>
      reports.set({ workspaceId, report: { ...weekly, to }, choosesFolder: to.length === 0 })
  }
}
const files = () => readdir(join(folder, 'reports')).catch(() => [])

describe('the weekly report', () => {
  let test: TestHistory
  beforeEach(() => void (test = testHistory()))
  afterEach(() => test.remove())

  it('is made once a week, from the first time after it was turned on, also after a restart and a night of sleep', async () => {
    const failed = { sync_status: 'Failed', end_user: '=cmd()', last_sync_start_time: new Date(start).toISOString() }
    test.refresh([madeUpRow('a', start, failed), madeUpRow('b', start)], start)
    const ada = desk(test)
    expect(await ada.turnOn()).toMatchObject({ next: '2026-03-11', runs: [] })
    await ada.reports.look()
    expect(await files()).toEqual([])
    // It slept from Wednesday to Friday.
    ada.clock.pass(72 * hour)
    await ada.reports.look()
    expect(await files()).toEqual(['open-issues-default-2026-03-11.csv', 'trends-default-2026-03-11.pdf'])
    const csv = await readFile(join(folder, 'reports', 'open-issues-default-2026-03-11.csv'), 'utf8')
    expect(csv.split('\r\n')).toHaveLength(3)
    expect(csv).toContain("'=cmd(),origin-a,bamboohr,HRIS,failed,2026-03-10T12:00:00.000Z")
    await rm(join(folder, 'reports'), { recursive: true })
    test.restart()
    const again = desk(test, null, ada.kept)
    again.clock.pass(73 * hour)
    await again.reports.look()
    // A clock that moves back, and on.
    again.clock.pass(-30 * 24 * hour)
    await again.reports.look()
    again.clock.pass(30 * 24 * hour)
    await again.reports.look()
    expect(await files()).toEqual([])
    again.clock.pass(7 * 24 * hour)
    await again.reports.look()
    expect(await files()).toHaveLength(2)
    expect((await again.reports.show(workspaceId)).runs.map(({ outcome }) => outcome)).toEqual([
      'sent',
      'sent',
      'sent',
      'sent'
    ])
  })

  it('that failed says why and is tried again after an hour; while locked, and once turned off, none is made', async () => {
    const ada = desk(test)
    await ada.turnOn()
    ada.clock.pass(24 * hour)
    ada.parts.lock.state = 'locked'
    await ada.reports.look()
    expect(await files()).toEqual([])
    ada.parts.lock.state = null
    const write = ada.parts.writeWhole
    ada.parts.writeWhole = async () => {
      throw new Error('The disk is full.')
    }
    await ada.reports.look()
    await ada.reports.look()
    const { runs } = await ada.reports.show(workspaceId)
    expect(runs.map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
    ada.parts.writeWhole = write
    ada.clock.pass(hour)
    await ada.reports.look()
    expect(await files()).toHaveLength(2)
    await ada.reports.set({ workspaceId, report: null, choosesFolder: false })
    ada.clock.pass(14 * 24 * hour)
    await ada.reports.look()
    expect(await files()).toHaveLength(2)
  })

  it('goes by mail where a person agreed', async () => {
    const ada = desk(test)
    await ada.turnOn(['lead@harbourline.example'])
    ada.clock.pass(24 * hour)
    await ada.reports.look()
    await ada.reports.look()
    expect(ada.posted).toEqual([
      'Harbourline: open-issues-default-2026-03-11.csv',
      'Harbourline: trends-default-2026-03-11.pdf'
    ])
    expect(await files()).toEqual([])
  })

  it('by mail counts against the most messages that the person agreed to', async () => {
    const ada = desk(test)
    const mail = await mailDesk(test, { port: 1 })
    mail.clock.time = ada.clock.now()
    ada.parts.standing = mail.standing as never
    await ada.turnOn(['lead@harbourline.example'])
    const agreed = ada.parts.standing as unknown as StandingMail
    let under: StandingLetters | undefined
    ada.parts.post = async ({ subject }, letters) => {
      under = letters
      ada.posted.push(subject)
      return { outcome: 'sent' as const, said: 'Taken.' }
    }
    for (const clock of [ada.clock, mail.clock]) clock.pass(24 * hour)
    await ada.reports.look()
    expect(ada.posted).toHaveLength(2)
    expect(under && (await agreed.stands(under))).toMatchObject({ left: 2, why: null })
  })

  it('that a kill cut off leaves once by mail, and is written again to a folder', async () => {
    const ada = desk(test)
    await ada.turnOn(['lead@harbourline.example'])
    ada.clock.pass(24 * hour)
    ada.parts.post = ({ subject }) => (ada.posted.push(subject), new Promise(() => undefined))
    void ada.reports.look()
    await expect.poll(() => ada.posted).toHaveLength(1)
    test.restart()
    const again = desk(test, null, ada.kept)
    again.clock.pass(24 * hour)
    await again.alerts.closeCutOff()
    for (let time = 0; time < 3; time++) {
      await again.reports.look()
      again.clock.pass(2 * hour)
    }
    expect([...ada.posted, ...again.posted]).toEqual([
      'Harbourline: open-issues-default-2026-03-11.csv',
      'Harbourline: trends-default-2026-03-11.pdf'
    ])
    expect((await again.reports.show(workspaceId)).runs.map(({ outcome }) => outcome).toSorted()).toEqual(['sent', 'unknown']) // prettier-ignore
    // The next week to a folder.
    await again.turnOn()
    again.clock.pass(7 * 24 * hour)
    const write = again.parts.writeWhole
    let began = 0
    again.parts.writeWhole = () => (began++, new Promise(() => undefined))
    void again.reports.look()
    await expect.poll(() => began).toBe(1)
    test.restart()
    const third = desk(test, null, again.kept)
    third.clock.pass(8 * 24 * hour + 8 * hour)
    third.parts.writeWhole = write
    await third.alerts.closeCutOff()
    await third.reports.look()
    third.clock.pass(2 * hour)
    await third.reports.look()
    expect(await files()).toEqual(['open-issues-default-2026-03-18.csv', 'trends-default-2026-03-18.pdf'])
  })

  it.each([
    ['2026-03-11T06:59:00Z', 'UTC', '2026-03-04'],
    ['2026-03-11T07:00:00Z', 'UTC', '2026-03-11'],
    // Its Wednesday has begun there, and summer time.
    ['2026-03-10T20:30:00Z', 'Asia/Tokyo', '2026-03-04'],
    ['2026-03-10T22:30:00Z', 'Asia/Tokyo', '2026-03-11'],
    ['2026-04-01T05:30:00Z', 'Europe/Berlin', '2026-04-01']
  ])('at %s in %s its last date is %s', (now, zone, date) => {
    expect(lastDate({ ...weekly, zone }, Date.parse(now))).toBe(date)
  })
})

describe('the weekly report of a team', () => {
  const suite = teamSuite()

  it('is made by one of its desks, also where both look at once', async () => {
    const [one, two] = [await suite.joined('Ada', []), await suite.joined('Grace', [])]
    const both = [desk(one.history, one), desk(two.history, two)]
    for (const each of both) await each.turnOn(['lead@harbourline.example'])
    for (const each of both) each.clock.pass(24 * hour)
    await Promise.all([...both, ...both].map(({ reports }) => reports.look()))
    expect(both.flatMap(({ posted }) => posted).toSorted()).toEqual([
      'Harbourline: open-issues-default-2026-03-11.csv',
      'Harbourline: trends-default-2026-03-11.pdf'
    ])
    for (const { reports } of both)
      await expect.poll(async () => (await reports.show(workspaceId)).runs.map(({ outcome }) => outcome)).toEqual(['sent', 'sent']) // prettier-ignore
  })
})
