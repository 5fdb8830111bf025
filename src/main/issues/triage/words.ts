import type { Reading } from '../../../shared/connectors/connector'
import { people, type Action, type LastGoodSync } from '../../../shared/issues/diagnosis'
import type { Around } from './around'
import { cadenceOf } from './cadence'
import type { Judgment } from './judge'
import { lengthOf } from './readings'
import { asOf, type Subject } from './subject'

export interface DiagnosisWords {
  words: string
  short: string
  action: Action
}

const none = (what: string): Action => ({ who: 'nobody', what })
const operations = (what: string): Action => ({ who: 'operations', what })

export function wordsFor(subject: Subject, judgment: Judgment, good: LastGoodSync, around: Around): DiagnosisWords {
  return tellers[judgment.kind](subject, judgment, good, around)
}

type Teller = (subject: Subject, judgment: Judgment, good: LastGoodSync, around: Around) => DiagnosisWords

const relink: Action = {
  who: 'customer',
  what: 'Create a relink link on the connector’s page in the dashboard and send it to the customer’s administrator. IDs, token and history stay.'
}

const tellers: Record<Judgment['kind'], Teller> = {
  incident: ({ connector }, { incident, since }) => {
    const broke = connector.status === 'RELINK_NEEDED' ? 'The sign-in failed' : 'The sync failed'
    const others = (incident?.keys.length ?? 1) - 1
    const within = lengthOf((incident?.times.at(-1) ?? 0) - (incident?.times[0] ?? 0))
    return {
      words: `${broke} together with ${counted(others)} other connectors of this integration, within ${within}.`,
      short: connector.status === 'RELINK_NEEDED' ? signInFailed(connector, since) : 'Sync failed {since}',
      action: {
        who: 'provider',
        what: 'Check the provider’s status page before asking customers to relink. Work on these connectors together.'
      }
    }
  },
  relink: ({ connector }, { since }, good) => ({
    words: `The credentials stopped working. ${syncBefore(connector.syncStatus, good)}.`,
    short: signInFailed(connector, since),
    action: relink
  }),
  unfinished: () => ({
    words: 'The customer started to link and did not finish.',
    short: 'Link started {since}',
    action: { who: 'customer', what: 'Remind the customer to finish linking, or ask whether it is still wanted.' }
  }),
  stalled: (subject, { stall, since }, _, { now }) =>
    stalled(subject, stall?.rule ?? 'due', asOf(subject, now) - (since ?? now)),
  drop: ({ category, memory: { headcount } }) => {
    const { count = 0, fall } = headcount ?? {}
    const before = category === 'HRIS' ? 'before' : 'before that were fetched'
    // No refresh brings their number, so nothing else ends it.
    const end =
      category === 'HRIS'
        ? ''
        : ` Then fetch all ${people[category]} in Data after the next sync: the issue stays open until they are counted again.`
    const range =
      fall && (fall.low === fall.high ? `${number(fall.low)}` : `between ${number(fall.low)} and ${number(fall.high)}`)
    return {
      words: `${number(count)} ${people[category]} since the sync of {since}. In the ${fall?.syncs ?? 0} syncs ${before}, it was ${range ?? 'more'}. No error is reported.`,
      short: `${number(fall?.usual ?? 0)} → ${number(count)} since {since}`,
      action: operations(
        `Ask the connector in Passthrough whether it still sees all ${people[category]}. Usually the rights of its account were narrowed: the customer’s administrator can widen them. A relink does not change them.${end}`
      )
    }
  },
  frozen: ({ category, memory: { headcount } }) => {
    const { count = 0, usualGap = null } = headcount ?? {}
    const before = usualGap === null ? '' : ` Before, the number changed every ${lengthOf(usualGap)}.`
    return {
      words: `The same ${number(count)} ${people[category]} since {since}, though syncs succeed.${before}`,
      short: `Same ${number(count)} since {since}`,
      action: operations(
        `Ask the customer whether ${category === 'HRIS' ? 'people joined or left' : `${people[category]} were added`} since then. If so, syncs read old data: send the evidence to support.`
      )
    }
  },
  failed: ({ connector }, _, { kind }) => ({
    words:
      'The credentials work, but the last sync failed. The usual causes: missing permissions, or an outage of the provider.' +
      (kind === 'never' ? ' No sync has succeeded yet.' : ''),
    short: 'Sync failed {since}',
    action: operations(
      connector.nextSyncStart === null
        ? 'No sync is scheduled. Start one; if it fails again, check the permissions of the connection.'
        : 'Wait for the next sync, which may succeed. If it fails too, check the permissions of the connection.'
    )
  }),
  contradictory: (_, { contradictions }) => ({
    words:
      contradictions[0]?.code === 'good-but-dead'
        ? 'Its status says linked, but the provider rejects its credentials, seen first {since}.'
        : (contradictions[0]?.words ?? 'Fields of the record contradict each other.'),
    short: shorts[contradictions[0]?.code ?? 'good-but-rejected'],
    action: operations(
      contradictions[0]?.code === 'good-but-dead'
        ? 'Check it again. If the provider still rejects it, ask the customer to relink: the API has not noticed it yet.'
        : 'Refresh this connector. If nothing changes, send the evidence to support.'
    )
  }),
  unreadable: (_, { contradictions }) => ({
    words: `${contradictions[0]?.words ?? 'A field cannot be read.'} The other fields contradict nothing.`,
    short: shorts.malformed,
    action: operations('Refresh this connector. If the value stays, send the evidence to support: it has a wrong form.')
  }),
  unknown: ({ connector: { status, syncStatus } }) => {
    const field = isKnown(status) ? 'sync_status' : 'status'
    const value = isKnown(status) ? syncStatus : status
    const also = field === 'status' && syncStatus === 'Failed' ? ' Its last sync failed.' : ''
    return {
      words:
        (value === null
          ? 'No status was returned, so its health is unknown.'
          : `Its ${field} is “${cut(value)}”, which this app does not know.`) + also,
      short: value === null ? 'No status' : `${field} ${cut(value)}`,
      action: operations(
        'Find out what this value means before acting. The connector counts as neither failing nor healthy.'
      )
    }
  },
  linking: () => ({
    words: 'The customer is linking it. It was created less than a day ago.',
    short: 'Started {since}',
    action: none('Nothing yet. It becomes an issue if it is not finished within a day.')
  }),
  healthy: ({ connector: { syncStatus } }) => ({
    words: healthyWords[syncStatus ?? ''] ?? 'The credentials work. The first sync has not started yet.',
    short: syncStatus ?? 'No sync yet',
    action: none('Nothing.')
  }),
  inactive: () => ({
    words: 'It is switched off, so no syncs are expected.',
    short: 'Inactive',
    action: none('Nothing, unless it should be on.')
  })
}

