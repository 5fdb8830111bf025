import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors'
import { MemoryStore } from '../secrets/memory-store'
import type { Place } from '../../shared/workspaces/place'
import { freshSettings, Unwritten, type Settings } from '../settings/settings-schema'
import { Pins } from './pins'

const place: Place = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'default' }
const key = 'HRIS:a'
const origin = 'https://api.example.com'
const account = `${place.workspaceId}:default:connector:a`

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
    await pins.set(place, key, { token: 'ct_one', origin })
    await pins.set(place, key, { token: 'ct_two', origin })
    expect([pins.keys(place), await pins.read(account, origin)]).toEqual([[key], 'ct_two'])
    await pins.set(place, key, null)
    expect([pins.keys(place), secrets.secrets.size]).toEqual([[], 0])
  })

  it('is read for the origin it came from only', async () => {
    await pins.set(place, key, { token: 'ct_one', origin })
    expect(await pins.read(account, 'https://eu.example.com')).toBeNull()
  })

  it('is not kept where no settings can name it', async () => {
    failToWrite = true
    await expect(pins.set(place, key, { token: 'ct_one', origin })).rejects.toMatchObject({ code: 'file-refused' })
    expect([pins.keys(place), secrets.secrets.size]).toEqual([[], 0])
  })

  it('has no name where the keychain does not take it', async () => {
    vi.spyOn(secrets, 'set').mockRejectedValue(new AppError('keychain-locked', 'Locked.'))
    await expect(pins.set(place, key, { token: 'ct_one', origin })).rejects.toMatchObject({ code: 'keychain-locked' })
    expect(pins.keys(place)).toEqual([])
  })

  it('is taken out where the settings cannot be written, too', async () => {
    await pins.set(place, key, { token: 'ct_one', origin })
    failToWrite = true
    await pins.set(place, key, null)
    expect([pins.keys(place), secrets.secrets.size]).toEqual([[], 0])
  })
})
