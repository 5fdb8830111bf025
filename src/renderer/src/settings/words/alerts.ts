import type { AlertRule, AlertWhen, ChannelKind, MessageOutcome, NotSending } from '../../../../shared/alerts/rule'
import { diagnosisNames } from '../../../../shared/issues/diagnosis'
import { counted, time } from '../../kit/format'

export const alertWords = {
  title: 'Alert rules',
  about:
    'Messages to Slack, Microsoft Teams, a webhook, by e-mail or to this desktop, when issues, possible outages or missing refreshes need people. Nothing leaves before you agree to the address.',
  open: 'Alert rules…',
  back: 'Back to Settings',
  off: 'Your organization does not allow alert rules.',
  none: 'No rules in this workspace.',
  noneAbout: 'A rule says what is worth a message, and where it goes.',
  add: 'New rule',
  name: 'Name',
  table: { on: 'On', rule: 'Rule', tells: 'Tells', last: 'Last sent', week: '7 days' },
  switch: (name: string) => `${name} is on`,
  never: 'never',
  count: (rules: number, messages: number) => `${counted(rules, 'rule')}, ${counted(messages, 'message')} in 7 days`,
  once: 'Of a team, exactly one desk sends: each message is claimed in the database before it leaves.',

  changed: (by: string | null, at: number, now: number) => `Changed by ${by ?? 'you'}, ${time(at, now)}`,
  when: 'When',
  watches: { issues: 'Issues', outage: 'Possible outage', refresh: 'No refresh' } satisfies Record<
    AlertWhen['watches'],
    string
  >,
  cause: 'Cause',
  integration: 'Integration',
  any: 'Any',
  of: 'Of one',
  ofs: { integration: 'Integration', connector: 'Connector' } satisfies Record<AlertWhen['of'], string>,
  atLeast: 'At least so many',
  within: 'Begun within',
  age: 'Open for at least',
  due: 'Due in less than',
  employees: 'Employees at least',
  refresh: 'Last refresh older than',
  anyNumber: 'Any number',
  hours: (hours: number) => (hours % 24 === 0 ? counted(hours / 24, 'day') : counted(hours, 'hour')),
  tell: 'Tell',
  service: 'Service',
  kinds: {
    slack: 'Slack',
    teams: 'Microsoft Teams',
    webhook: 'Webhook, signed',
    email: 'E-mail',
    desktop: 'This desktop'
  } satisfies Record<ChannelKind, string>,
  recipients: 'Recipients',
  recipientsNote: 'Addresses with commas between. Everybody with this rule sees them.',
  channelName: 'Channel',
  channelExample: '#operations',
  address: 'Webhook address',
  addressKept: 'In the keychain. Paste another to replace it.',
  addressNote: 'It is a secret: it goes to the keychain of this computer, and only its host is shown.',
  key: 'Signature key',
  keyNote:
    'At least 16 characters. The receiver checks the header X-Connector-Desk-Signature with it: HMAC-SHA256 of the body.',
  how: 'How',
  hows: { now: 'At once', digest: 'Digest' },
  at: 'Once a day at',
  quiet: 'Quiet hours',
  quietFrom: 'Quiet from',
  quietTo: 'Quiet until',
  weekend: 'Quiet at weekends',
  names: 'Name customers in messages',
  perDay: 'Most messages a day',
  days: 'Agreed for',
  daysOf: (days: number) => counted(days, 'day'),
  save: 'Save rule…',
  test: 'Test',
  remove: 'Delete',
  cancel: 'Cancel',
  conflict: {
    changed: (by: string | null, at: number, now: number) =>
      `${by ?? 'Another window'} changed this rule, ${time(at, now)}. Yours is not saved.`,
    theirs: 'Take that version',
    mine: 'Keep mine'
  },
  stands: {
    off: 'It is off.',
    forbidden: 'Your organization does not allow messages to this host.',
    'not-agreed': 'This computer sends nothing for it before you agree here: save it.',
    changed: 'It was changed since you agreed. This computer sends nothing for it until you save it again.',
    ended: 'What you agreed to has ended. Save it to agree again.',
    'no-address': 'Its address is not in the keychain of this computer, or the keychain is locked.',
    'no-mail': 'This computer has no mail server, or another than you agreed to, or its password is not at hand.',
    team: 'The team’s database is out of reach, so nothing can be claimed and nothing is sent.',
    viewer: 'Your account of the team may only read, so this computer sends nothing.'
  } satisfies Record<NotSending, string>,
  notHere: 'Nothing from this computer',
  sends: 'This computer sends it while the app runs and is unlocked.',
  past: 'What this rule would have sent',
  pastSome: (messages: number, days: number) =>
    `In the last ${counted(days, 'day')} it would have sent ${counted(messages, 'message')}.`,
  pastChart: (days: { day: string; count: number }[]) =>
    `Messages by day: ${days.map(({ day, count }) => `${day} ${count}`).join(', ') || 'none'}`,
  pastShow: 'Show them',
  pastHide: 'Hide them',
  messages: 'Last messages',
  noMessages: 'None yet.',
  outcomes: { sent: 'Sent', refused: 'Not sent', unknown: 'Outcome unknown' } satisfies Record<MessageOutcome, string>,
  leaving: 'Leaving',
  by: (desk: string | null) => desk ?? 'this desk',
  more: (titles: number) => ` and ${titles} more`,

  /** In short, for the list. */
  summary({ when, digest }: AlertRule): string {
    const how = digest === null ? 'At once' : `Daily at ${digest}`
    if (when.watches === 'outage') return `${how}, each possible outage`
    if (when.watches === 'refresh') return `${how}, after ${alertWords.hours(when.refresh)} without one`
    const causes = when.causes.map((cause) => diagnosisNames[cause]).join(', ') || 'Any cause'
    const many = when.of === 'connector' ? 'each connector' : `${when.count} or more`
    return `${causes}, ${many}${when.within === null ? '' : ` within ${alertWords.hours(when.within)}`}`
  }
}
