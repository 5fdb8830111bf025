import { isDeepStrictEqual } from 'node:util'
import type { Preferences } from '../../shared/settings/preferences'
import { secondNames } from '../../shared/team/second-act'
import type { ChosenCertificate } from '../../shared/settings/certificate'
import type { ProxyRule } from '../../shared/settings/proxy-rule'
import type { Act } from '../guard/confirmer'

type Change = Pick<Act, 'title' | 'note'> & { verb: string; facts: [name: string, value: string][] }

const act = (change: Change): Act => ({ place: null, ...change, requests: [] })

/** Asks before a weaker protection: a script may have taken over the window. @returns null for no weaker setting */
export function weakerPreferences(wanted: Preferences, before: Preferences): Act | null {
  const changes = [
    laterLock(wanted, before),
    noScreenLock(wanted, before),
    fewerSecond(wanted, before),
    otherName(wanted, before),
    otherProxy(wanted.proxy, before.proxy)
  ].filter((change) => change !== null)
  const [only] = changes
  if (!only) return null
  if (changes.length === 1) return act(only)
  return act({
    title: 'Change these settings?',
    verb: 'Change',
    note: changes.map(({ note }) => note).join(' '),
    facts: changes.flatMap(({ facts }) => facts)
  })
}

function laterLock({ lockMinutes: wanted }: Preferences, { lockMinutes: before }: Preferences): Change | null {
  if (wanted === before || before === 0 || (wanted !== 0 && wanted < before)) return null
  return {
    title: wanted === 0 ? 'Never lock without input?' : `Lock only after ${wanted} minutes?`,
    verb: 'Change',
    note: 'While it is not locked, anybody at this computer can read your customers’ data and send requests.',
    facts: [['Lock without input', `${afterMinutes(wanted)}, until now ${afterMinutes(before)}`]]
  }
}

const afterMinutes = (minutes: number) => (minutes === 0 ? 'never' : `after ${minutes} minutes`)

function noScreenLock(wanted: Preferences, before: Preferences): Change | null {
  if (wanted.lockWithScreen || !before.lockWithScreen) return null
  return {
    title: 'Stop locking with the computer?',
    verb: 'Stop',
    note: 'The app stays open when the computer sleeps or its screen is locked.',
    facts: [['Lock with the computer', 'off, until now on']]
  }
}

function fewerSecond(wanted: Preferences, before: Preferences): Change | null {
  const gone = before.secondActs.filter((one) => !wanted.secondActs.includes(one))
  const more = wanted.secondLetters > before.secondLetters && before.secondActs.includes('letters')
  if (gone.length === 0 && !more) return null
  return {
    title: 'Send without a colleague?',
    verb: 'Change',
    note: 'Until now a colleague had to agree.',
    facts: [
      ...gone.map((one): [string, string] => [secondNames[one], 'no colleague from now on']),
      ...(more ? [['Letters', `to up to ${wanted.secondLetters} customers`] as [string, string]] : [])
    ]
  }
}

function otherName({ operatorName: wanted }: Preferences, { operatorName: before }: Preferences): Change | null {
  if (wanted.trim() === before.trim()) return null
  const said = (name: string) => name.trim() || 'the name of your account'
  return {
    title: 'Change your name in the record of changes?',
    verb: 'Change',
    note: 'The record of changes and your team see what you do under this name from now on.',
    facts: [
      ['Name', said(wanted)],
      ['Until now', said(before)]
    ]
  }
}

/** A proxy sees the hosts, and reads all traffic if its certificate is trusted. */
function otherProxy(rule: ProxyRule, before: ProxyRule): Change | null {
  if (isDeepStrictEqual(rule, before)) return null
  if (rule.mode !== 'fixed' && rule.mode !== 'pac') {
    return {
      title: rule.mode === 'direct' ? 'Connect without a proxy?' : 'Connect as this computer’s settings say?',
      verb: 'Change',
      note: 'Everything the app sends goes this way.',
      facts: [['Until now', 'address' in before ? before.address : proxyModes[before.mode]]]
    }
  }
  const { host } = new URL(rule.address)
  const bypass = rule.mode === 'fixed' ? (rule.bypass ?? []) : []
  const isSame = rule.mode === before.mode && rule.address === before.address
  return {
    title: isSame
      ? `Change what bypasses ${host}?`
      : rule.mode === 'fixed'
        ? `Connect through ${host}`
        : `Connect as the PAC file of ${host} says`,
    verb: 'Allow',
    note: 'Everything the app sends goes this way. The proxy can read tokens and data if you trust its certificate.',
    facts: [
      [rule.mode === 'fixed' ? 'Proxy' : 'PAC file', rule.address],
      ...(isSame || bypass.length > 0 ? ([['Without the proxy', bypass.join(', ') || 'none']] as Change['facts']) : [])
    ]
  }
}

const proxyModes = { system: 'This computer’s settings', direct: 'No proxy' }

export const withoutCertificate = ({ subject, fingerprint }: ChosenCertificate): Act =>
  act({
    title: `Stop trusting ${subject}?`,
    verb: 'Stop trusting',
    note: 'Connections that need this certificate fail from now on.',
    facts: [
      ['CA certificate', subject],
      ['SHA-256', fingerprint]
    ]
  })

export const startAtLogin: Act = act({
  title: 'Start Connector Desk when you log in?',
  verb: 'Start at login',
  note: 'The app then runs after every login until you switch this off.',
  facts: []
})
