import { z } from 'zod'
import { addressProblem } from '../mail/address'
import { ownName } from '../own-name'
import { region } from '../workspaces/region'

/** The open issues (CSV) and the trends (PDF) of a region, once a week, to a folder of this computer or by mail. */
export const weeklyReport = z.strictObject({
  region,
  /** 0 is Sunday. */
  weekday: z.number().int().min(0).max(6),
  at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  /** IANA */
  zone: ownName(z.string().min(1).max(100)),
  /** null: by mail. */
  folder: ownName(z.string().max(4_000)).nullable(),
  to: z.array(ownName(z.string().refine((text) => addressProblem(text) === null, 'is no address'))).max(20)
})
export type WeeklyReport = z.infer<typeof weeklyReport>

/** `after`: the date that was the last when it was turned on. */
export const keptReport = weeklyReport.extend({ after: z.string() })
export type KeptReport = z.infer<typeof keptReport>

export const reportParts = ['csv', 'pdf'] as const
export type ReportPart = (typeof reportParts)[number]

/** What each part of a date's report is claimed as, in a team once for all desks. */
export const reportAbout = (part: ReportPart, date: string): string => `report ${part} ${date}`

const day = 86_400_000

/** The date at the zone, of the last time that is not after `now`, as 2026-11-30. @throws RangeError for an unknown zone */
export function lastDate({ weekday, at, zone }: Pick<WeeklyReport, 'weekday' | 'at' | 'zone'>, now: number): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
  } as const)
  const [date = '', clock = ''] = format.format(now).split(', ')
  const noon = Date.parse(`${date}T12:00:00Z`)
  const back = (new Date(noon).getUTCDay() - weekday + 7) % 7
  return dateOf(noon - (back === 0 && clock < at ? 7 : back) * day)
}

export const nextDate = (date: string): string => dateOf(Date.parse(`${date}T12:00:00Z`) + 7 * day)

const dateOf = (noon: number) => new Date(noon).toISOString().slice(0, 10)

/** Of an open issue, as the CSV has it. `since`: ms since 1970. */
export type OpenIssueLine = readonly [
  customer: string,
  originId: string | null,
  integration: string,
  category: string,
  cause: string,
  since: number | null,
  employees: number | null,
  owner: string,
  connector: string
]
