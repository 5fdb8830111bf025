import { writeExact } from '../http/exact-json'
import { nameWithoutToken, withoutToken } from '../secrets/hide-token'
import { changedTexts } from '../base/texts'
import { maskedAddress } from '../base/address'

/** In a token's place. */
const hidden = '[connector token]'

/** What items must not show, apart from the fields they call tokens. */
export interface Hiding {
  /** Tokens by value. */
  secrets: readonly string[]
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
 * An item of a page as one line of JSON, without tokens: lists of connectors bring them, and a service may repeat one
 * anywhere, in the name of a key too. What becomes of a line, a grid, a viewer or a file, must not hold any.
 */
export function lineOf(item: unknown, { secrets, addresses }: Hiding): Line {
  const line = writeExact(item)
  const named = line.includes('"connector_token"')
  if (!named && !addresses && !secrets.some((secret) => line.includes(secret))) return { line, shown: item }
  const tokens = [...secrets]
  if (named) {
    changedTexts(item, (text, at) => {
      if (at === 'connector_token' && text) tokens.push(text)
      return text
    })
  }
  const shown = changedTexts(
    item,
    (text, at) => {
      const address = addresses && at === 'url' ? maskedAddress(text) : text
      return tokens.reduce((rest, token) => withoutToken(rest, token, hidden), address)
    },
    (name) => tokens.reduce((rest, token) => nameWithoutToken(rest, token, hidden), name)
  )
  return { line: writeExact(shown), shown }
}
