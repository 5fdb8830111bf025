import { type Action, type GoodAsOf } from '../../../shared/model/verdict'
import type { Around } from './around'
import { cadenceOf } from './cadence'
import type { Judgment } from './judge'
import { lengthOf } from './readings'
import { asOf, type Subject } from './subject'

/** What a verdict says: a sentence, the few words of a row, and who does what next. */
export interface Words {
  words: string
  short: string
  action: Action
}

const nobody = (what: string): Action => ({ who: 'nobody', what })
const operations = (what: string): Action => ({ who: 'operations', what })

export function wordsFor(subject: Subject, judgment: Judgment, good: GoodAsOf, around: Around): Words {
  return tellers[judgment.kind](subject, judgment, good, around)
}

type Teller = (subject: Subject, judgment: Judgment, good: GoodAsOf, around: Around) => Words

const relink: Action = {
  who: 'customer',
  what: 'Press Relink on its page in the service’s dashboard and send the link to the customer’s administrator. Ids, token and history are kept.'
}

const tellers: Record<Judgment['kind'], Teller> = {
  incident: ({ connector }, { incident }) => {
    const broke = connector.status === 'RELINK_NEEDED' ? 'The credentials were rejected' : 'The run failed'
    const others = (incident?.keys.length ?? 1) - 1
    const within = lengthOf((incident?.times.at(-1) ?? 0) - (incident?.times[0] ?? 0))
    return {
      words: `${broke} together with ${counted(others)} other connectors of this integration, within ${within}.`,
      short: connector.status === 'RELINK_NEEDED' ? 'Rejected {since}' : 'Failed {since}',
      action: {
        who: 'provider',
        what: 'Check the provider’s status and work it as one case. Ask no customer to relink before it is known.'
      }
    }
  },
  relink: ({ connector }, _, good) => ({
    words: `The credentials stopped working; ${runBefore(connector.syncStatus, good)}.`,
    short: 'Rejected {since}',
    action: relink
  }),
  unfinished: () => ({
    words: 'The customer began to link and never finished.',
    short: 'Link begun {since}',
    action: { who: 'customer', what: 'Remind the customer to finish linking, or ask whether it is still wanted.' }
  }),
  stalled: (subject, { stall, since }, _, { now }) =>
    stalled(subject, stall?.rule ?? 'due', asOf(subject, now) - (since ?? now)),
  failed: ({ connector }, _, { kind }) => ({
    words:
      'The credentials are good, but the last run failed: permissions, or an outage of the provider.' +
      (kind === 'never' ? ' No run has ended well yet.' : ''),
    short: 'Run failed {since}',
    action: operations(
      connector.nextSyncStart === null
        ? 'No run is planned: start one, and check the permissions of the connection if it fails again.'
        : 'Wait for the next run, it may fix it; if it fails too, check the permissions of the connection.'
    )
  }),
  contradictory: (_, { contradictions }) => ({
    words: contradictions[0]?.words ?? 'The record contradicts itself.',
    short: shorts[contradictions[0]?.code ?? 'malformed'],
    action: operations('Read the record again; if it stays so, take it to the service’s support with the evidence.')
  }),
  unknown: ({ connector: { status, syncStatus } }) => {
    const field = isKnown(status) ? 'sync_status' : 'status'
    const value = isKnown(status) ? syncStatus : status
    const also = field === 'status' && syncStatus === 'Failed' ? ' Its last run failed.' : ''
    return {
      words:
        (value === null
          ? 'The service tells no status for it, so nobody can say whether it is well.'
          : `The service calls its ${field} “${cut(value)}”, which this app does not know.`) + also,
      short: value === null ? 'No status' : `${field} ${cut(value)}`,
      action: operations(
        'Find out what the service means by it before acting. It counts neither as broken nor as fine.'
      )
    }
  },
  linking: () => ({
    words: 'The customer is linking it: it was created less than a day ago.',
    short: 'Begun {since}',
    action: nobody('Nothing yet. It becomes a case when it is not finished a day after it was begun.')
  }),
  healthy: ({ connector: { syncStatus } }) => ({
    words: healthyWords[syncStatus ?? ''] ?? 'The credentials are good, and the first run is still to come.',
    short: syncStatus ?? 'No run yet',
    action: nobody('Nothing.')
  }),
  inactive: () => ({
    words: 'It is switched off, so no runs are expected.',
    short: 'Inactive',
    action: nobody('Nothing, unless it should be on.')
  })
}

const healthyWords: Record<string, string> = {
  Done: 'The credentials are good, and the last run succeeded.',
  Syncing: 'The credentials are good, and a run is under way.'
}

function runBefore(syncStatus: string | null, good: GoodAsOf): string {
  if (good.kind === 'never') return 'no run has ended well yet'
  if (syncStatus === 'Done') return 'the last run was still good'
  return good.kind === 'seen-done' ? 'the run before was good' : 'no walk saw a run before it'
}

function stalled({ connector, memory }: Subject, rule: string, late: number): Words {
  const action = operations('Start a sync where the service offers it, else report the stall to the service’s support.')
  if (rule === 'never-began') {
    return { words: 'It was linked {since}, and no run ever began.', short: 'Linked {since}, no run', action }
  }
  const more = Math.min(999, Math.floor(late / cadenceOf(connector, memory).ms))
  const nor = more === 0 ? '' : more === 1 ? ', nor the one after it' : `, nor the ${counted(more)} after it`
  return {
    words: `A run was due {since} and never started${nor}. A sync that never starts announces nothing.`,
    short: 'Due {since}, not begun',
    action
  }
}

const small = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
/** A small number in letters, as in prose. */
export function counted(value: number): string {
  return small[value] || String(value)
}

const shorts = {
  'good-but-rejected': 'Linked, yet rejected',
  'off-but-planned': 'Inactive, yet planned',
  'next-before-last': 'Next before last run',
  'syncing-too-long': 'Syncing since {since}',
  'rejected-without-time': 'Rejected, no time',
  'in-the-future': 'Times in the future',
  duplicate: 'Linked twice',
  malformed: 'Unreadable fields'
}

const isKnown = (status: string | null) =>
  status === 'COMPLETE' || status === 'INCOMPLETE' || status === 'RELINK_NEEDED'

function cut(value: string): string {
  return value.length > 60 ? `${value.slice(0, 60)}…` : value
}
