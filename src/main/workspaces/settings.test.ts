import type * as nodeFs from 'node:fs'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openSettings } from './settings'
import { freshSettings, Unwritten } from './settings-schema'

/** What the disk says to every write; null for one that works. */
const disk = vi.hoisted(() => ({ says: null as string | null }))
vi.mock('electron-store', () => ({
  // The library itself asks Electron for the profile; what matters here is when it writes.
  default: class {
    #file: string
    constructor({ cwd, name, defaults }: { cwd: string; name: string; defaults: object }) {
      this.#file = join(cwd, `${name}.json`)
      this.store = { ...defaults, ...this.store }
    }
    get store(): object {
      try {
        return JSON.parse(readFileSync(this.#file, 'utf8')) as object
      } catch {
        return {}
      }
    }
    set store(value: object) {
      if (disk.says) throw Object.assign(new Error(disk.says), { code: disk.says })
      writeFileSync(this.#file, JSON.stringify(value))
    }
  }
}))

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof nodeFs>()
  return {
    ...fs,
    renameSync(from: string, to: string) {
      // A full disk renames, one that is read-only does not.
      if (disk.says === 'EROFS') throw Object.assign(new Error(disk.says), { code: disk.says })
      fs.renameSync(from, to)
    }
  }
})

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'connector-desk-'))))
afterEach(() => {
  disk.says = null
  rmSync(folder, { recursive: true })
})
const refreshEvery = (refreshMinutes: 0 | 5) => ({ preferences: { ...freshSettings.preferences, refreshMinutes } })

describe('openSettings', () => {
  it('finds what was written', () => {
    openSettings(folder).settings.update(refreshEvery(5))
    expect(openSettings(folder).settings.get()).toEqual({ ...freshSettings, ...refreshEvery(5) })
  })

  it.each(['', '{', 'null', '[]', '\0', '{"version":99}'])('sets %j aside, and begins anew', (content) => {
    writeFileSync(join(folder, 'settings.json'), content)
    const { settings, notice } = openSettings(folder)
    const setAside = /set aside as (\S+);/.exec(notice ?? '')?.[1]
    expect(readFileSync(setAside ?? '', 'utf8')).toBe(content)
    expect(settings.get()).toEqual(freshSettings)
  })

  it('says that they could not be read where the disk is full, too', () => {
    writeFileSync(join(folder, 'settings.json'), '{')
    disk.says = 'ENOSPC'
    const { notice } = openSettings(folder)
    expect(notice).toContain(`They were set aside as ${join(folder, 'settings.json.unreadable-')}`)
  })

  it('says so where they cannot be set aside either', () => {
    writeFileSync(join(folder, 'settings.json'), '{')
    disk.says = 'EROFS'
    expect(openSettings(folder).notice).toContain('could not be read. The disk takes no changes')
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  it.each(['EROFS', 'ENOSPC', 'EACCES'])('starts where nothing can be written (%s), with what can be read', (code) => {
    openSettings(folder).settings.update(refreshEvery(5))
    disk.says = code
    const told = vi.fn()
    const { settings } = openSettings(folder, told)
    expect(settings.get()).toEqual({ ...freshSettings, ...refreshEvery(5) })
    expect(() => settings.update(refreshEvery(0))).toThrow(Unwritten)
    expect(told).not.toHaveBeenCalled()
    settings.update(refreshEvery(0), 'for-now')
    settings.update({ activeWorkspaceId: null }, 'for-now')
    expect(told).toHaveBeenCalledTimes(1)
    expect(settings.get()).toMatchObject(refreshEvery(0))
  })

  it('writes what held for now with the next that can be written', () => {
    const { settings } = openSettings(folder)
    disk.says = 'ENOSPC'
    settings.update(refreshEvery(5), 'for-now')
    disk.says = null
    settings.update({ historyKeyStored: true })
    expect(openSettings(folder).settings.get()).toMatchObject({ ...refreshEvery(5), historyKeyStored: true })
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  it('throws what is no matter of the disk', () => {
    disk.says = 'a mistake'
    expect(() => openSettings(folder)).toThrow('a mistake')
  })
})
