import type { LetterKind, StepKind, ToldEnd } from '../../../../shared/mail/outage'
import { outageFields } from '../../../../shared/mail/outage-letters'
import { count, counted } from '../../kit/format'

/** A letter to some customers at once, or the end without one. */
export interface ToldAct {
  step: number
  kind: StepKind
  /** ms since 1970 */
  at: number
  /** null: this computer */
  by: string | null
  /** Who got it, or may have. */
  customers: number
  unknown: number
  /** After others had it. */
  later: boolean
}

const lowerFirst = (text: string): string => `the ${text.charAt(0).toLowerCase()}${text.slice(1)}`

const step = (kind: StepKind, number: number): string =>
  ({ first: 'First letter', update: `Update ${number - 1}`, clear: 'All clear', over: 'Closed without a letter' })[kind]

export const outageWords = {
  name: (integration: string) => `${integration} outage`,
  back: 'Issues',
  tell: 'Tell customers…',
  step,
  steps: 'Letters',
  draft: (customers: number) => `draft, for ${count(customers)}`,
  toldAt: (at: string, customers: number, left: number) =>
    `${at} to ${count(customers)}${left > 0 ? `, ${count(left)} to tell` : ''}`,
  waits: 'when they sync again',
  facts: (failing: number, customers: number) =>
    `${counted(failing, 'connector')} of ${counted(customers, 'customer')} failing`,
  customer: 'Customer',
  since: 'Fails since',
  syncs: 'Syncs again',
  employees: 'Employees',
  told: 'Told',
  this: 'This letter',
  table: 'Customers of this outage',
  gets: (language: string) => (language ? `Gets it, ${language}` : 'Gets it'),
  stays: 'Left out',
  noOriginId: 'No origin ID, not told',
  noContact: 'No contact, not told',
  late: 'Joined late: first letter first',
  add: 'Add contact',
  addOf: (customer: string) => `Add a contact of ${customer}`,
  line: (what: string, at: string, by: string | null, state: ToldEnd | null) =>
    `${what} ${at}${by ? ` by ${by}` : ''}${state === 'sent' ? '' : `: ${outageWords.state(state).toLowerCase()}`}`,
  state: (state: ToldEnd | null): string =>
    state === null ? 'Leaving' : { sent: 'Sent', refused: 'Not sent', unknown: 'Unknown' }[state],
  held: (connectors: number) =>
    `${counted(connectors, 'relink request')} ${connectors === 1 ? 'is' : 'are'} held back until the all clear.`,
  heldWhy: 'Relinking does not help while the integration refuses everyone.',
  lateRule: 'A customer who joins late gets the first letter and the newest update, once each, when you send them.',
  lateBySelf: (until: string) =>
    `A customer who fails from now on gets the first letter once, automatically, until ${until}; updates when you send them.`,
  lateNot: {
    changed: 'The first letter is not sent automatically: it was changed after a person agreed.',
    ended: 'The first letter is not sent automatically: the agreement has ended.',
    'no-colleague': 'The first letter is not sent automatically: a colleague has to agree by now.'
  },
  letLate: 'Send the first letter automatically…',
  endLate: 'End it',
  began: 'Failures',
  says: (integration: string) => `${integration.length > 12 ? 'Provider' : integration} says`,
  weTold: 'We told',
  now: (time: string) => `now ${time}`,
  timeline: (failures: number, letters: number) =>
    `${counted(failures, 'failure')} and ${counted(letters, 'letter')} over time; the list of what was told has them`,
  mark: ({ step: number, kind, customers, later }: ToldAct) =>
    kind === 'over' ? 'Closed' : later ? `${count(customers)} later` : `${step(kind, number)}, ${count(customers)}`,
  done: {
    name: 'What was told',
    nothing: 'Nothing yet.',
    here: 'This computer',
    act: ({ step: number, kind, customers, later, unknown }: ToldAct) =>
      kind === 'over'
        ? 'closed it without a letter'
        : `sent ${lowerFirst(step(kind, number))} to ${counted(customers, 'customer')}${later ? ', later' : ''}${unknown > 0 ? `; ${count(unknown)} unknown` : ''}`
  },
  recovered: (owed: number) => `All sync again, and ${counted(owed, 'customer')} did not get the all clear.`,
  text: 'Text',
  languages: 'Language',
  other: 'Every other',
  fields: `Begin with Subject: in a line of its own. Fields: ${outageFields.map((name) => `{${name}}`).join(', ')}. A line whose fields are all unknown is left out.`,
  keep: 'Keep as template',
  kept: 'Kept for this workspace.',
  once: (host: string) => `Each customer gets it once, through ${host}.`,
  send: (customers: number) => `Send to ${count(customers)}…`,
  sending: 'Sending',
  noServer: 'Letters about an outage leave through a mail server: Settings, Mail.',
  nobody: 'Choose at least one customer who can get it.',
  close: 'Close without a letter…',
  closing: {
    title: 'Close this outage without a letter?',
    about: 'Relink requests of these customers are held back no longer, on every desk of your team. No letter leaves.',
    act: 'Close it',
    cancel: 'Cancel'
  },
  open: {
    name: 'Outages told to customers',
    state: (owed: number, failing: number, untold: number) =>
      failing === 0
        ? `all sync again; ${count(owed)} without the all clear`
        : `${counted(failing, 'customer')} still failing${untold > 0 ? `, ${count(untold)} not told` : ''}`,
    clearing: (owed: number) => `all clear sent; ${count(owed)} not told`,
    show: (integration: string) => `Open ${integration}`
  },
  issue: {
    name: 'Told of the outage',
    none: 'This customer was not told of the outage.',
    held: 'Held back: relink requests wait for the all clear.'
  }
}

/** Drafts that can follow. */
export const draftKinds = ['update', 'clear'] as const satisfies readonly LetterKind[]
