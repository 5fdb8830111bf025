import type { ProxyRule } from '../../shared/policy/file'

/** As Electron's `ProxyConfig` has it. */
interface ProxySettings {
  mode: 'system' | 'direct' | 'fixed_servers' | 'pac_script'
  proxyRules?: string
  proxyBypassRules?: string
  pacScript?: string
}

/** A rule of the policy in Electron's words. It takes precedence over the switches the app was started with. */
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
