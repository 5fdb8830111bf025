import type { WebhookEnd, WebhookFacts, WebhookIssue } from '../../../../shared/webhooks/webhook-issue'
import { judgedOf, type Counted } from '../../../../shared/webhooks/results'
import { count, counted } from '../../kit/format'

const answer = (code: number | null) => (code === null ? 'no answer' : String(code))
const deliveries = (of: number) => counted(of, 'delivery', 'deliveries')
const failedOf = ({ failed, deliveries: of }: Counted) => `${count(failed)} of ${deliveries(of)} failed at the end`

const ends: Record<WebhookEnd, string> = {
  recovered: 'fewer than half of its deliveries fail',
  gone: 'the webhook was deleted',
  off: 'the webhook was turned off',
  unwatched: 'turned off in Settings'
}

export const webhookWords = {
  name: 'Failing webhooks',
  one: 'Failing webhook',
  closedOne: 'Webhook, closed',
  noName: 'No name or address',
  about: 'The receiver does not take what the API sends. Missed deliveries are not sent again.',
  columns: { what: 'Webhook', result: 'Result', age: 'Age', state: 'State' },
  result: ({ newest, recent }: WebhookFacts) => {
    const last = recent.find(({ failed }) => failed)
    return failedOf(newest) + (last ? `; last: ${answer(last.code)}` : '')
  },
  several: (webhooks: number) => `${counted(webhooks, 'webhook')} that the log does not tell apart`,
  closed: (why: WebhookEnd, at: string) => `Closed ${at}: ${ends[why]}`,
  snoozed: (until: string) => `Snoozed until ${until}`,
  open: (name: string) => `Open webhook ${name}`,
  recover: 'Recover missed deliveries…',
  show: 'Open in Webhooks',
  copy: 'Copy facts',
  copied: 'Copied',
  notCopied: 'Not copied: the clipboard is not available',
  diagnosis: 'Diagnosis',
  said: ({ newest, day }: WebhookFacts) =>
    `Of the newest ${deliveries(newest.deliveries)}, ${count(newest.failed)} failed at the end; of ${count(day.deliveries)} in the last 24 h, ${count(day.failed)}. A delivery that succeeds when it is tried again is a success.`,
  closes: `It closes once fewer than half of the newest ${judgedOf.last}, and of those of the last 24 h, fail.`,
  judged: (lines: number, at: string, from: string | null, to: string | null) =>
    `Judged ${at} from ${counted(lines, 'line')} of the log` +
    (from === null || to === null ? '.' : `, ${from} to ${to}.`),
  since: (at: string) => `The first of these failures was ${at}.`,
  advice: 'Whoever runs the receiver must mend it. Then recover what was missed: the API does not send it again.',
  deliveries: 'Newest deliveries',
  meta: ({ newest }: WebhookFacts) => `${count(newest.failed)} of ${count(newest.deliveries)} failed`,
  chart: (from: string, to: string, meta: string) => `Deliveries from ${from} to ${to}: ${meta}`,
  bar: ({ failed, code, attempts, action, endUser }: WebhookFacts['recent'][number], at: string) =>
    [
      `${failed ? 'Failed' : 'Delivered'}: ${answer(code)}${attempts > 1 ? ` after ${count(attempts)} attempts` : ''}`,
      ...[action, endUser].filter(Boolean),
      at
    ].join('\n'),
  errors: 'Answers to failed deliveries',
  events: 'Events that failed',
  lastErrors: 'Last failures',
  error: { at: 'Time', answer: 'Answer', attempts: 'Attempts', event: 'Event', customer: 'Customer' },
  answer,
  event: (action: string | null) => action ?? 'no event named',
  customer: (endUser: string | null) => endUser ?? 'no customer named',
  times: (what: string, times: number) => `${what} × ${count(times)}`,
  work: 'Owner, snooze and note',
  own: 'Kept on this desk only.',
  shared: 'Shared with your team.',
  owner: 'Owner',
  note: 'Note'
}

/** For a ticket. @param write writes ms since 1970 */
export function factsText({ since, facts, closed }: WebhookIssue, write: (ms: number) => string): string {
  const { name, url, judgedAt, lines, from, to, recent } = facts
  const wrote = (ms: number | null) => (ms === null ? null : write(ms))
  return [
    `${webhookWords.one}: ${name ?? webhookWords.noName}`,
    ...(url === null ? [] : [url]),
    webhookWords.said(facts),
    webhookWords.since(write(since)),
    webhookWords.judged(lines, write(judgedAt), wrote(from), wrote(to)),
    ...(closed ? [webhookWords.closed(closed.why, write(closed.at))] : []),
    ...recent.map(({ at, failed, code, attempts, action, endUser }) =>
      [write(at), failed ? 'failed' : 'delivered', answer(code), attempts, action ?? '', endUser ?? ''].join('\t')
    )
  ].join('\n')
}
