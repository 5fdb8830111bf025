import type { AlertRule } from '../../shared/alerts/rule'
import type { Act } from '../guard/confirmer'
import { consentAct } from '../settings/consents'

const kindWords = {
  slack: 'Slack',
  teams: 'Microsoft Teams',
  webhook: 'Signed webhook',
  email: 'E-mail',
  desktop: 'Desktop notice on this computer'
} as const

const watchWords = {
  issues: 'Issues',
  outage: 'Possible outages',
  refresh: 'Refreshes that do not happen'
} as const

/** @param until ms since 1970 */
export function agreeing(
  workspace: string,
  /** Of the mail server, if it goes by mail. */
  server: string | null,
  { name, when, channel, names, digest, quiet, zone }: AlertRule,
  perDay: number,
  until: number
): Act {
  const { kind, host, to: people = [] } = channel
  const to = kind === 'desktop' ? kindWords.desktop : `${kindWords[kind]}, ${people.join(', ') || channel.name}`
  const count = people.length === 1 ? people[0] : `${people.length} people`
  const act: Omit<Act, 'verb'> = {
    // Not the workspace's address: another host gets these.
    place: null,
    noWorkspace: true,
    title:
      kind === 'desktop'
        ? 'Show notices by this alert rule?'
        : `Send messages to ${kind === 'email' ? count : host} by themselves?`,
    note: 'From now on this computer sends them without asking again, while the app runs and is unlocked. End it at any time in Settings. Anybody who can read the channel reads the messages.',
    facts: [
      ['Rule', name],
      ['Workspace', workspace],
      ['To', to],
      server === null ? ['Host', host || 'none: they stay on this computer'] : ['Mail server', server],
      ['About', watchWords[when.watches]],
      ['Conditions', conditionsOf(when)],
      ['Names of customers', names ? 'in the messages' : 'left out'],
      ['When', digest === null ? 'at once' : `once a day at ${digest}`],
      ['Quiet', quiet ? `${quiet.from}–${quiet.to}${quiet.weekend ? ' and at weekends' : ''}, ${zone}` : 'never']
    ],
    requests: []
  }
  return consentAct(act, perDay, until)
}

function conditionsOf({
  watches,
  causes,
  integration,
  employees,
  age,
  due,
  of,
  count,
  within,
  refresh
}: AlertRule['when']): string {
  if (watches === 'refresh') return `the last refresh is older than ${refresh} h`
  const some = [
    ...(integration === null ? [] : [`integration ${integration}`]),
    ...(employees === null ? [] : [`${employees} employees or more`])
  ]
  if (watches === 'issues')
    some.push(
      ...(causes.length === 0 ? [] : [`cause ${causes.join(', ')}`]),
      ...(age === null ? [] : [`open for ${age} h or more`]),
      ...(due === null ? [] : [`due in less than ${due} h`]),
      of === 'connector'
        ? 'each connector'
        : `${count} or more of one integration${within === null ? '' : ` within ${within} h`}`
    )
  return some.join('; ') || 'any'
}
