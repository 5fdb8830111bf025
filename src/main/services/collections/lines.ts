/** In a token's place. */
const hidden = '[connector token]'

/**
 * An item of a page as one line of JSON, without tokens: lists of connectors bring them, and a service may repeat one
 * anywhere. What becomes of a line, a grid, a viewer or a file, must not hold any.
 *
 * @param secrets tokens by value, beside those the item itself calls so
 */
export function lineOf(item: unknown, secrets: readonly string[]): string {
  const line = JSON.stringify(item)
  if (!line.includes('"connector_token"') && !secrets.some((secret) => line.includes(secret))) return line
  const tokens = [...secrets]
  JSON.stringify(item, (key, value: unknown) => {
    if (key === 'connector_token' && typeof value === 'string' && value) tokens.push(value)
    return value
  })
  return JSON.stringify(item, (_, value: unknown) =>
    typeof value === 'string' ? tokens.reduce((text, token) => text.replaceAll(token, hidden), value) : value
  )
}
