export const connectorId = '{connector_id}'

/**
 * The id stays within its part of the path or query: the origin is always the configured one.
 * @returns null if no page can be opened, for instance for half a character
 */
export function pageOf(address: string, id: string): string | null {
  if (!address || pageAddressProblem(address) !== null || /^\.*$|\p{Surrogate}/u.test(id)) return null
  const filled = new URL(address.replaceAll(connectorId, () => encodeURIComponent(id)))
  return filled.origin === originOfPage(address) ? filled.href : null
}

/** null if empty or unusable. */
export function originOfPage(address: string): string | null {
  return address && pageAddressProblem(address) === null ? new URL(address.replaceAll(connectorId, 'id')).origin : null
}

/** null for a usable or empty address. */
export function pageAddressProblem(address: string): string | null {
  if (address === '') return null
  const sample = address.replaceAll(connectorId, 'id')
  if (!URL.canParse(sample))
    return 'Enter a full URL, for example https://dashboard.example.com/connectors/{connector_id}.'
  const { protocol, username, password, origin } = new URL(sample)
  if (protocol !== 'https:') return 'Only https addresses can be opened.'
  if (username || password) return 'Leave the name and password out of the address.'
  if (!address.includes(connectorId)) return `Say where the connector’s ID goes: ${connectorId}.`
  const elsewhere = address.replaceAll(connectorId, 'other')
  if (!URL.canParse(elsewhere) || new URL(elsewhere).origin !== origin)
    return 'The connector’s ID belongs in the path or the query, not in the host.'
  return null
}
