import tls from 'node:tls'
import { randomUUID } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Outcome } from '../../shared/doctor/finding'
import { isBroken } from '../../shared/policy/locked'
import type { PolicyState } from '../../shared/policy/state'
import { policyLines } from '../../shared/policy/words'
import { fault, ok, warning } from './examination'
import { maskedAddress } from '../base/address'
import type { ChosenCertificate } from '../../shared/settings/certificate'
import { dayOf } from '../settings/pem'
import type { Keeping } from '../../shared/connectors/snapshot'
import type { HistoryState } from '../store/inspect'
import type { KeychainState } from '../../shared/workspaces/workspace'
import { howToClose, openingWords, openSummary, type TeamOpening } from '../../shared/team/openings'

export function lookAtPolicy(state: PolicyState): Outcome {
  if (state === null) return ok('This computer has no policy of an organization.')
  const { source, problems, settings } = state
  if (isBroken(state)) {
    const words = 'The policy of the organization cannot be used, so nothing is sent.'
    const next = `An administrator has to correct ${source}; then start the app again.`
    return fault(
      words,
      next,
      problems.map(({ key, words }): [string, string] => [key || source, words])
    )
  }
  const lines = policyLines(settings).map(({ key, value, locked }): [string, string] => [
    key,
    locked ? `${value} (locked)` : value
  ])
  return ok('The policy of the organization was read.', [['Source', source], ...lines])
}

interface Watched {
  name: RegExp
  /** Its effect; `isFine`: no action is needed. */
  words: string
  isFine?: boolean
}

const watched: readonly Watched[] = [
  {
    name: /^NODE_TLS_REJECT_UNAUTHORIZED$/,
    words: 'asks programs to accept any certificate. This app ignores it; other programs may not'
  },
  {
    name: /^NODE_EXTRA_CA_CERTS$/,
    words: 'names further CA certificates. This app trusts those that are chosen in Settings',
    isFine: true
  },
  { name: /^SSLKEYLOGFILE$/, words: 'asks programs to write down the keys of their connections' },
  { name: /^NODE_DEBUG(_NATIVE)?$/, words: 'makes programs print what they send, tokens included' },
  { name: /^(NODE_OPTIONS|ELECTRON_RUN_AS_NODE|NODE_USE_SYSTEM_CA|OPENSSL_CONF)$/, words: 'changes how the app runs' },
  { name: /^SSL_CERT_(FILE|DIR)$/, words: 'decides which certificates this computer trusts', isFine: true },
  { name: /^(HTTPS?|ALL|NO|FTP)_PROXY$/i, words: 'is heard where the system has no proxy settings', isFine: true }
]

/** Masks names and passwords. */
export function lookAtVariables(environment: Readonly<Record<string, string | undefined>>): Outcome {
  const set = Object.entries(environment).flatMap(([name, value = '']) => {
    const one = watched.find((known) => known.name.test(name))
    return one && value !== '' ? [{ ...one, name, value }] : []
  })
  const facts = set.map(({ name, value, words }): [string, string] => [
    name,
    `${maskedAddress(withoutUser(value)).slice(0, 200)} (${words})`
  ])
  const bad = set.filter(({ isFine }) => !isFine)
  if (bad.length > 0) {
    const words = bad.map(({ name, words }) => `${name} ${words}.`).join(' ')
    return warning(
      words,
      'Take it out of the environment this app is started from, unless you set it on purpose.',
      facts
    )
  }
  return ok(set.length > 0 ? 'Nothing that changes what is safe.' : 'No variable changes how this app connects.', facts)
}

/** A proxy may have no scheme, and its password any character: everything up to the last `@` may be secret. */
const withoutUser = (value: string) => value.replace(/^([a-z][\w+.-]*:\/\/)?.*@/is, (_, scheme = '') => `${scheme}…@`)

/** The Doctor reports certificates that expire within this time, ms. */
export const soonMs = 14 * 86_400_000

export function lookAtCertificates(chosen: readonly ChosenCertificate[], now: number): Outcome {
  const system = tls.getCACertificates?.('system').length ?? 0
  const facts: Outcome['facts'] = [
    ['Of this computer', String(system)],
    ['Of the app', String(tls.rootCertificates.length)],
    ...chosen.map(({ subject, validTo, file }): [string, string] => [
      'Chosen',
      `${subject}, valid until ${dayOf(validTo)} (${file})`
    ])
  ]
  const ending = chosen.filter(({ validTo }) => validTo < now + soonMs)
  const [first] = ending
  if (first) {
    const ends = `${first.validTo < now ? 'expired' : 'expires'} on ${dayOf(first.validTo)}`
    const next = first.managed
      ? 'Ask your administrator for the one that takes its place.'
      : 'Ask for the one that takes its place, and choose it in Settings.'
    const who = first.managed ? 'which your organization chose' : 'which was chosen in Settings'
    return warning(`“${first.subject}”, ${who}, ${ends}.`, next, facts)
  }
  const count = chosen.length === 1 ? 'one that was chosen' : `${chosen.length} that were chosen`
  return ok(
    chosen.length === 0 ? 'Those of this computer are trusted.' : `Those of this computer are trusted, and ${count}.`,
    facts
  )
}

