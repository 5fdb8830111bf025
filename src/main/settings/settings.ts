import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import Store from 'electron-store'
import { AppError } from '../../shared/errors'
import { reasonOf } from '../store/sqlite-errors'
import { freshSettings, settingsSchema, Unwritten, type Settings, type SettingsStore } from './settings-schema'

const name = 'settings'

/** The last good copy of missing settings: only the operator knows whether to use it. */
export interface OfferedCopy {
  file: string
  /** When the copy was written, as shown to people. */
  at: string
  workspaces: number
  /** Replaces the settings with the copy. @throws Unwritten if the disk refuses */
  take(): void
}

/**
 * The settings file in the profile, mode 600, written atomically. An unreadable file is renamed and reported: the
 * library would throw or overwrite it. The last good copy replaces it: without workspaces, their tokens would stay in
 * the keychain. For a missing file the copy is only offered. The app starts on a read-only or full disk too.
 * @returns the settings; a message about a faulty file, or null; the offered copy
 * @param unsaved called once when the disk refuses a change, and again after a successful write: the change lasts until
 * the app quits
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
      // Settings that the next start would refuse must not replace a readable file.
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

/** The first write would replace the copy, so the copy keeps another name until the operator takes it. */
function setCopyAside(profile: string): void {
  if (existsSync(join(profile, `${name}.json`)) || !readLastGood(profile)?.settings.workspaces.length) return
  const file = offeredIn(profile)
  try {
    if (existsSync(file)) renameSync(file, `${file}.${Date.now()}`)
    renameSync(lastGoodIn(profile), file)
  } catch {
    // If the disk refuses the rename, it also refuses to replace the copy.
  }
}

/** Offers no copy after a new setup: taking the copy would lose that setup. */
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

/** Read-only, for a look beside the running app. */
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
    // Values that the file lacks come from the schema: an earlier version's file is not a fresh one.
    const store = new Store<Settings>({ name, cwd: profile, defaults: kept ?? freshSettings, configFileMode: 0o600 })
    // The library fills gaps only at the top level: an earlier version had fewer preferences.
    const whole = good?.settings ?? kept
    if (whole && !isDeepStrictEqual({ ...store.store }, whole)) store.store = whole
    return { notice: notice(), store }
  } catch (thrown) {
    if (reasonOf(thrown) === 'other') throw thrown
    return { notice: notice(), store: unwritable(kept ?? good?.settings ?? freshSettings, thrown) }
  }
}

/** A later version's file stays unchanged; changes last until the app quits. */
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

/** An atomic write leaves these files if the app is killed during it. */
function clearTemporary(profile: string): void {
  try {
    for (const entry of readdirSync(profile)) {
      if (/^settings\.(json|last-good\.json)\.tmp/.test(entry)) rmSync(join(profile, entry), { force: true })
    }
  } catch {
    // They do no harm in a read-only profile.
  }
}

/** @returns null for a missing or invalid file */
function readSettings(file: string): Settings | null {
  try {
    return settingsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** @returns the version of a later app's settings; null for anything else */
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
  /** When the copy was written, as shown to people. */
  at: string
}

const lastGoodIn = (profile: string) => join(profile, `${name}.last-good.json`)

function readLastGood(profile: string): LastGood | null {
  const settings = readSettings(lastGoodIn(profile))
  return settings && { settings, at: statSync(lastGoodIn(profile)).mtime.toLocaleString('en-GB') }
}

/** Written after the settings, whole or not at all, if a start accepts them. A refusing disk loses only the copy. */
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
