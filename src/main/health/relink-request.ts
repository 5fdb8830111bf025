import { cleanText } from '../base/plain-text'

/** What a relink request says about one connector. Facts only. */
export interface RelinkFacts {
  endUser: string
  /** The integration's own name, as the service or the view writes it. */
  integration: string
  category: string
  originId: string | null
  /** When the credentials were found bad, ms since 1970; null where unknown. */
  since: number | null
  goodAsOf: { time: number | null; kind: 'seen-done' | 'estimate' | 'never' }
}

/**
 * The text an operator sends to a customer whose connection has to be renewed (issue 2, section 3): who, which
 * integration, since when, how fresh the data is, what to do. No blame, nothing about how the app works, and no id but
 * the customer's own. Several connectors of several customers become one text each, separated by a line.
 *
 * @param write writes ms since 1970 for the reader, with the zone said
 * @throws RangeError for an empty list
 */
export function relinkRequest(facts: readonly RelinkFacts[], write: (ms: number) => string): string {
  if (facts.length === 0) throw new RangeError('A relink request is about at least one connector.')
  const byEndUser = new Map<string, RelinkFacts[]>()
  for (const one of facts) {
    const who = JSON.stringify([one.originId ?? null, one.originId ? '' : one.endUser])
    byEndUser.set(who, [...(byEndUser.get(who) ?? []), one])
  }
  return [...byEndUser.values()].map((own) => letter(own, write)).join('\n\n----------\n\n')
}

function letter(own: readonly RelinkFacts[], write: (ms: number) => string): string {
  const [first] = own
  const one = own.length === 1
  const who = cleanText(first?.endUser ?? '') || 'your organization'
  const reference = first?.originId ? `\nYour reference: ${cleanText(first.originId)}` : ''
  const lines = own.map((facts) => `- ${describe(facts, write)}`)
  return [
    `Subject: Please reconnect ${one ? nameOf(first) : `${own.length} integrations`} for ${who}`,
    '',
    'Hello,',
    '',
    `${one ? 'this connection' : 'these connections'} of ${who} can no longer sign in, and ${one ? 'needs' : 'need'} to be authorized again:`,
    '',
    ...lines,
    '',
    'What to do: an administrator of the connected system opens the link page for it, signs in, and confirms the access.',
    'The connection and its earlier data are kept; new data follows with the next synchronization.',
    '',
    'If access was ended on purpose, a short reply is enough.' + reference
  ].join('\n')
}

function describe(facts: RelinkFacts, write: (ms: number) => string): string {
  const since = facts.since === null ? '' : `, since ${write(facts.since)}`
  return `${nameOf(facts)} (${cleanText(facts.category)})${since}. ${freshness(facts.goodAsOf, write)}`
}

function nameOf(facts: RelinkFacts | undefined): string {
  return cleanText(facts?.integration ?? '') || 'the integration'
}

function freshness({ time, kind }: RelinkFacts['goodAsOf'], write: (ms: number) => string): string {
  if (kind === 'never') return 'No data has been received yet.'
  if (time === null) return 'How recent its data is, is not known.'
  return kind === 'estimate'
    ? `Its data is probably as of ${write(time)} (estimated).`
    : `Its data is as of ${write(time)}.`
}
