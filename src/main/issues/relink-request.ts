import type { RelinkLetter } from '../../shared/issues/relink/relink'
import { linksToFill } from '../../shared/issues/relink/links'
import { fillTemplate } from '../../shared/issues/relink/template'
import { byteOrderMark, csvLines } from '../base/csv'
import { cleanText } from '../base/plain-text'

export interface RelinkFacts {
  key: string
  endUser: string
  integration: string
  category: string
  originId: string | null
  /** When its credentials failed, ms since 1970; null for unknown. */
  since: number | null
  lastGoodSync: { time: number | null; kind: 'seen-done' | 'estimate' | 'never' }
}

/**
 * One letter per customer, with a place for the dashboard's relink link. The only id is the customer's own.
 * @param template see shared/issues/relink/template.ts; empty: the app's own
 * @param write formats ms since 1970 with the zone
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
 * A CSV row per customer, for a mail merge. The column `relink_link` is empty: the dashboard makes the links, and whoever
 * sends the letters fills it in.
 * @param pageOf the dashboard's page of a connector; null for unknown
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
    // No hyphen: at the start of a line CSV would guard it, because spreadsheets may read it as a formula.
    connections: own.map((one) => `• ${describe(one, write)}`).join('\n'),
    relink_link: listed(links),
    reference: cleanText(first?.originId ?? '')
  }
  const keys = own.map(({ key }) => key)
  return { customer, originId: first?.originId ?? null, keys, ...fillTemplate(template, values) }
}

/** By origin ID, else by name; without both, each connector is its own customer. */
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
