import { beforeEach, describe, expect, it } from 'vitest'
import type { Workspace } from '../../shared/workspaces/workspace'
import { MemoryStore } from '../secrets/memory-store'
import { bindTokens } from './bind-tokens'
import { freshSettings, type Settings } from '../settings/settings-schema'

const id = '00000000-0000-4000-8000-000000000001'
const workspace: Workspace = {
  id,
  name: 'Harbourline',
  kind: 'live',
  baseUrl: 'https://api.example.com/v1',
  euBaseUrl: 'https://eu.example.com',
  region: 'default',
  tokens: { default: 'keychain', eu: 'shared' }
}
const ofDefault = '{"origin":"https://api.example.com","token":"raw"}'
const ofEu = '{"origin":"https://eu.example.com","token":"raw"}'

let settings: Settings
let secrets: MemoryStore
const store = {
  get: () => settings,
  update: (change: Partial<Settings>) => void (settings = { ...settings, ...change })
}
const bind = () => bindTokens(store, secrets)

/** Entries of an earlier version have no origin. */
beforeEach(() => {
  settings = { ...freshSettings, tokensBound: false, workspaces: [workspace] }
  secrets = new MemoryStore()
  secrets.secrets.set(`${id}:default`, 'raw')
})

describe('tokens that an earlier version kept', () => {
  it('are bound to the addresses of their workspace, and EU gets an entry of its own', async () => {
    settings.pins = [{ workspaceId: id, region: 'default', key: 'HRIS:a' }]
    secrets.secrets.set(`${id}:default:connector:a`, 'raw')
    expect(await bind()).toBe(true)
    expect(Object.fromEntries(secrets.secrets)).toMatchObject({
      [`${id}:default`]: ofDefault,
      [`${id}:eu`]: ofEu,
      [`${id}:default:connector:a`]: ofDefault
    })
    expect(settings).toMatchObject({
      tokensBound: true,
      workspaces: [{ tokens: { default: 'keychain', eu: 'keychain' } }]
    })
  })

  it.each(['locked', 'missing'] as const)('wait for a keychain that is %s', async (state) => {
    secrets.state = state
    expect(await bind()).toBe(false)
    expect(settings).toMatchObject({ tokensBound: false, workspaces: [{ tokens: { eu: 'shared' } }] })
    secrets.state = 'unlocked'
    expect(await bind()).toBe(true)
    expect(secrets.secrets.get(`${id}:eu`)).toBe(ofEu)
  })

  it('are bound once: a start that was cut off goes on, and a second one changes nothing', async () => {
    await bind()
    settings = { ...settings, tokensBound: false, workspaces: [workspace] }
    await bind()
    expect(settings.workspaces[0]?.tokens.eu).toBe('keychain')
    settings = { ...settings, workspaces: [{ ...workspace, baseUrl: 'https://new.example.com' }] }
    await bind()
    expect(secrets.secrets.get(`${id}:default`)).toBe(ofDefault)
  })

  it('are asked for again where they are too long for one entry with their address', async () => {
    const long = 'x'.repeat(2_550)
    secrets.secrets.set(`${id}:default`, long)
    await bind()
    expect(secrets.secrets.get(`${id}:default`)).toBe(long)
    expect(settings.workspaces[0]?.tokens).toEqual({ default: 'keychain', eu: 'none' })
  })
})
