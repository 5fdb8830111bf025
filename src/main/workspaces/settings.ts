import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Store from 'electron-store'
import { reasonOf } from '../store/sqlite-errors'
import { freshSettings, settingsSchema, Unwritten, type Settings, type SettingsStore } from './settings-schema'

const name = 'settings'

/**
 * The settings file in the profile, mode 600, written atomically. A file that cannot be read is set aside under
 * another name first and reported: the library would otherwise throw, or overwrite it with nothing. Where the disk takes
 * nothing (read-only profile, full disk) the app starts all the same, with what can be read.
 *
 * @returns the settings, and what the operator must know of the file: null where it is sound
 * @param told when a change holds until the app quits, as the disk did not take it; once until it takes one again
 */
export function openSettings(
  profile: string,
  told: () => void = () => undefined
): { settings: SettingsStore; notice: string | null } {
  const { store, notice } = openStore(profile)
  let forNow: Partial<Settings> = {}
  const get = () => ({ ...store.store, ...forNow })
  return {
    notice,
    settings: {
      get,
      update: (change, unwritten) => {
        try {
          store.store = { ...get(), ...change }
          forNow = {}
        } catch (thrown) {
          if (reasonOf(thrown) === 'other') throw thrown
          if (unwritten !== 'for-now') throw new Unwritten()
          const isFirst = Object.keys(forNow).length === 0
          forNow = { ...forNow, ...change }
          if (isFirst) told()
        }
      }
    }
  }
}

function openStore(profile: string): { store: Pick<Store<Settings>, 'store'>; notice: string | null } {
  const file = join(profile, `${name}.json`)
  const kept = readSettings(file)
  const setAside = existsSync(file) && !kept ? `${file}.unreadable-${Date.now()}` : null
  const notice = () =>
    setAside &&
    `The settings could not be read. ${
      existsSync(setAside)
        ? `They were set aside as ${setAside}`
        : 'The disk takes no changes, so they were left as they are'
    }; tokens are untouched.`
  try {
    if (setAside) renameSync(file, setAside)
    const store = new Store<Settings>({ name, cwd: profile, defaults: freshSettings, configFileMode: 0o600 })
    return { notice: notice(), store }
  } catch (thrown) {
    if (reasonOf(thrown) === 'other') throw thrown
    const unwritten = {
      get store() {
        return kept ?? freshSettings
      },
      set store(_) {
        throw thrown
      }
    }
    return { notice: notice(), store: unwritten }
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
