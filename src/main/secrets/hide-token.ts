import { connectorFields } from '../../shared/model/connector'

/** A token of fewer characters occurs in ordinary words: it is hidden only where it is a whole text. */
const leastInside = 6

/** A text without a token. */
export function withoutToken(text: string, token: string, hidden: string): string {
  if (token.length < leastInside) return text === token ? hidden : text
  return text.replaceAll(token, hidden)
}

/** The name of a key without a token. One that is called like a field, or is short, would mistake names for secrets. */
export function nameWithoutToken(name: string, token: string, hidden: string): string {
  const isName = token.length < leastInside || connectorFields.has(token)
  return isName ? name : name.replaceAll(token, hidden)
}
