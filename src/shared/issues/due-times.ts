import { z } from 'zod'
import { issueCause } from './diagnosis'

/** `to` is 1,440 at the end of a day. */
const workHours = z.object({ from: z.number().int().min(0).max(1_439), to: z.number().int().min(1).max(1_440) })
const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true

/** Working hours of a place, in its clock time. */
export const workCalendar = z.object({
  /** An IANA name. */
  zone: z.string().min(1).max(100),
  /** From Monday; minutes of the day; null or absent: no working day. */
  week: z.array(workHours.nullable()).max(7),
  /** As 2026-12-25. */
  holidays: z.array(z.string().refine(isDate)).max(400)
})
export type WorkCalendar = z.infer<typeof workCalendar>

/** Customers with targets of their own, by origin ID. A tag would end with its issue, so it cannot name a tier. */
const tier = z.object({ name: z.string().min(1).max(40), customers: z.array(z.string().min(1).max(200)).max(2_000) })

export const dueTimes = z.object({
  calendar: workCalendar,
  tiers: z.array(tier).max(5),
  /** Working hours. `tier`: null for all other customers. */
  targets: z
    .array(z.object({ cause: issueCause, tier: z.string().nullable(), hours: z.number().min(0).max(1_000) }))
    .max(60)
})
export type DueTimes = z.infer<typeof dueTimes>

/** What an operator may start from: an office's days, and hours by who acts. */
export const exampleDueTimes = (zone: string): DueTimes => ({
  calendar: {
    zone,
    week: [0, 1, 2, 3, 4, 5, 6].map((day) => (day < 5 ? { from: 9 * 60, to: 17 * 60 } : null)),
    holidays: []
  },
  tiers: [],
  targets: [
    { cause: 'incident', tier: null, hours: 4 },
    { cause: 'relink', tier: null, hours: 16 },
    { cause: 'stalled', tier: null, hours: 8 },
    { cause: 'drop', tier: null, hours: 8 },
    { cause: 'failed', tier: null, hours: 16 }
  ]
})
