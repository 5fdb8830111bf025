import { z } from 'zod'
import { callFields } from './call-change'
import { changeLogFields } from './change-log-change'
import { folderFields, requestFields, shelfFields } from './library-change'
import { filterName, savedContent } from '../connectors/saved-filter'
import { ownName } from '../own-name'
import { accessFact, certainSaid } from '../issues/access'
import { passthroughMethod } from '../passthrough/passthrough'
import { issueLimits, wakeWhen, wokeWhy } from '../issues/issue'
import { customerContacts } from '../mail/contact'
import { outageStep, outageTold, toldEnd } from '../mail/outage'
import { issueCause } from '../issues/diagnosis'
import { alertRule, claimed, messageEnd } from '../alerts/rule'
import { dueTimes } from '../issues/due-times'
import { runbookContent } from '../issues/runbook'
import { requestWay } from '../issues/relink/relink'
import { tag } from '../issues/tag'
import { seenTicket } from '../tickets/ticket'
import { driftReason, profileNumbers } from '../mappings/mapping-issue'

/** Separate, so that a rename does not undo another desk's change. */
const filterFields = { name: filterName, content: savedContent, removed: z.literal(true) } as const

/** Whole: the steps of one desk and the letter of another would be a runbook that nobody wrote. */
const runbookFields = { content: runbookContent, removed: z.literal(true) } as const

/** All of a customer. `removed`: desks forget the customer (main/store/tables/mail/contacts.ts). */
const contactFields = { content: customerContacts, removed: customerContacts.pick({ originId: true }) } as const

const alertFields = { content: alertRule, removed: z.literal(true) } as const

/** The subject is a message. The id of the change is made of the incident (`idOf`): the database takes one of them. */
const messageFields = { claimed, ended: messageEnd } as const

/** `connector`: `<category>:<id>`. */
const openedIssue = z.strictObject({ connector: ownName(z.string().min(2).max(2_000)), cause: issueCause })

/** Characters of an encrypted sample: a larger one stays on its computer. */
export const largestSample = 150_000

/** ms since 1970 */
const time = z.number().int().min(0).max(8.64e15)

/** What the snooze until `until` waits for, and what was known at `at`, when it began. */
const waits = z.strictObject({
  when: wakeWhen,
  at: time,
  until: time,
  failed: time.nullable(),
  rejected: time.nullable(),
  completed: time.nullable()
})
export type SharedWait = z.infer<typeof waits>

/** Colleagues' values are checked against these, too. */
const issueFields = {
  opened: openedIssue,
  owner: z.string().max(issueLimits.owner),
  note: z.string().max(issueLimits.note),
  snoozedUntil: time.nullable(),
  /** Every desk watches for it, and one that sees it come says so. Desks of the version before see the longest time. */
  waits,
  /** Ends the snooze that waits since `at`; a newer one stays. */
  woke: z.strictObject({ at: time, why: wokeWhy }),
  /** The diagnosis became another: ends the snooze until this time; a newer one stays. */
  outlived: time,
  /** Separate, so that two people who tag at once lose none. */
  tagged: tag,
  untagged: tag,
  requested: requestWay,
  /** Takes back the writer's latest request; the version before leaves it unread and keeps the request. */
  unrequested: z.literal(true),
  closed: z.enum(['recovered', 'gone'])
} as const

/**
 * One of a service, whole; null: nothing is due. `set`: with the time of the choice, so that one that comes late replaces no
 * newer one; before `times`, which desks of the version before read and write.
 */
const dueFields = { set: z.strictObject({ at: time, times: dueTimes.nullable() }), times: dueTimes.nullable() } as const

/** An issue of what is no connector. `closed`: a later issue of it begins without these. */
const watchedFields = {
  owner: issueFields.owner,
  note: issueFields.note,
  snoozedUntil: issueFields.snoozedUntil,
  closed: z.literal(true)
} as const

/** What a connector's provider answered a desk, as far as it is certain: nothing of the answer itself. */
const accessFields = {
  said: z.strictObject({
    connector: ownName(z.string().min(2).max(2_000)),
    at: z.number().int().min(0).max(8.64e15),
    said: certainSaid,
    status: z.number().int().min(0).max(999).nullable(),
    method: passthroughMethod,
    by: accessFact.shape.by
  })
} as const

/** A bearer token was replaced: never the token, only a salted digest of the new one. `at`: by that desk's clock. */
const tokenFields = {
  changed: z.strictObject({
    at: z.number().int().min(0).max(8.64e15),
    fingerprint: z.string().regex(/^[0-9a-f]{32}$/)
  })
} as const

/** `connector`: `<category>:<id>`; `ticket`: its id on all desks. */
const ofTicket = { connector: ownName(z.string().min(2).max(2_000)), ticket: z.uuid() }
const trackerOf = ownName(z.string().max(2_000))

/** Of one connector: the first claim that is not released may open its ticket. */
const ticketFields = {
  claimed: z.strictObject({ ...ofTicket, tracker: trackerOf }),
  seen: z.strictObject({ ...ofTicket, tracker: trackerOf, ...seenTicket.shape }),
  released: z.strictObject(ofTicket)
} as const
export type TicketChange = { [F in keyof typeof ticketFields]: z.infer<(typeof ticketFields)[F]> }

const ofGuard = {
  fieldId: ownName(z.string().max(2_000)),
  /** As `mappingKey` takes it. */
  scope: ownName(z.string().max(2_000)),
  /** Of the connector whose records they are. */
  key: ownName(z.string().max(2_000)).nullable(),
  at: time
}

/**
 * What keeps mappings right. `expected`: what the expression gave when it was saved, in counts and lengths; no value. A
 * `sample` is encrypted with a key that only desks with the service's token can work out (main/mappings/team-guards.ts).
 */
const guardFields = {
  expected: z.strictObject({
    ...profileNumbers.shape,
    ...ofGuard,
    path: ownName(z.string().max(2_000)),
    expression: z.string().max(2_000)
  }),
  sample: z.strictObject({ ...ofGuard, encrypted: z.string().max(largestSample) }),
  /** What the last check found on fresh records, compared with the expectation of `kept`, its time. */
  looked: z.strictObject({
    ...profileNumbers.shape,
    ...ofGuard,
    kept: time,
    field: z.string().max(2_000),
    reasons: z.array(driftReason).max(20)
  }),
  dropped: z.literal(true),
  /** Of the team: whether samples may be shared. */
  allowed: z.boolean()
} as const

/** `told` and `ended`: the subject is a letter. The id of a claim is made of outage, step and customer: one of them counts. */
const outageFields = { step: outageStep, told: outageTold, ended: toldEnd } as const

/** Colleagues' values are checked against these. */
export const teamKinds = {
  case: issueFields,
  access: accessFields,
  watched: watchedFields,
  due: dueFields,
  folder: folderFields,
  request: requestFields,
  filter: filterFields,
  shelf: shelfFields,
  runbook: runbookFields,
  contact: contactFields,
  alert: alertFields,
  message: messageFields,
  ticket: ticketFields,
  outage: outageFields,
  ledger: changeLogFields,
  token: tokenFields,
  call: callFields,
  guard: guardFields
} as const
export type TeamKind = keyof typeof teamKinds
export type TeamField<K extends TeamKind> = keyof (typeof teamKinds)[K] & string

export type FieldValue<K extends TeamKind> = {
  [F in TeamField<K>]: { field: F; value: (typeof teamKinds)[K][F] extends z.ZodType<infer V> ? V : never }
}[TeamField<K>]