const number = (value: number) => value.toLocaleString('en-US')

const healthyWords: Record<string, string> = {
  Done: 'The credentials work, and the last sync succeeded.',
  Syncing: 'The credentials work, and a sync is running.'
}

function syncBefore(syncStatus: string | null, good: LastGoodSync): string {
  if (good.kind === 'never') return 'No sync has succeeded yet'
  if (syncStatus === 'Done') return 'The last sync succeeded'
  if (good.kind === 'seen-done') return 'The sync before it succeeded'
  const estimated = good.time === null ? '' : ', so the last good one is an estimate'
  return `No refresh saw a sync succeed${estimated}`
}

/** Without a time in the record, `since` is when a refresh first saw it. */
function signInFailed({ relinkNeededAt }: Reading, since: number | null): string {
  return since !== null && since === relinkNeededAt ? 'Sign-in failed {since}' : 'Sign-in failing, first seen {since}'
}

function stalled({ connector, memory }: Subject, rule: string, late: number): DiagnosisWords {
  const action = operations('Start a sync. If it stalls again, or none can be started, send the evidence to support.')
  if (rule === 'never-began') {
    return { words: 'It was linked {since}, and no sync has started.', short: 'Linked {since}, no sync', action }
  }
  const more = Math.min(999, Math.floor(late / cadenceOf(connector, memory).ms))
  const nor =
    more === 0 ? '' : more === 1 ? ', and neither did the next one' : `, and neither did the next ${counted(more)}`
  return {
    words: `The sync due {since} did not start${nor}. The API reports no error when a sync does not start.`,
    short: 'Missed sync due {since}',
    action
  }
}

const small = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
/** Small numbers in letters. */
export function counted(value: number): string {
  return small[value] || value.toLocaleString('en')
}

const shorts = {
  'good-but-dead': 'Linked, but rejected {since}',
  'rejected-but-works': 'Relink needed, but answers',
  'good-but-rejected': 'Linked, but failing',
  'off-but-planned': 'Inactive, but scheduled',
  'next-before-last': 'Next sync before last',
  'syncing-too-long': 'Syncing since {since}',
  'rejected-without-time': 'Failing, time unknown',
  'in-the-future': 'Future times',
  duplicate: 'Linked twice',
  malformed: 'Unreadable fields'
}

const isKnown = (status: string | null) =>
  status === 'COMPLETE' || status === 'INCOMPLETE' || status === 'RELINK_NEEDED'

function cut(value: string): string {
  return value.length > 60 ? `${value.slice(0, 60)}…` : value
}
