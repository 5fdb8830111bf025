import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors'
import { MemoryStore } from '../secrets/memory-store'
import type { Place } from '../../shared/model/place'
import { freshSettings, Unwritten, type Settings } from '../workspaces/settings-schema'
import { Pins } from './pins'

const place: Place = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'default' }
const key = 'HRIS:a'

let settings: Settings
let failToWrite: boolean
let secrets: MemoryStore
let pins: Pins
beforeEach(() => {
  settings = freshSettings
  failToWrite = false
  secrets = new MemoryStore()
  const store = {
    get: () => settings,
    update: (change: Partial<Settings>, unwritten?: 'for-now') => {
      if (failToWrite && unwritten !== 'for-now') throw new Unwritten()
      settings = { ...settings, ...change }
    }
  }
  pins = new Pins(store, secrets)
})

describe('a pin', () => {
  it('is kept, replaced and taken out', async () => {
    await pins.set(place, key, 'ct_one')
    await pins.set(place, key, 'ct_two')
    expect([pins.keys(place), [...secrets.secrets.values()]]).toEqual([[key], ['ct_two']])
    await pins.set(place, key, null)
    expect([pins.keys(place), secrets.secrets.size]).toEqual([[], 0])
  })

  it('is not kept where no settings can name it', async () => {
    failToWrite = true
    await expect(pins.set(place, key, 'ct_one')).rejects.toMatchObject({ code: 'file-refused' })
    expect([pins.keys(place), secrets.secrets.size]).toEqual([[], 0])
  })

  it('has no name where the keychain does not take it', async () => {
    vi.spyOn(secrets, 'set').mockRejectedValue(new AppError('keychain-locked', 'Locked.'))
    await expect(pins.set(place, key, 'ct_one')).rejects.toMatchObject({ code: 'keychain-locked' })
    expect(pins.keys(place)).toEqual([])
  })

  it('is taken out where the settings cannot be written, too', async () => {
    await pins.set(place, key, 'ct_one')
    failToWrite = true
    await pins.set(place, key, null)
    expect([pins.keys(place), secrets.secrets.size]).toEqual([[], 0])
  })
})
