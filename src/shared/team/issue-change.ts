import { z } from 'zod'
import { ownName } from '../own-name'
import { issueLimits } from '../issues/issue'
import { issueCause } from '../issues/diagnosis'
import { requestWay } from '../issues/relink/relink'
import { tag } from '../issues/tag'

/** `connector`: `<category>:<id>`. */
export const openedIssue = z.strictObject({ connector: ownName(z.string().min(2).max(2_000)), cause: issueCause })

/** Colleagues' values are checked against these, too. */
export const issueFields = {
  opened: openedIssue,
  owner: z.string().max(issueLimits.owner),
  note: z.string().max(issueLimits.note),
  /** ms since 1970 */
  snoozedUntil: z.number().int().min(0).max(8.64e15).nullable(),
  /** Separate, so that two people who tag at once lose none. */
  tagged: tag,
  untagged: tag,
  requested: requestWay,
  closed: z.enum(['recovered', 'gone'])
} as const