const full = new Set(['ENOSPC', 'EDQUOT'])
/** Reports less, bytes: stored bodies alone may take 500 MB. */
const little = 500e6
const next = 'Free space on the disk, then restart the app.'

/** @param shown the path to show */
export async function lookAtDisk(profile: string, shown: string): Promise<Outcome> {
  const file = join(profile, `.doctor-${randomUUID()}`)
  const { bavail, bsize } = await statfs(profile)
  const free = bavail * bsize
  const facts: Outcome['facts'] = [
    ['Profile', shown],
    ['Free', `${(free / 1e9).toFixed(1)} GB`]
  ]
  try {
    await writeFile(file, Buffer.alloc(4_096), { flag: 'wx', mode: 0o600, flush: true })
  } catch (thrown) {
    const { code = '', message } = thrown as NodeJS.ErrnoException
    if (full.has(code)) return fault('The disk is full.', next, facts)
    const words = 'The profile cannot be written to: what you see now is lost when the app quits.'
    return fault(words, 'Check the permissions of the folder, and whether its disk is read-only.', [
      ...facts,
      ['System says', message.replace(profile, shown)]
    ])
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
  if (free < little) return warning('The disk of the profile is almost full.', 'Free space on the disk.', facts)
  return ok('The profile can be written to.', facts)
}

const again = 'Quit and start the app again: it sets the file aside under another name and starts a new one.'

/** @param keeping null if no app is running */
export function lookAtHistory(state: HistoryState, keeping: Keeping | null): Outcome {
  if (state.kind === 'none') return ok('No history yet.')
  if (state.kind === 'unreadable') return fault(`It cannot be opened: ${state.why}`, again)
  const { version, newest, problem, missing, bytes } = state
  const facts: Outcome['facts'] = [
    ['Size', `${(bytes / 1e6).toFixed(1)} MB`],
    ['Version', `${version}, this app knows ${newest}`]
  ]
  if (version > newest) {
    const words = `It is of version ${version}, of a newer version of this app: this one knows ${newest}, and is left as it is.`
    return warning(words, 'Install the newer version, or continue without a history.', facts)
  }
  if (problem) return fault(`It is damaged: ${problem}`, again, facts)
  if (missing.length > 0) {
    const words = `Tables are missing: ${missing.join(', ')}. What belongs there is not kept.`
    const next =
      'Quit the app, move history.db out of the profile, and start it again. Pass the file on with this report.'
    return fault(words, next, facts)
  }
  if (keeping?.keeping === 'no') return fault(keeping.message, 'See Disk above.', facts)
  if (keeping?.setAside) {
    const words = `The previous file could not be read and was set aside as ${keeping.setAside}; a new one was started.`
    return warning(words, 'Nothing to do. Keep the old file if you need its content.', facts)
  }
  return ok('It opens, is sound and has all its tables.', facts)
}

/** @param holdsTokens whether it should hold a token: then some workspace depends on it */
export function lookAtKeychain({ state, name, reason }: KeychainState, holdsTokens: boolean): Outcome {
  if (state === 'unlocked') return ok(`${name} responds and is unlocked.`)
  const facts: Outcome['facts'] = reason ? [[name, reason]] : []
  const bad = holdsTokens ? fault : warning
  if (state === 'locked') {
    const words = holdsTokens
      ? `${name} is locked or does not respond, so saved tokens cannot be read now. They are not lost.`
      : `${name} is locked or does not respond. No token is saved in it.`
    const next =
      'Unlock it, or look for its prompt. If it does not respond, restart it. Then test again. Until then a token can be used for this session only.'
    return bad(words, next, facts)
  }
  const words = holdsTokens ? `${name} does not respond, so saved tokens cannot be read.` : `${name} was not found.`
  return bad(words, 'Start it, then test again. Until then a token can be used for this session only.', facts)
}

export interface JoinedTeam {
  database: string
  /** Excess rights of database accounts; null while it cannot be reached. */
  openings: () => Promise<TeamOpening[] | null>
}

/** Reports excess rights of accounts, which the database's administrator can remove. */
export function lookAtTeam(database: string, openings: readonly TeamOpening[] | null): Outcome {
  if (openings === null)
    return { state: 'skipped', words: 'Not connected now: Settings, Team says why.', next: '', facts: [] }
  if (openings.length === 0) return ok('Its accounts may do what their roles say, and nothing else.')
  const facts = openings.map((one): [string, string] => ['Open', openingWords[one]])
  return warning(openSummary, howToClose(database), facts)
}
