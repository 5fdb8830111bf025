import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Finding } from '../../shared/doctor/finding'
import { promised } from '../base/promised'
import { openLog } from '../base/log'
import { lookAtPolicy } from '../doctor/computer'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { noPolicy, Policy } from '../policy/policy'
import { maskerOf } from '../secrets/testing'
import { callRow } from '../store/tables/activity/testing'
import { madeUpRow } from '../testing/made-up-rows'
import { freshSettings, type Settings } from '../settings/settings-schema'
import { knownNames } from './room'
import { SupportBundle, type SupportParts } from './support-bundle'

const secret = 'ct_s3cret+/token=="x"'
const home = '/home/ada.lovelace'
const finding: Finding = {
  id: '1',
  check: 'token',
  about: 'Workspace 1, Default, https://api.example.com',
  outcome: { state: 'fault', words: `The service refused ${secret}.`, next: '', facts: [['File', `${home}/ca.pem`]] }
}
const settings: Settings = {
  ...freshSettings,
  workspaces: [
    {
      ...{ id: place.workspaceId, name: 'Harbourline', kind: 'live', baseUrl: 'https://api.example.com' },
      ...{ euBaseUrl: null, region: 'default', tokens: { default: 'keychain', eu: 'none' } }
    }
  ],
  activeWorkspaceId: place.workspaceId,
  preferences: { ...freshSettings.preferences, operatorName: 'Ada Lovelace' },
  certificates: [{ file: 'ca.pem', pem: 'a certificate' }]
}

let test: TestHistory
let folder: string
let log: string
beforeEach(() => {
  test = testHistory()
  folder = mkdtempSync(join(tmpdir(), 'desk-support-'))
  log = join(folder, 'main.log')
  test.refresh([madeUpRow('a', start, { end_user: 'Umber Textiles', origin_id: 'umb-0001' })], start)
})
afterEach(() => {
  test.remove()
  rmSync(folder, { recursive: true })
})

const history = () => promised(() => test.history)

function bundle(change: Partial<SupportParts> = {}): SupportBundle {
  return new SupportBundle({
    built: {
      ...{ version: '1.2.3', commit: 'abc1234', sandboxed: true, packaged: true },
      runtime: { electron: '45.0.0', chrome: '148.0.0', node: '24.0.0' }
    },
    environment: { XDG_CURRENT_DESKTOP: 'GNOME' },
    settings: () => settings,
    log,
    home,
    findings: async () => [finding],
    sumCalls: history().sumCalls,
    names: async () => (await knownNames(settings, history(), noPolicy)).names,
    masker: maskerOf(secret),
    now: () => start,
    ...change
  })
}

async function saved(of: SupportBundle) {
  await of.collect(new AbortController().signal)
  const { fileName, zip } = of.collected
  const texts = Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]))
  return { fileName, texts, all: Object.values(texts).join('\n') }
}

