import type { RelinkLetter } from '../../shared/issues/relink/relink'
import { linksToFill } from '../../shared/issues/relink/links'
import { fillTemplate } from '../../shared/issues/relink/template'
import { byteOrderMark, csvLines } from '../base/csv'
import { cleanText } from '../base/plain-text'

/** What a relink request says about one connector. Facts only. */
export interface RelinkFacts {
  key: string
  endUser: string
  /** The integration's own name, as the service or the view writes it. */
  integration: string
  category: string
  originId: string | null
  /** When the credentials were found bad, ms since 1970; null where unknown. */
  since: number | null
  lastGoodSync: { time: number | null; kind: 'seen-done' | 'estimate' | 'never' }
}

/**
 * What an operator sends to customers whose connections have to be renewed (issue 2, section 3): which integration,
 * since when, how fresh the data is, what to do. One letter for each customer, with all of their connections, and a
 * place for the relink link that the dashboard makes. No id but the customer's own.
 *
 * @param template see shared/issues/relink/template.ts; empty: the app's own
 * @param write writes ms since 1970 for the reader, with the zone
 * @throws RangeError for an empty list
 */
export function relinkLetters(
  facts: readonly RelinkFacts[],
  template: string,
  write: (ms: number) => string
): RelinkLetter[] {
  if (facts.length === 0) throw new RangeError('A relink request is about at least one connector.')
  const byCustomer = new Map<string, RelinkFacts[]>()
  for (const one of facts) {
    const who = customerOf(one)
    byCustomer.set(who, [...(byCustomer.get(who) ?? []), one])
  }
  return [...byCustomer.values()].map((own) => letter(own, template, write))
}

/**
 * Letters as CSV (as of `csvLines`), a row for each customer: for a mail merge. The column `relink_link` is empty: the
 * dashboard makes the links, and whoever sends the letters fills it in.
 * @param pageOf the page of a connector in the dashboard; null where it is not known
 */
export function lettersCsv(letters: readonly RelinkLetter[], pageOf: (key: string) => string | null): string {
  const rows = letters.map(({ customer, originId, keys, subject, body }) => [
    customer,
    originId,
    subject,
    body,
    keys.flatMap((key) => pageOf(key) ?? []).join(' '),
    ''
  ])
  return (
    byteOrderMark +
    csvLines([['customer', 'origin_id', 'subject', 'message', 'connector_pages', 'relink_link'], ...rows])
  )
}

function letter(own: readonly RelinkFacts[], template: string, write: (ms: number) => string): RelinkLetter {
  const [first] = own
  const customer = cleanText(first?.endUser ?? '') || 'your organization'
  const names = [...new Set(own.map(nameOf))]
  const places = linksToFill(own.length)
  const links =
    own.length === 1 ? places : own.map((one, at) => `${places[at]} (${nameOf(one)}, ${cleanText(one.category)})`)
  const values = {
    customer,
    integration: listed(names),
    // No hyphen: at the beginning of a line CSV would mark it, as a spreadsheet may take it for a formula.
    connections: own.map((one) => `• ${describe(one, write)}`).join('\n'),
    relink_link: listed(links),
    reference: cleanText(first?.originId ?? '')
  }
  const keys = own.map(({ key }) => key)
  return { customer, originId: first?.originId ?? null, keys, ...fillTemplate(template, values) }
}

/** By origin ID, else by name; a connector with neither is a customer of its own. */
const customerOf = ({ originId, endUser, key }: RelinkFacts) =>
  JSON.stringify(originId ? { originId } : endUser.trim() ? { endUser } : { key })

/** "A", "A and B", "A, B and C" */
function listed(texts: readonly string[]): string {
  return texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}

function describe(facts: RelinkFacts, write: (ms: number) => string): string {
  const since = facts.since === null ? '' : `, since ${write(facts.since)}`
  return `${nameOf(facts)} (${cleanText(facts.category)})${since}. ${freshness(facts.lastGoodSync, write)}`
}

function nameOf({ integration }: RelinkFacts): string {
  return cleanText(integration) || 'the integration'
}

function freshness({ time, kind }: RelinkFacts['lastGoodSync'], write: (ms: number) => string): string {
  if (kind === 'never') return 'No data has been received yet.'
  if (time === null) return 'Last successful update: not known.'
  return `Last successful update: ${kind === 'estimate' ? 'about ' : ''}${write(time)}.`
}
