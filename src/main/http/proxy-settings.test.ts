import { expect, it } from 'vitest'
import { proxySettings } from './proxy-settings'

it.each([
  [{ mode: 'system' as const }, { mode: 'system' }],
  [{ mode: 'direct' as const }, { mode: 'direct' }],
  [
    { mode: 'fixed' as const, address: 'http://p.test:8080/', bypass: ['*.a.test', '10.0.0.0/8'] },
    { mode: 'fixed_servers', proxyRules: 'http://p.test:8080', proxyBypassRules: '*.a.test,10.0.0.0/8' }
  ],
  [
    { mode: 'fixed' as const, address: 'https://p.test' },
    { mode: 'fixed_servers', proxyRules: 'https://p.test' }
  ],
  [
    { mode: 'pac' as const, address: 'https://p.test/proxy.pac' },
    { mode: 'pac_script', pacScript: 'https://p.test/proxy.pac' }
  ]
])('%j is %j for Electron', (rule, settings) => {
  expect(proxySettings(rule)).toEqual(settings)
})
