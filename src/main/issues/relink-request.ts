import type { ConnectorHealth } from '../../shared/connectors/health'
import type { LetterLanguage } from '../../shared/mail/campaign'
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

/** @param integrations names by slug */
export function relinkFacts(
  { key, diagnosis, fields }: ConnectorHealth,
  integrations: Readonly<Record<string, string>>
): RelinkFacts {
  const text = textsOf(fields)
  const slug = text('integration_slug')
  return {
    key,
    endUser: text('end_user'),
    integration: (Object.hasOwn(integrations, slug) ? integrations[slug] : undefined) ?? slug,
    category: diagnosis.category,
    originId: text('origin_id') || null,
    since: diagnosis.since,
    lastGoodSync: diagnosis.lastGoodSync
  }
}

export function textsOf(fields: ConnectorHealth['fields']): (field: string) => string {
  const values = new Map(fields.map(({ field, value }) => [field, value]))
  return (field) => {
    const value = values.get(field)
    return typeof value === 'string' ? value : ''
  }
}

/**
 * One letter per customer, with a place for the dashboard's relink link. The only id is the customer's own.
 * @param template see shared/issues/relink/template.ts; empty: the app's own
 * @param write formats ms since 1970 with the zone
 * @param more what only a letter through the mail server knows
 * @throws RangeError for an empty list
 */
export function relinkLetters(
  facts: readonly RelinkFacts[],
  template: string,
  write: (ms: number) => string,
  more: LetterMore = {}
): RelinkLetter[] {
  if (facts.length === 0) throw new RangeError('A relink request is about at least one connector.')
  const byCustomer = new Map<string, RelinkFacts[]>()
  for (const one of facts) {
    const who = customerOf(one)
    byCustomer.set(who, [...(byCustomer.get(who) ?? []), one])
  }
  return [...byCustomer.values()].map((own) => letter(own, template, write, more))
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

/** `contact`: names of recipients. */
export interface LetterMore {
  language?: LetterLanguage
  contact?: string
  sender?: string
}

function letter(
  own: readonly RelinkFacts[],
  template: string,
  write: (ms: number) => string,
  { language = 'en', contact = '', sender = '' }: LetterMore
): RelinkLetter {
  const [first] = own
  const words = phrases[language]
  const customer = cleanText(first?.endUser ?? '') || words.customer
  const nameOf = ({ integration }: RelinkFacts) => cleanText(integration) || words.integration
  const listed = (texts: readonly string[]) =>
    texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} ${words.and} ${texts.at(-1)}`
  const names = [...new Set(own.map(nameOf))]
  const places = linksToFill(own.length)
  const links =
    own.length === 1 ? places : own.map((one, at) => `${places[at]} (${nameOf(one)}, ${cleanText(one.category)})`)
  const values = {
    customer,
    integration: listed(names),
    // No hyphen: at the start of a line CSV would guard it, because spreadsheets may read it as a formula.
    connections: own
      .map((one) => `• ${nameOf(one)} (${cleanText(one.category)})${described(one, write, words)}`)
      .join('\n'),
    relink_link: listed(links),
    reference: cleanText(first?.originId ?? ''),
    contact: cleanText(contact),
    sender: cleanText(sender)
  }
  const keys = own.map(({ key }) => key)
  return { customer, originId: first?.originId ?? null, keys, ...fillTemplate(template, values) }
}

/** By origin ID, else by name; without both, each connector is its own customer. */
const customerOf = ({ originId, endUser, key }: RelinkFacts) =>
  JSON.stringify(originId ? { originId } : endUser.trim() ? { endUser } : { key })

const english = {
  customer: 'your organization',
  integration: 'the integration',
  and: 'and',
  since: 'since',
  never: 'No data has been received yet.',
  unknown: 'Last successful update: not known.',
  last: 'Last successful update:',
  about: 'about'
}
const phrases: Record<LetterLanguage, typeof english> = {
  en: english,
  de: {
    customer: 'Ihr Unternehmen',
    integration: 'Ihrem System',
    and: 'und',
    since: 'seit',
    never: 'Bisher wurden keine Daten übernommen.',
    unknown: 'Letzte erfolgreiche Aktualisierung: nicht bekannt.',
    last: 'Letzte erfolgreiche Aktualisierung:',
    about: 'etwa'
  },
  fr: {
    customer: 'votre organisation',
    integration: 'votre système',
    and: 'et',
    since: 'depuis le',
    never: 'Aucune donnée n’a encore été reçue.',
    unknown: 'Dernière mise à jour réussie : inconnue.',
    last: 'Dernière mise à jour réussie :',
    about: 'environ'
  }
}

function described(
  { since, lastGoodSync: { time, kind } }: RelinkFacts,
  write: (ms: number) => string,
  words: typeof english
): string {
  const from = since === null ? '' : `, ${words.since} ${write(since)}`
  if (kind === 'never') return `${from}. ${words.never}`
  if (time === null) return `${from}. ${words.unknown}`
  return `${from}. ${words.last} ${kind === 'estimate' ? `${words.about} ` : ''}${write(time)}.`
}