describe('a support bundle', () => {
  it('is a zip with versions, findings, settings, counts, logs and what was taken out', async () => {
    openLog(log, (text) => text)('It broke')
    writeFileSync(`${log}.1`, 'Before\n')
    test.history.addCalls({ calls: [callRow(), callRow(), callRow({ status: 500, at: start })], operator: 'Ada' })
    const { fileName, texts } = await saved(bundle())
    expect(fileName).toBe('connector-desk-support-2026-03-10T120000Z.zip')
    expect(Object.keys(texts)).toEqual([
      ...['versions.json', 'doctor.txt', 'settings.json', 'activity.json', 'main.log', 'main.log.1', 'redaction.json']
    ])
    expect(JSON.parse(texts['versions.json'] ?? '')).toMatchObject({
      ...{ version: '1.2.3', commit: 'abc1234', desktop: { name: 'GNOME' } },
      runtime: { electron: '45.0.0' }
    })
    expect(texts['doctor.txt']).toContain('FAULT       Token: The service refused')
    expect(JSON.parse(texts['activity.json'] ?? '')).toEqual([
      { day: '2026-03-10', asker: 'connectors', mutation: false, outcome: 'failed', calls: 1, tries: 1 },
      { day: '2026-03-10', asker: 'connectors', mutation: false, outcome: 'ok', calls: 2, tries: 2 }
    ])
    expect(texts['main.log']).toMatch(/It broke\n$/)
    expect(texts['main.log.1']).toBe('Before\n')
  })

  it('@attack has no token, no name and no path with an account in it, and says how often one was taken out', async () => {
    const said = `Umber Textiles (umb-0001) of Harbourline: ${secret}, ${encodeURIComponent(secret)}, ${home}/notes`
    writeFileSync(log, `${said}, seen by Ada Lovelace\n`)
    const { texts, all } = await saved(bundle())
    for (const word of [secret, encodeURIComponent(secret), 'Umber', 'umb-0001', 'Harbourline', 'Lovelace', 'lovelace'])
      expect(all).not.toContain(word)
    expect(texts['main.log']).toBe('[name] ([name]) of [name]: [token], [token], ~/notes, seen by [name]\n')
    expect(JSON.parse(texts['redaction.json'] ?? '')).toMatchObject({
      takenOut: expect.arrayContaining([
        { file: 'main.log', tokens: 2, names: 4, homeFolders: 1 },
        { file: 'doctor.txt', tokens: 1, names: 0, homeFolders: 1 }
      ])
    })
  })

  it('keeps addresses among the settings, and of other texts and lists only the size', async () => {
    const { texts } = await saved(bundle())
    const summary = JSON.parse(texts['settings.json'] ?? '') as Record<string, unknown>
    expect(summary).toMatchObject({
      workspaces: [{ name: 'Workspace 1', baseUrl: 'https://api.example.com', tokens: { default: 'keychain' } }],
      activeWorkspace: 'Workspace 1',
      preferences: { lockMinutes: 60, operatorName: '[text of 12 characters]' },
      certificates: '[list of 1]'
    })
    expect(texts['settings.json']).not.toContain(place.workspaceId)
  })

  it('@attack holds no letter that the operator wrote, and no page of the dashboard', async () => {
    const relink = {
      pageAddress: 'https://dashboard.example.com/acme/{connector_id}',
      template: 'Dear Umbra, {relink_link}. Yours, Grace Hopper, +1 555 0100',
      remindAfterDays: 7 as const
    }
    const written = { ...settings, workspaces: settings.workspaces.map((one) => ({ ...one, relink })) }
    const { texts, all } = await saved(bundle({ settings: () => written }))
    for (const word of ['Umbra', 'Grace', '0100', 'acme']) expect(all).not.toContain(word)
    expect(JSON.parse(texts['settings.json'] ?? '')).toMatchObject({
      workspaces: [{ relink: { template: '[text of 59 characters]', remindAfterDays: 7 } }]
    })
  })

  it('has no name of a workspace that the organization allows', async () => {
    const allowed = [{ name: 'Quayside', baseAddress: 'https://api.example.com' }]
    const managed = new Policy({
      ...{ source: '/p', problems: [] },
      settings: { 'services.allowedWorkspaces': { value: allowed, locked: true } }
    })
    const found: Finding = { id: '2', check: 'policy', about: '', outcome: lookAtPolicy(managed.state) }
    const { texts } = await saved(
      bundle({
        findings: async () => [found],
        names: async () => (await knownNames(settings, history(), managed)).names
      })
    )
    expect(texts['doctor.txt']).toContain('[name] (https://api.example.com)')
    expect(texts['doctor.txt']).not.toContain('Quayside')
  })

  it('@attack is refused as a whole where a token is left in it, and keeps nothing to be saved', async () => {
    const knows = maskerOf(secret)
    const blind = { mask: (text: string) => text, nameOfLeak: knows.nameOfLeak.bind(knows) }
    const support = bundle({ masker: blind })
    const { signal } = new AbortController()
    await expect(support.collect(signal)).rejects.toMatchObject({
      code: 'leak-refused',
      message: expect.stringContaining('doctor.txt')
    })
    expect(() => support.collected).toThrow('Nothing was collected')
  })

  it('is made where the history cannot be read, but then without the log, whose names are not known', async () => {
    writeFileSync(log, 'Umber Textiles failed\n')
    const broken = () => Promise.reject(new Error('the thread is gone'))
    const { texts, all } = await saved(bundle({ names: broken, sumCalls: broken }))
    expect(texts['activity.json']).toContain('could not be read')
    expect(texts['main.log']).toMatch(/^Left out/)
    expect(texts['doctor.txt']).toContain('FAULT')
    expect(all).not.toContain('Umber')
  })

  it('is saved as it was shown, and shows the end of what is long', async () => {
    writeFileSync(log, `${'x'.repeat(30_000)}\nthe end\n`)
    const support = bundle()
    const files = await support.collect(new AbortController().signal)
    const shown = files.find(({ name }) => name === 'main.log')
    expect(shown).toMatchObject({ bytes: 30_009, text: expect.stringMatching(/^x{19991}\nthe end\n$/) })
    writeFileSync(log, 'changed since')
    expect(strFromU8(unzipSync(support.collected.zip)['main.log'] ?? new Uint8Array())).toHaveLength(30_009)
  })

  it('that is cancelled keeps nothing to be saved', async () => {
    const cancelling = new AbortController()
    const support = bundle({
      findings: async () => {
        cancelling.abort()
        return []
      }
    })
    await expect(support.collect(cancelling.signal)).rejects.toThrow()
    expect(() => support.collected).toThrow('Nothing was collected')
  })
})
