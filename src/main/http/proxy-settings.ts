import type { ProxyRule } from '../../shared/settings/proxy-rule'

/** As in Electron's `ProxyConfig`. */
interface ProxySettings {
  mode: 'system' | 'direct' | 'fixed_servers' | 'pac_script'
  proxyRules?: string
  proxyBypassRules?: string
  pacScript?: string
}

/** Converts a policy rule for Electron; it overrides the app's command-line switches. */
export function proxySettings(rule: ProxyRule): ProxySettings {
  switch (rule.mode) {
    case 'system':
    case 'direct':
      return { mode: rule.mode }
    case 'fixed':
      return {
        mode: 'fixed_servers',
        proxyRules: new URL(rule.address).origin,
        ...(rule.bypass && { proxyBypassRules: rule.bypass.join(',') })
      }
    case 'pac':
      return { mode: 'pac_script', pacScript: rule.address }
  }
}
