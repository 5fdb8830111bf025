import { tagLimits } from '../../shared/issues/tag'
import type { Statements } from '../store/statements'
import type { IssueField, ChangedField } from '../store/tables/connectors/episodes'
import type { TeamOutbox } from '../store/tables/team/outbox'

const ofTag = 'tag '

/**
 * A field as `team_field` has it, one row for what is overwritten together: each tag is a field by itself, and says
 * whether it was given or taken away last.
 */
export const storedField = ({ field, value }: ChangedField): { name: string; value: ChangedField['value'] } =>
  field === 'tagged' || field === 'untagged' ? { name: nameOfTag(String(value)), value: field } : { name: field, value }

export const nameOfTag = (tag: string): string => `${ofTag}${tag}`

/** The reverse of `storedField`. */
export const fieldOf = (name: string, value: ChangedField['value']): ChangedField =>
  name.startsWith(ofTag)
    ? { field: value === 'tagged' ? 'tagged' : 'untagged', value: name.slice(ofTag.length) }
    : { field: name as IssueField, value }

/** Whether a change of this desk to the same, which will come later in the feed, is on its way. */
export const isOnItsWay = (outbox: TeamOutbox, teamCase: string, { field, value }: ChangedField): boolean =>
  field === 'tagged' || field === 'untagged'
    ? outbox.says(teamCase, 'tagged', value) || outbox.says(teamCase, 'untagged', value)
    : outbox.holds(teamCase, field)

/**
 * What desks gave apart is all kept, up to this many; and so many are known of a case, those that were taken away again
 * among them: a row written by hand cannot fill a case with tags.
 */
const mostTags = { given: 3 * tagLimits.ofIssue, known: 20 * tagLimits.ofIssue } as const

/** Whether the feed says as many tags of a case as are kept, and this is another. */
export function isFull(sql: Statements, teamCase: string, { field, value }: ChangedField): boolean {
  if (field !== 'tagged' && field !== 'untagged') return false
  const select = `SELECT count(*) AS known, count(*) FILTER (WHERE value = '"tagged"') AS given
    FROM team_field WHERE team_case = ? AND field LIKE '${ofTag}%' AND field <> ?`
  const others = sql.get<{ known: number; given: number }>(select, teamCase, nameOfTag(String(value)))
  if (!others) return false
  return others.known >= mostTags.known || (field === 'tagged' && others.given >= mostTags.given)
}
