import { regionNames } from '../workspaces/region'
import type { ProxyRule } from '../settings/proxy-rule'
import { secondNames } from '../team/second-act'
import { policyTitle, type PolicyKey, type PolicySettings } from './file'

export interface PolicyLine {
  key: PolicyKey
  title: string
  value: string
  locked: boolean
}

export function policyLines(settings: PolicySettings): PolicyLine[] {
  return (Object.keys(settings) as PolicyKey[]).flatMap((key) => {
    const entry = settings[key]
    return entry ? [{ key, title: policyTitle(key), value: valueWords(settings, key), locked: entry.locked }] : []
  })
}

type Values = { [K in PolicyKey]-?: NonNullable<PolicySettings[K]>['value'] }

const words: { [K in PolicyKey]: (value: Values[K]) => string } = {
  'services.allowedOrigins': (origins) => origins.join(', '),
  'services.allowedWorkspaces': (workspaces) =>
    workspaces.map(({ name, baseAddress }) => `${name} (${baseAddress})`).join(', '),
  'services.regions': (regions) => regions.map((region) => regionNames[region]).join(', '),
  'services.baseAddress': (address) => address,
  'services.euBaseAddress': (address) => address,
  'services.practice': (on) => (on ? 'allowed' : 'off'),
  'network.proxy': proxyWords,
  'network.certificates': (files) => files.join(', ') || 'none',
  'updates.enabled': (on) => (on ? 'on' : 'off'),
  'updates.address': (address) => address,
  'outside.enabled': (on) => (on ? 'allowed' : 'off'),
  'team.enabled': (on) => (on ? 'allowed' : 'off'),
  'status.enabled': (on) => (on ? 'allowed' : 'off'),
  'status.pages': (pages) =>
    pages.map(({ integration, address }) => `${integration} (${address})`).join(', ') || 'none',
  'mail.enabled': (on) => (on ? 'allowed' : 'off'),
  'mail.server': ({ host, port, from }) => `${host}:${port}, from ${from}`,
  'alerts.enabled': (on) => (on ? 'allowed' : 'off'),
  'alerts.hosts': (hosts) => hosts.join(', ') || 'none',
  'tickets.enabled': (on) => (on ? 'allowed' : 'off'),
  'tickets.addresses': (addresses) => addresses.join(', ') || 'none',
  'approvals.acts': (acts) => acts.map((act) => secondNames[act]).join(', ') || 'none',
  'approvals.letters': (customers) => `to ${customers} customers`,
  'lock.minutes': (minutes) => (minutes === 0 ? 'never' : `after ${minutes} minutes`),
  'lock.withScreen': (on) => (on ? 'yes' : 'no'),
  'writes.confirmation': () => 'always',
  'retention.history': inDays,
  'retention.reads': inDays,
  'retention.changes': inDays,
  'retention.requests': inDays,
  'retention.room': (mb) => `${mb} MB`
}

function valueWords<K extends PolicyKey>(settings: PolicySettings, key: K): string {
  const entry = settings[key]
  return entry ? words[key](entry.value as Values[K]) : ''
}

function inDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}

function proxyWords(rule: ProxyRule): string {
  switch (rule.mode) {
    case 'system':
      return 'as the system says'
    case 'direct':
      return 'none: all connections are direct'
    case 'fixed':
      return rule.bypass?.length ? `${rule.address}, not for ${rule.bypass.join(', ')}` : rule.address
    case 'pac':
      return `as ${rule.address} says`
  }
}
