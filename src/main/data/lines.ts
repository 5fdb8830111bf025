import { parseExact, writeExact } from '../../shared/exact-json'
import { masked } from '../secrets/masked'
import type { Masker } from '../secrets/masker'
import { changedTexts } from '../base/texts'
import { maskedAddress } from '../base/address'
import { headerSecrets } from '../base/header-secrets'

export interface Hiding {
  masker: Masker
  /** Addresses and headers of webhooks may hold a secret. */
  addresses: boolean
}

export interface Line {
  /** JSON without line breaks. */
  line: string
  shown: unknown
}

/** A search of all items at once takes a third of the time. */
export function linesOf(items: readonly unknown[], hiding: Hiding): Line[] {
  const lines = items.map((item) => writeExact(item))
  const text = lines.join('\n')
  const open = !hiding.addresses && !namesToken(text) && !hiding.masker.holdsWithin(items)
  if (open) return lines.map((line, at) => ({ line, shown: items[at] }))
  // An item may name a token that only a later one of the page brings.
  if (namesToken(text)) for (const item of items) for (const token of tokensOf(item)) hiding.masker.add(token)
  return items.map((item) => lineOf(item, hiding))
}

function tokensOf(item: unknown): string[] {
  const tokens: string[] = []
  changedTexts(item, (text, at) => {
    if (at === 'connector_token' && text) tokens.push(text)
    return text
  })
  return tokens
}

export const namesToken = (lines: string | Buffer) => lines.includes('"connector_token"')

/** Lists of connectors bring tokens, and a service may repeat one anywhere, even in a key. */
export function lineOf(given: unknown, { masker, addresses }: Hiding): Line {
  const written = writeExact(given)
  const line = addresses ? masked(written, headerSecrets(written)) : written
  const item = line === written ? given : parseExact(line)
  const own = namesToken(line) ? tokensOf(item) : []
  for (const token of own) masker.add(token)
  if (own.length === 0 && !addresses && !masker.holds(line)) return { line, shown: item }
  const open = addresses ? changedTexts(item, (text, at) => (at === 'url' ? maskedAddress(text) : text)) : item
  const shown = masker.cleanForeign(open, own)
  return { line: writeExact(shown), shown }
}
