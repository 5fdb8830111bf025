import { changedTexts } from '../../secrets/texts'
import { maskedAddress } from '../webhooks/address'

/** In a token's place. */
const hidden = '[connector token]'

/** What must not be seen of items, beside the tokens they name so themselves. */
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
  const line = JSON.stringify(item)
  const named = line.includes('"connector_token"')
  if (!named && !addresses && !secrets.some((secret) => line.includes(secret))) return { line, shown: item }
  const tokens = [...secrets]
  if (named) {
    JSON.stringify(item, (key, value: unknown) => {
      if (key === 'connector_token' && typeof value === 'string' && value) tokens.push(value)
      return value
    })
  }
  const shown = changedTexts(item, (text, at) => {
    const address = addresses && at === 'url' ? maskedAddress(text) : text
    return tokens.reduce((rest, token) => rest.replaceAll(token, hidden), address)
  })
  return { line: JSON.stringify(shown), shown }
}
