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

/**
 * An item of a page as one line of JSON, without tokens: lists of connectors bring them, and a service may repeat one
 * anywhere. What becomes of a line, a grid, a viewer or a file, must not hold any.
 */
export function lineOf(item: unknown, { secrets, addresses }: Hiding): string {
  const line = JSON.stringify(item)
  const named = line.includes('"connector_token"')
  if (!named && !addresses && !secrets.some((secret) => line.includes(secret))) return line
  const tokens = [...secrets]
  if (named) {
    JSON.stringify(item, (key, value: unknown) => {
      if (key === 'connector_token' && typeof value === 'string' && value) tokens.push(value)
      return value
    })
  }
  return JSON.stringify(item, (key, value: unknown) => {
    if (typeof value !== 'string') return value
    const shown = addresses && key === 'url' ? maskedAddress(value) : value
    return tokens.reduce((text, token) => text.replaceAll(token, hidden), shown)
  })
}
