import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Store from 'electron-store'
import { freshSettings, settingsSchema, type Settings, type SettingsStore } from './settings-schema'

const name = 'settings'

/**
 * The settings file in the profile, mode 600, written atomically. A file that cannot be read is set aside under
 * another name first and reported: the library would otherwise throw, or overwrite it with nothing.
 */
export function openSettings(profile: string): { settings: SettingsStore; setAside: string | null } {
  const file = join(profile, `${name}.json`)
  const setAside = existsSync(file) && !readable(file) ? `${file}.unreadable-${Date.now()}` : null
  if (setAside) renameSync(file, setAside)
  const store = new Store<Settings>({ name, cwd: profile, defaults: freshSettings, configFileMode: 0o600 })
  return {
    setAside,
    settings: {
      get: () => store.store,
      update: (change) => {
        store.store = { ...store.store, ...change }
      }
    }
  }
}

function readable(file: string): boolean {
  try {
    return settingsSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).success
  } catch {
    return false
  }
}
