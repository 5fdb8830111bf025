import { z } from 'zod'
import { callFields } from './call-change'
import { changeLogFields } from './change-log-change'
import { folderFields, requestFields, shelfFields } from './library-change'
import { connectorFilters, filterName } from '../connectors/saved-filter'
import { ownName } from '../own-name'
import { issueLimits } from '../issues/issue'
import { customerContacts } from '../mail/contact'
import { issueCause } from '../issues/diagnosis'
import { runbookContent } from '../issues/runbook'
import { requestWay } from '../issues/relink/relink'
import { tag } from '../issues/tag'

/** Separate, so that a rename does not undo another desk's change. */
const filterFields = { name: filterName, content: connectorFilters, removed: z.literal(true) } as const

/** Whole: the steps of one desk and the letter of another would be a runbook that nobody wrote. */
const runbookFields = { content: runbookContent, removed: z.literal(true) } as const

/** All of a customer. `removed`: desks forget the customer (main/store/tables/mail/contacts.ts). */
const contactFields = { content: customerContacts, removed: customerContacts.pick({ originId: true }) } as const

/** `connector`: `<category>:<id>`. */
const openedIssue = z.strictObject({ connector: ownName(z.string().min(2).max(2_000)), cause: issueCause })

/** Colleagues' values are checked against these, too. */
const issueFields = {
  opened: openedIssue,
  owner: z.string().max(issueLimits.owner),
  note: z.string().max(issueLimits.note),
  /** ms since 1970 */
  snoozedUntil: z.number().int().min(0).max(8.64e15).nullable(),
  /** Separate, so that two people who tag at once lose none. */
  tagged: tag,
  untagged: tag,
  requested: requestWay,
  /** Takes back the writer's latest request; the version before leaves it unread and keeps the request. */
  unrequested: z.literal(true),
  closed: z.enum(['recovered', 'gone'])
} as const

/** Colleagues' values are checked against these. */
export const teamKinds = {
  case: issueFields,
  folder: folderFields,
  request: requestFields,
  filter: filterFields,
  shelf: shelfFields,
  runbook: runbookFields,
  contact: contactFields,
  ledger: changeLogFields,
  call: callFields
} as const
export type TeamKind = keyof typeof teamKinds
export type TeamField<K extends TeamKind> = keyof (typeof teamKinds)[K] & string

export type FieldValue<K extends TeamKind> = {
  [F in TeamField<K>]: { field: F; value: (typeof teamKinds)[K][F] extends z.ZodType<infer V> ? V : never }
}[TeamField<K>]
