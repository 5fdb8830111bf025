import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import Store from 'electron-store'
import { AppError } from '../../shared/errors'
import { reasonOf } from '../store/sqlite-errors'
import { freshSettings, settingsSchema, Unwritten, type Settings, type SettingsStore } from './settings-schema'

const name = 'settings'

/** The last good copy, where the settings themselves are missing: only the operator knows whether they are wanted. */
export interface OfferedCopy {
  file: string
  /** When it was written, for people. */
  at: string
  workspaces: number
  /** Makes it the settings. @throws Unwritten where the disk takes nothing */
  take(): void
}

/**
 * The settings file in the profile, mode 600, written atomically. An unreadable file is renamed and reported, because
 * the library would throw or overwrite it; the last good copy replaces it, or workspaces would vanish while their
 * tokens stay in the keychain. For a missing file the copy is only offered. On a read-only or full disk the app still
 * starts.
 * @returns the settings; a message about the file, null for a sound file; the offered copy
 * @param unsaved called once when the disk refuses a change, again after a successful write: the change lasts until the
 * app quits
 */
export function openSettings(
  profile: string,
  unsaved: () => void = () => undefined
): { settings: SettingsStore; notice: string | null; offered: OfferedCopy | null } {
  setCopyAside(profile)
  const { store, notice } = openStore(profile)
  if (!notice) keepLastGood(profile, store.store)
  let forNow: Partial<Settings> = {}
  const get = () => ({ ...store.store, ...forNow })
  const settings: SettingsStore = {
    get,
    update: (change, unwritten) => {
      const next = { ...get(), ...change }
      // What the next start would refuse must not take the place of what it reads.
      if (!settingsSchema.safeParse(next).success)
        throw new AppError('internal', 'The settings were not written: they would not be readable at the next start.')
      try {
        store.store = next
        forNow = {}
        keepLastGood(profile, next)
      } catch (thrown) {
        if (reasonOf(thrown) === 'other') throw thrown
        if (unwritten !== 'for-now') throw new Unwritten()
        const isFirst = Object.keys(forNow).length === 0
        forNow = { ...forNow, ...change }
        if (isFirst) unsaved()
      }
    }
  }
  return { notice, settings, offered: offeredCopy(profile, settings) }
}

const offeredIn = (profile: string) => join(profile, `${name}.offered.json`)

/**
 * The first write would replace the last copy of missing settings, so it keeps another name until the operator takes
 * it.
 */
function setCopyAside(profile: string): void {
  if (existsSync(join(profile, `${name}.json`)) || !readLastGood(profile)?.settings.workspaces.length) return
  const file = offeredIn(profile)
  try {
    if (existsSync(file)) renameSync(file, `${file}.${Date.now()}`)
    renameSync(lastGoodIn(profile), file)
  } catch {
    // Where the disk takes no changes, nothing replaces the copy either.
  }
}

/** Not once something was set up anew: it would be lost. */
function offeredCopy(profile: string, settings: SettingsStore): OfferedCopy | null {
  const file = offeredIn(profile)
  const copy = readSettings(file)
  if (!copy || copy.workspaces.length === 0 || settings.get().workspaces.length > 0) return null
  return {
    file,
    at: statSync(file).mtime.toLocaleString('en-GB'),
    workspaces: copy.workspaces.length,
    take() {
      settings.update(copy)
      rmSync(file, { force: true })
    }
  }
}

/** The settings as the file has them, for a look beside the running app: nothing is written, set aside or cleared. */
export function settingsAsTheyAre(profile: string): SettingsStore {
  const found = readSettings(join(profile, `${name}.json`)) ?? readLastGood(profile)?.settings ?? freshSettings
  return { get: () => found, update: () => undefined }
}

