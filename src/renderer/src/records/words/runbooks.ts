import type { IssueCause } from '../../../../shared/issues/diagnosis'
import { diagnosisNames } from '../../../../shared/issues/diagnosis'
import { runbookLimits, type EndedIssue, type RunbookReason } from '../../../../shared/issues/runbook'
import { absoluteTime, count, counted, duration, listed, time } from '../../kit/format'

interface About {
  /** A name; null: any. */
  integration: string | null
  cause: IssueCause | null
}

const about = ({ integration, cause }: About): string =>
  [integration ?? 'Any integration', cause === null ? 'any cause' : diagnosisNames[cause]].join(', ')

/** @param now ms since 1970 */
function changed({ by, at, isShared }: { by: string | null; at: number; isShared: boolean }, now: number): string {
  return [by ?? 'you', time(at, now), isShared ? 'shared' : 'on this computer'].join(', ')
}

/** @param of what the runbook is about */
function why({ text, integration, cause }: RunbookReason, of: About): string {
  const kinds = [
    ...(integration ? [of.integration ?? ''] : []),
    ...(cause && of.cause ? [diagnosisNames[of.cause]] : [])
  ]
  const rest = kinds.length > 0 ? kinds.join(', ') : 'every issue'
  return text ? `Matches “${text.match}” in ${text.where}, for ${rest}.` : `For ${rest}.`
}

function endOf({ ended, became }: EndedIssue, cause: IssueCause): string {
  if (ended === 'relinked') return 'connected again after a request'
  if (ended === 'gone') return 'the connector was deleted'
  if (ended === 'became') return became ? `became: ${diagnosisNames[became]}` : 'another diagnosis followed'
  return cause === 'relink' ? 'connected again without a request from here' : 'recovered on its own'
}

const middle = (sorted: readonly number[]) => {
  const at = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[at] ?? 0) : ((sorted[at - 1] ?? 0) + (sorted[at] ?? 0)) / 2
}

function summary(ended: readonly EndedIssue[], cause: IssueCause): string {
  const ends = Map.groupBy(ended, (one) => endOf(one, cause))
  const times = ended.map(({ openedAt, closedAt }) => closedAt - openedAt).sort((a, b) => a - b)
  const counts = [...ends].map(([end, all]) => `${count(all.length)} ${end}`)
  return `${counts.join(', ')}. In the middle after ${duration(middle(times))}.`
}

export const runbookWords = {
  name: 'Runbook',
  all: 'Runbooks',
  about,
  changed,
  why,
  none: (of: About) => `No runbook for ${about(of)}.`,
  below: (of: About, changed: string) => `${about(of)}. Changed: ${changed}.`,
  noText: 'None of its texts was found here.',
  write: 'Write a runbook…',
  edit: 'Edit…',
  showAll: 'All runbooks',
  letter: 'Letter…',
  letterTitle: 'A relink request with the letter of this runbook',
  request: (name: string) => `Open “${name}”`,
  requestTitle: 'In Passthrough, for this connector. Nothing is sent.',
  notListed: 'Not loaded yet: refresh first',
  noRequest: (requests: number) =>
    `${counted(requests, 'saved request')} of it ${requests === 1 ? 'is' : 'are'} not on this computer.`,
  others: (others: number) => counted(others, 'other runbook'),
  news: 'The issue or its runbooks have changed.',
  show: 'Show',
  ended: {
    title: (ended: number) =>
      ended === 1 ? 'How the last one of this kind ended' : `How the last ${count(ended)} of this kind ended`,
    none: 'None of this kind has ended yet.',
    summary,
    /** @param now ms since 1970 */
    one: (of: EndedIssue, cause: IssueCause, now: number) =>
      `${time(of.closedAt, now)}, after ${duration(of.closedAt - of.openedAt)}: ${endOf(of, cause)}.`,
    full: ({ openedAt, closedAt }: EndedIssue) => `${absoluteTime(openedAt)} to ${absoluteTime(closedAt)}`,
    note: (text: string) => `Note: ${text}`
  },
  list: {
    hint: 'closes',
    search: 'Search runbooks',
    searchTitle: 'Title, integration, cause, error text or author',
    empty: 'No runbook yet. Write what you did the last time, and whoever comes next finds it beside the issue.',
    nothing: 'No runbook has these words.',
    notKept: 'Not kept after you quit the app: the history is not available.',
    choose: 'Choose a runbook.',
    matches: (matches: readonly string[]) => `Error texts: ${listed(matches.map((one) => `“${one}”`))}`,
    letter: 'Letter to the customer',
    delete: 'Delete…',
    sure: (title: string, isShared: boolean) => `Delete “${title}”?${isShared ? ' Your team loses it, too.' : ''}`,
    yes: 'Delete',
    no: 'Keep',
    close: 'Close'
  },
  editor: {
    new: 'New runbook',
    of: (title: string) => `Edit “${title}”`,
    hint: 'closes, and keeps what you typed',
    title: 'Title',
    integration: 'Integration',
    any: 'Any',
    cause: 'Cause',
    matches: 'Error codes and texts',
    matchesHint: `one per line, at most ${runbookLimits.matches}`,
    matchesNote:
      'With any, the runbook is shown first only where one of them is found: in the diagnosis, the record, or the last answers in Passthrough.',
    steps: 'Steps',
    stepsHint: 'Markdown',
    text: 'Text',
    preview: 'Preview',
    nothing: 'Nothing to preview.',
    left: (used: number) => `${count(used)} of ${count(runbookLimits.steps)} characters`,
    requests: 'Saved requests',
    add: 'Add a saved request…',
    missing: 'A request that is not on this computer',
    remove: (name: string) => `Remove ${name}`,
    noRequests: 'None is saved in Passthrough yet.',
    letter: 'Letter to the customer',
    letterHint: 'optional',
    letterNote:
      'With {relink_link}, {customer}, {integration}, {connections} and {reference}. “Subject:” begins a subject line.',
    save: 'Save',
    saving: 'Saving…',
    discard: 'Discard changes',
    unsaved: 'What you typed before was not saved yet.'
  },
  conflict: {
    changed: (by: string | null, at: number, now: number) =>
      `${by === null ? 'Another window' : by} changed this runbook at ${time(at, now)}, after you opened it. Yours is not saved.`,
    gone: 'This runbook was deleted after you opened it. Yours is not saved.',
    replace: 'Replace that version',
    copy: 'Save mine as a new one',
    theirs: 'Take that version'
  }
}
