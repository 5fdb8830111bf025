import type * as nodeFs from 'node:fs'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Workspace } from '../../shared/workspaces/workspace'
import { openSettings } from './settings'
import { freshSettings, settingsSchema, Unwritten } from './settings-schema'

/** The disk's error for every write; null for none. */
const disk = vi.hoisted(() => ({ says: null as string | null }))
vi.mock('electron-store', () => ({
  // The real library asks Electron for the profile.
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
      // A full disk can rename, a read-only one cannot.
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

  it.each(['', '{', 'null', '[]', '\0', '{"version":1}', '{"version":"two"}'])(
    'sets %j aside, and starts from defaults',
    (content) => {
      writeFileSync(join(folder, 'settings.json'), content)
      const { settings, notice } = openSettings(folder)
      const setAside = /set aside as (\S+);/.exec(notice ?? '')?.[1]
      expect(readFileSync(setAside ?? '', 'utf8')).toBe(content)
      expect(settings.get()).toEqual(freshSettings)
    }
  )

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
    const unsaved = vi.fn()
    const { settings } = openSettings(folder, unsaved)
    expect(settings.get()).toEqual({ ...freshSettings, ...refreshEvery(5) })
    expect(() => settings.update(refreshEvery(0))).toThrow(Unwritten)
    expect(unsaved).not.toHaveBeenCalled()
    settings.update(refreshEvery(0), 'for-now')
    settings.update({ activeWorkspaceId: null }, 'for-now')
    expect(unsaved).toHaveBeenCalledTimes(1)
    expect(settings.get()).toMatchObject(refreshEvery(0))
  })

  it('writes held changes with the next change that can be written', () => {
    const { settings } = openSettings(folder)
    disk.says = 'ENOSPC'
    settings.update(refreshEvery(5), 'for-now')
    disk.says = null
    settings.update({ historyKeyStored: true })
    expect(openSettings(folder).settings.get()).toMatchObject({ ...refreshEvery(5), historyKeyStored: true })
    expect(readdirSync(folder).sort()).toEqual(['settings.json', 'settings.last-good.json'])
  })

  const workspace = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'eu' as const, key: 'HRIS:a' }

  it('restores the last good copy in place of a broken file, and says how old it is', () => {
    const file = join(folder, 'settings.json')
    openSettings(folder).settings.update({ pins: [workspace] })
    writeFileSync(file, JSON.stringify({ ...freshSettings, window: { width: 'wide' } }))
    const { settings, notice } = openSettings(folder)
    expect(settings.get().pins).toEqual([workspace])
    expect(notice).toMatch(/set aside as \S+; tokens are untouched. The last good copy, of .*\d, was restored.$/)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pins: [workspace] })
    settings.update(refreshEvery(5))
    expect(openSettings(folder)).toMatchObject({ notice: null })
    expect(openSettings(folder).settings.get()).toMatchObject({ pins: [workspace], ...refreshEvery(5) })
  })

  it('leaves what a newer version wrote as it is, names it, and starts with its own copy', () => {
    const file = join(folder, 'settings.json')
    openSettings(folder).settings.update({ pins: [workspace] })
    const newer = JSON.stringify({ version: 99, everything: 'else' })
    writeFileSync(file, newer)
    const unsaved = vi.fn()
    const { settings, notice } = openSettings(folder, unsaved)
    expect(notice).toContain(`of version 99, and this app knows version 1: the file is left as it is, ${file}.`)
    expect(settings.get().pins).toEqual([workspace])
    expect(() => settings.update(refreshEvery(5))).toThrow(Unwritten)
    settings.update(refreshEvery(5), 'for-now')
    expect(settings.get()).toMatchObject(refreshEvery(5))
    expect(readFileSync(file, 'utf8')).toBe(newer)
    expect(readdirSync(folder)).toHaveLength(2)
  })

  const practice: Workspace = {
    ...{ id: '00000000-0000-4000-8000-000000000002', name: 'Acme', baseUrl: 'https://a.example', euBaseUrl: null },
    kind: 'live',
    region: 'default',
    tokens: { default: 'keychain', eu: 'none' }
  }

  it('@fault refuses to write what the next start would refuse, and keeps file and copy as they are', () => {
    const { settings } = openSettings(folder)
    settings.update({ workspaces: [practice] })
    const broken = { window: { '[token]': 900 } } as unknown as Partial<typeof freshSettings>
    expect(() => settings.update(broken)).toThrow('would not be readable')
    for (const file of ['settings.json', 'settings.last-good.json'])
      expect(settingsSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))).workspaces).toEqual([practice])
    expect(openSettings(folder)).toMatchObject({ notice: null, offered: null })
  })

  it('@fault keeps no copy of a file that the schema refuses', () => {
    openSettings(folder).settings.update({ workspaces: [practice] })
    const copy = readFileSync(join(folder, 'settings.last-good.json'), 'utf8')
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ ...freshSettings, workspaces: [{ '[token]': 1 }] }))
    const { settings } = openSettings(folder)
    expect(settings.get().workspaces).toEqual([practice])
    expect(JSON.parse(readFileSync(join(folder, 'settings.last-good.json'), 'utf8'))).toEqual(JSON.parse(copy))
  })

  describe('@fault where the settings are missing and the last good copy stands', () => {
    beforeEach(() => {
      openSettings(folder).settings.update({ workspaces: [practice] })
      rmSync(join(folder, 'settings.json'))
    })

    it('offers the copy, and takes it when the operator says so', () => {
      const { settings, notice, offered } = openSettings(folder)
      expect([settings.get().workspaces, notice, offered?.workspaces]).toEqual([[], null, 1])
      offered?.take()
      expect(settings.get().workspaces).toEqual([practice])
      const again = openSettings(folder)
      expect([again.settings.get().workspaces, again.offered]).toEqual([[practice], null])
    })

    it('offers it again until it is taken, whatever is changed meanwhile', () => {
      openSettings(folder).settings.update(refreshEvery(5))
      const { offered } = openSettings(folder)
      expect(offered?.workspaces).toBe(1)
    })

    it('leaves it where it is once something was set up anew', () => {
      const { settings, offered } = openSettings(folder)
      settings.update({ workspaces: [{ ...practice, name: 'Other' }] })
      expect(openSettings(folder).offered).toBeNull()
      expect(JSON.parse(readFileSync(offered?.file ?? '', 'utf8'))).toMatchObject({ workspaces: [practice] })
      rmSync(join(folder, 'settings.json'))
      expect(openSettings(folder).offered).toMatchObject({ workspaces: 1 })
      expect(readdirSync(folder).filter((name) => name.startsWith('settings.offered'))).toHaveLength(2)
    })

    it.each(['EROFS', 'ENOSPC'])('leaves it where the disk takes nothing (%s)', (code) => {
      disk.says = code
      openSettings(folder)
      disk.says = null
      expect(openSettings(folder).offered?.workspaces).toBe(1)
    })
  })

  it('clears what writes that were cut off left behind', () => {
    openSettings(folder).settings.update(refreshEvery(5))
    for (const name of ['settings.json.tmp-1a2b', 'settings.last-good.json.tmp']) writeFileSync(join(folder, name), '{')
    writeFileSync(join(folder, 'other.tmp-1'), '')
    openSettings(folder)
    expect(readdirSync(folder).sort()).toEqual(['other.tmp-1', 'settings.json', 'settings.last-good.json'])
  })

  it('throws what is not an error of the disk', () => {
    disk.says = 'a mistake'
    expect(() => openSettings(folder)).toThrow('a mistake')
  })
})

/** Written by released versions of the app. */
const released = join(import.meta.dirname, '../testing/released')
const kept = readdirSync(released).filter((name) => name.startsWith('settings-'))

describe('settings of an earlier version', () => {
  it('are kept for the tests', () => {
    expect(kept).toContain('settings-0.1.0.json')
  })

  it.each(kept)('%s are read and written again, with all that was in them', (name) => {
    const text = readFileSync(join(released, name), 'utf8')
    writeFileSync(join(folder, 'settings.json'), text)
    const { settings, notice } = openSettings(folder)
    expect(notice).toBeNull()
    expect(settings.get()).toMatchObject(JSON.parse(text) as object)
    settings.update({ activeWorkspaceId: null })
    expect(openSettings(folder).settings.get()).toEqual({ ...settings.get(), activeWorkspaceId: null })
    expect(settingsSchema.parse(settings.get())).toEqual(settings.get())
  })
})
