import type { ProxyRule } from '../../shared/policy/file'
import type { Act } from '../guard/confirmer'

/**
 * What the operator confirms before everything that the app sends goes another way: a page cannot choose it. A proxy
 * learns which hosts are reached, and reads all of it where its certificate is trusted.
 *
 * @returns null where no other address is named
 */
export function throughProxy(rule: ProxyRule, before: ProxyRule): Act | null {
  if (rule.mode !== 'fixed' && rule.mode !== 'pac') return null
  if (rule.mode === before.mode && rule.address === before.address) return null
  const { host } = new URL(rule.address)
  return {
    place: null,
    title: rule.mode === 'fixed' ? `Connect through ${host}` : `Connect as the PAC file of ${host} says`,
    verb: 'Allow',
    note: 'Everything the app sends goes this way. The proxy can read tokens and data if you trust its certificate.',
    facts: [[rule.mode === 'fixed' ? 'Proxy' : 'PAC file', rule.address]],
    requests: []
  }
}
