import { expect, it } from 'vitest'
import type { PolicySettings } from '../../shared/policy/file'
import { noPolicy, Policy } from '../policy/policy'
import { obey, obeyHosts } from './set-up'
import { NotConfigured } from './config'

const under = (settings: PolicySettings) => new Policy({ source: '/p', problems: [], settings })
const limit = <T>(value: T) => ({ value, locked: true as const })
const refreshes = (...addresses: string[]) => ({ services: addresses.map((address) => ({ address })) })

const main = 'https://api.example.com'
const eu = 'https://eu.api.example.com'
const other = 'https://elsewhere.test'

it('walks what it is told to where the organization limits nothing', () => {
  expect(() => obey(noPolicy, refreshes(main, other))).not.toThrow()
  expect(() => obey(under({ 'team.enabled': limit(true) }), refreshes(other))).not.toThrow()
})

it.each<[string, Policy, RegExp]>([
  [
    'a policy that cannot be read',
    new Policy({ source: '/p', settings: {}, problems: [{ key: 'lock.minutes', words: 'Wrong' }] }),
    /^The policy of your organization cannot be used. lock.minutes: Wrong/
  ],
  ['no team', under({ 'team.enabled': limit(false) }), /^Your organization does not allow a team.$/],
  [
    'other origins only',
    under({ 'services.allowedOrigins': limit([eu]) }),
    /^https:\/\/api.example.com is not allowed. Allowed: https:\/\/eu.api.example.com./
  ],
  [
    'other workspaces only',
    under({ 'services.allowedWorkspaces': limit([{ name: 'Other', baseAddress: other }]) }),
    /^The address of Other has to be https:\/\/elsewhere.test./
  ],
  [
    'another address, and no EU region',
    under({
      'services.baseAddress': { value: other, locked: true },
      'services.regions': limit(['default' as const])
    }),
    /^The address has to be https:\/\/elsewhere.test./
  ]
])('@attack does not start where the policy allows it not: %s', (_what, policy, words) => {
  const start = () => obey(policy, refreshes(main))
  expect(start).toThrow(NotConfigured)
  expect(start).toThrow(words)
})

it.each<[string, PolicySettings, RegExp]>([
  ['alert rules', { 'alerts.enabled': limit(false) }, /no alert rules/],
  ['mail', { 'mail.enabled': limit(false) }, /no mail/]
])('@attack does not start with %s where the policy allows none', (_what, settings, words) => {
  const mail = { host: 'mail.example.com', port: 587, security: 'tls' as const, user: '', from: 'ops@example.com' }
  const config = { ...refreshes(main), alerts: {}, mail }
  expect(() => obey(under(settings), config)).toThrow(words)
  expect(() => obey(noPolicy, config)).not.toThrow()
})

it('@attack does not start with a channel or a mail server whose host the policy does not name', () => {
  const policy = under({ 'alerts.hosts': limit(['hooks.slack.com']) })
  const to = (url: string) => ({
    ...{ posted: [{ kind: 'slack' as const, name: '#ops', way: { url, key: null } }], recipients: [], server: null }
  })
  expect(() => obeyHosts(policy, to('https://hooks.slack.com/a'))).not.toThrow()
  expect(() => obeyHosts(policy, to('https://hooks.evil.example/a'))).toThrow('no messages to hooks.evil.example.')
})

it('takes an address that the policy allows for either region', () => {
  const workspaces = limit([{ name: 'One', baseAddress: main, euBaseAddress: eu }])
  const policy = under({ 'services.allowedWorkspaces': workspaces })
  expect(() => obey(policy, refreshes(main, eu))).not.toThrow()
  expect(() => obey(policy, refreshes(main, other))).toThrow(NotConfigured)
  const onlyMain = under({ 'services.allowedWorkspaces': workspaces, 'services.regions': limit(['default' as const]) })
  expect(() => obey(onlyMain, refreshes(main))).not.toThrow()
  expect(() => obey(onlyMain, refreshes(eu))).toThrow(NotConfigured)
})
