import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { arch, cpus, release, totalmem, type, version } from 'node:os'
import { AppError } from '../../shared/errors'
import type { Finding } from '../../shared/doctor/finding'
import { reportText } from '../../shared/doctor/report'
import type { CallSum } from '../../shared/activity/call'
import { longestShown, type SupportFile } from '../../shared/support/channels'
import { packed, searchedFor } from '../secrets/packed'
import type { Masker } from '../secrets/masker'
import type { Settings } from '../settings/settings-schema'
import { Names, nameless } from './names'
import { settingsSummary } from './settings-summary'
import { olderLog } from '../base/log'
import { hidden } from '../secrets/masked'

interface Built {
  version: string
  commit: string | null
  runtime: { electron: string; chrome: string; node: string }
  /** False if Chromium's OS sandbox is off. */
  sandboxed: boolean
  packaged: boolean
}

/** Names neither the computer nor a person. */
async function versionsOf(built: Built, environment: Readonly<Record<string, string | undefined>>) {
  return {
    ...built,
    system: { type: type(), release: release(), version: version(), architecture: arch(), distribution: await linux() },
    computer: { processors: cpus().length, memoryMb: Math.round(totalmem() / 1e6) },
    desktop: {
      name: environment['XDG_CURRENT_DESKTOP'] ?? null,
      session: environment['XDG_SESSION_TYPE'] ?? null
    },
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone
  }
}

/** "Debian GNU/Linux 13 (trixie)"; null elsewhere. */
async function linux(): Promise<string | null> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^PRETTY_NAME="?([^"\n]*)/m.exec(text)?.[1] ?? null
}

/** The present log and the one before, newer first. */
async function readLogs(file: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const one of [file, olderLog(file)]) {
    const text = await readFile(one, 'utf8').catch(() => null)
    if (text !== null) texts.set(basename(one), text)
  }
  return texts
}

export interface SupportParts {
  built: Built
  environment: Readonly<Record<string, string | undefined>>
  settings: () => Settings
  log: string
  home: string
  /** Workspaces have the names of `settings-summary.ts`. */
  findings: (signal: AbortSignal) => Promise<Finding[]>
  sumCalls: (of: { since: number }) => Promise<CallSum[]>
  names: () => Promise<Names>
  masker: Pick<Masker, 'mask' | 'nameOfLeak'>
  /** ms since 1970 */
  now: () => number
}

/** The bundle counts the activity of this time, ms. */
const activityMs = 30 * 24 * 3_600_000

const leftOut = [
  'tokens and keys: they are in the keychain, which is not read',
  'requests, responses and paths of calls: activity is counted only',
  'records, drafts and saved requests: the history is not read',
  'names of workspaces, of customers and of the operator, and origin ids, as far as this app knows them',
  'texts and lists among the settings: only their size is told'
]
/** A broken history must still give a bundle, but without the log, whose names cannot be removed then. */
const withoutLog = 'Left out: the history could not be read, and with it the names to take out of the log.\n'
const kept = ['addresses of the services, of proxies and of CA certificates: most faults are on the way to them']

interface Redaction {
  masker: Pick<Masker, 'mask'>
  names: Names
  /** The home folder, whose path holds the account's name. */
  home: string
}

interface TakenOut {
  file: string
  tokens: number
  names: number
  homeFolders: number
}

export function redact(file: string, text: string, { masker, names, home }: Redaction) {
  const masked = masker.mask(text)
  const withoutHome = spellingsOf(home).reduce((rest, spelling) => rest.replaceAll(spelling, ownFolder), masked)
  const clean = names.takeOut(withoutHome)
  const takenOut: TakenOut = {
    file,
    // Also counts what the log left out when it was written.
    tokens: counted(masked, hidden),
    names: counted(clean, nameless),
    homeFolders: counted(withoutHome, ownFolder) - counted(masked, ownFolder)
  }
  return { clean, takenOut }
}

const ownFolder = '~'

/** As a path and as a file address, also on Windows. */
function spellingsOf(home: string): string[] {
  const slashed = home.replaceAll('\\', '/')
  return [home, slashed, encodeURI(slashed)].filter((spelling) => spelling.length > 1)
}

const counted = (text: string, part: string) => text.split(part).length - 1

/** It is collected once and stays in memory, so that the saved bundle is the one shown. */
export class SupportBundle {
  #collected: { fileName: string; zip: Uint8Array } | null = null

  constructor(private readonly parts: SupportParts) {}

  /** @throws AppError leak-refused, naming the file, if it holds a known token in any spelling */
  async collect(signal: AbortSignal): Promise<SupportFile[]> {
    this.#collected = null
    const at = new Date(this.parts.now())
    const files = await this.#files(at, signal)
    const texts = new Map(files.map(({ name, text }) => [name, [text]]))
    const zip = await packed(texts, at, this.parts.masker, 'the log or from an address')
    signal.throwIfAborted()
    const stamp = at.toISOString().slice(0, 19).replaceAll(':', '')
    this.#collected = { fileName: `connector-desk-support-${stamp}Z.zip`, zip }
    return files.map((file) => ({ ...file, bytes: Buffer.byteLength(file.text), text: file.text.slice(-longestShown) }))
  }

  /** @throws AppError not-found if nothing was collected */
  get collected(): { fileName: string; zip: Uint8Array } {
    if (!this.#collected) throw new AppError('not-found', 'Nothing was collected yet.')
    return this.#collected
  }

  async #files(at: Date, signal: AbortSignal): Promise<Omit<SupportFile, 'bytes'>[]> {
    const { built, environment, settings, log, home, findings, sumCalls, masker } = this.parts
    const [names, versions, found, calls, logs] = await Promise.all([
      this.parts.names().catch(() => null),
      versionsOf(built, environment),
      findings(signal),
      sumCalls({ since: at.getTime() - activityMs }).catch(() => 'The history could not be read.'),
      readLogs(log)
    ])
    const platform = `${process.platform} ${process.arch}`
    const report = reportText({ version: built.version, ...built.runtime, platform, at: at.getTime() }, found)
    const raw: Omit<SupportFile, 'bytes'>[] = [
      {
        name: 'versions.json',
        holds: 'versions of the app, of what it runs on and of the computer',
        text: json(versions)
      },
      { name: 'doctor.txt', holds: 'what the Doctor finds', text: report },
      { name: 'settings.json', holds: 'settings, without tokens and names', text: json(settingsSummary(settings())) },
      { name: 'activity.json', holds: 'how many calls ended how, on each of 30 days', text: json(calls) },
      ...[...logs].map(([name, text]) => ({ name, holds: 'the log of errors', text: names ? text : withoutLog }))
    ]
    const clean = raw.map((file) => ({
      file,
      ...redact(file.name, file.text, { masker, names: names ?? new Names(), home })
    }))
    const redaction = json({ takenOut: clean.map(({ takenOut }) => takenOut), leftOut, kept, checked: searchedFor })
    return [
      ...clean.map(({ file, clean }) => ({ ...file, text: clean })),
      { name: 'redaction.json', holds: 'what was taken out and left out', text: masker.mask(redaction) }
    ]
  }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