function openStore(profile: string): { store: Pick<Store<Settings>, 'store'>; notice: string | null } {
  const file = join(profile, `${name}.json`)
  clearTemporary(profile)
  const kept = readSettings(file)
  const newer = kept ? null : newerVersion(file)
  if (newer !== null) return besideNewer(file, newer, readLastGood(profile))
  const setAside = existsSync(file) && !kept ? `${file}.unreadable-${Date.now()}` : null
  const good = setAside ? readLastGood(profile) : null
  const notice = () => setAside && brokenWords(setAside, good)
  try {
    if (setAside) renameSync(file, setAside)
    // What the file does not say is read as the schema does: a file of an earlier version is not a fresh one.
    const store = new Store<Settings>({ name, cwd: profile, defaults: kept ?? freshSettings, configFileMode: 0o600 })
    // The library adds what a file lacks at the top only: an earlier version had fewer preferences.
    const whole = good?.settings ?? kept
    if (whole && !isDeepStrictEqual({ ...store.store }, whole)) store.store = whole
    return { notice: notice(), store }
  } catch (thrown) {
    if (reasonOf(thrown) === 'other') throw thrown
    return { notice: notice(), store: unwritable(kept ?? good?.settings ?? freshSettings, thrown) }
  }
}

/** What a later version of the app wrote is left as it is, and what is changed here holds for now. */
function besideNewer(file: string, version: number, good: LastGood | null) {
  const from = good ? `This one starts with what it kept itself, of ${good.at}.` : 'This one starts without them.'
  const notice = `The settings are of version ${version}, and this app knows version ${freshSettings.version}: the file is left as it is, ${file}. ${from} What is changed now holds until the app quits; tokens are untouched.`
  const refusal = Object.assign(new Error('The settings are of a newer version.'), { code: 'EROFS' })
  return { notice, store: unwritable(good?.settings ?? freshSettings, refusal) }
}

function unwritable(settings: Settings, why: unknown): Pick<Store<Settings>, 'store'> {
  return {
    get store() {
      return settings
    },
    set store(_) {
      throw why
    }
  }
}

function brokenWords(setAside: string, good: LastGood | null): string {
  const where = existsSync(setAside)
    ? `They were set aside as ${setAside}`
    : 'The disk takes no changes, so they were left as they are'
  const instead = good ? ` The last good copy, of ${good.at}, was restored.` : ''
  return `The settings could not be read. ${where}; tokens are untouched.${instead}`
}

/** What an atomic write leaves behind where the app was killed during it. */
function clearTemporary(profile: string): void {
  try {
    for (const entry of readdirSync(profile)) {
      if (/^settings\.(json|last-good\.json)\.tmp/.test(entry)) rmSync(join(profile, entry), { force: true })
    }
  } catch {
    // A profile that cannot be changed keeps them: they do no harm.
  }
}

/** @returns null for a file that is not there, or holds something else */
function readSettings(file: string): Settings | null {
  try {
    return settingsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** @returns the version of settings that a later app wrote; null for anything else */
function newerVersion(file: string): number | null {
  try {
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version?: unknown }
    return typeof version === 'number' && version > freshSettings.version ? version : null
  } catch {
    return null
  }
}

interface LastGood {
  settings: Settings
  /** When it was written, for people. */
  at: string
}

const lastGoodIn = (profile: string) => join(profile, `${name}.last-good.json`)

function readLastGood(profile: string): LastGood | null {
  const settings = readSettings(lastGoodIn(profile))
  return settings && { settings, at: statSync(lastGoodIn(profile)).mtime.toLocaleString('en-GB') }
}

/**
 * Written after the settings, whole or not at all, and only if a start accepts it. A refusing disk loses only the copy.
 */
function keepLastGood(profile: string, settings: Settings): void {
  if (!settingsSchema.safeParse(settings).success) return
  const file = lastGoodIn(profile)
  try {
    writeFileSync(`${file}.tmp`, JSON.stringify(settings), { mode: 0o600 })
    renameSync(`${file}.tmp`, file)
  } catch {
    return
  }
}
