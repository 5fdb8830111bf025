import { writeExact } from '../../shared/exact-json'
import type { Masker } from '../secrets/masker'
import { changedTexts } from '../base/texts'
import { maskedAddress } from '../base/address'

/** What items must not show. */
export interface Hiding {
  masker: Masker
  /** Addresses of webhooks may hold a secret. */
  addresses: boolean
}

/** An item of a page as it is kept. */
export interface Line {
  /** JSON without line breaks. */
  line: string
  /** What it says. */
  shown: unknown
}

/**
 * The items of a page as lines. They are looked through all at once, in a third of the time; one by one only
 * where there is something to hide.
 */
export function linesOf(items: readonly unknown[], hiding: Hiding): Line[] {
  const lines = items.map((item) => writeExact(item))
  const text = lines.join('\n')
  const open = !hiding.addresses && !namesToken(text) && !hiding.masker.holdsWithin(items)
  return open ? lines.map((line, at) => ({ line, shown: items[at] })) : items.map((item) => lineOf(item, hiding))
}

const namesToken = (line: string) => line.includes('"connector_token"')

/**
 * An item of a page as one line of JSON, without tokens: lists of connectors bring them, and a service may repeat one
 * anywhere, in the name of a key too. What becomes of a line, a grid, a viewer or a file, must not hold any.
 */
export function lineOf(item: unknown, { masker, addresses }: Hiding): Line {
  const line = writeExact(item)
  const own: string[] = []
  if (namesToken(line)) {
    changedTexts(item, (text, at) => {
      if (at === 'connector_token' && text) own.push(text)
      return text
    })
  }
  for (const token of own) masker.add(token)
  if (own.length === 0 && !addresses && !masker.holds(line)) return { line, shown: item }
  const open = addresses ? changedTexts(item, (text, at) => (at === 'url' ? maskedAddress(text) : text)) : item
  const shown = masker.cleanForeign(open, own)
  return { line: writeExact(shown), shown }
}
