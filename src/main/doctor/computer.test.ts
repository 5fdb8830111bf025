import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import Database from 'libsql'
import { inspectHistory } from '../store/inspect'
import { openDatabase } from '../store/open'
import {
  lookAtPolicy,
  lookAtVariables,
  lookAtCertificates,
  lookAtDisk,
  lookAtHistory,
  lookAtKeychain,
  lookAtTeam
} from './computer'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'desk-doctor-'))))
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true })
})

describe('@fault the history', () => {
  const file = () => join(folder, 'history.db')
  const look = (keeping: Parameters<typeof lookAtHistory>[1] = null) => lookAtHistory(inspectHistory(file()), keeping)
  const make = () => openDatabase({ file: file(), now: 1 }).database

  it('is well while the app has it open, and is not changed', () => {
    const database = make()
    expect(look()).toMatchObject({ state: 'ok' })
    database.close()
  })

  it('need not be there', () => expect(look()).toMatchObject({ state: 'ok', words: 'No history yet.' }))

  it.each([
    ['is no database', () => writeFileSync(file(), 'x'.repeat(8_192)), /cannot be opened/],
    ['is full of zero bytes', () => writeFileSync(file(), Buffer.alloc(8_192)), /cannot be opened|Tables are missing/],
    ['lacks a table', () => make().exec('DROP TABLE ledger'), /Tables are missing: ledger/]
  ])('that %s is a fault', (_, damage, words) => {
    damage()
    expect(look()).toMatchObject({ state: 'fault', words: expect.stringMatching(words) })
  })

  it('of a newer version is left alone, and said', () => {
    make().exec('PRAGMA user_version = 99')
    expect(look()).toMatchObject({ state: 'warning', words: expect.stringContaining('newer version') })
  })

  it('that the running app cannot keep is a fault, and one that was set aside is reported', () => {
    make().close()
    const kept = { keeping: 'yes', reason: null, message: '', setAside: null } as const
    expect(look({ ...kept, keeping: 'no', reason: 'disk-full', message: 'The disk is full.' })).toMatchObject({
      state: 'fault',
      words: 'The disk is full.'
    })
    expect(look({ ...kept, setAside: 'history.db.unreadable-1' })).toMatchObject({ state: 'warning' })
  })

  it('that is damaged inside is a fault', () => {
    const database = make()
    const insert = database.prepare('INSERT INTO workspace_name (workspace, name) VALUES (?, ?)')
    for (let at = 0; at < 3_000; at++) insert.run([`workspace ${at}`, 'x'.repeat(50)])
    database.pragma('wal_checkpoint(TRUNCATE)')
    database.close()
    const raw = new Database(file())
    const [{ page_count: pages } = { page_count: 0 }] = raw.pragma('page_count') as { page_count: number }[]
    raw.close()
    const bytes = Buffer.alloc((pages - 4) * 4_096)
    writeFileSync(file(), Buffer.concat([readFileSync(file()).subarray(0, 4 * 4_096), bytes]))
    expect(look()).toMatchObject({ state: 'fault' })
  })
})

describe('@fault the disk', () => {
  it('that takes a file is well, and keeps none of it', async () => {
    expect(await lookAtDisk(folder, '~/profile')).toMatchObject({
      state: 'ok',
      facts: [
        ['Profile', '~/profile'],
        ['Free', expect.stringMatching(/GB$/)]
      ]
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('that takes none is a fault, and the path is shown as it was asked to be', async () => {
    writeFileSync(join(folder, 'in-the-way'), '')
    const found = await lookAtDisk(join(folder, 'in-the-way'), '~/profile')
    expect(found).toMatchObject({ state: 'fault', words: expect.stringContaining('cannot be written to') })
    expect(JSON.stringify(found)).not.toContain(folder)
  })
})

describe('@fault the keychain', () => {
  const name = 'GNOME Keyring'
  it.each([
    ['unlocked', true, 'ok'],
    ['locked', true, 'fault'],
    ['locked', false, 'warning'],
    ['missing', true, 'fault'],
    ['missing', false, 'warning']
  ] as const)('%s, with a token in it: %s', (state, holdsTokens, found) => {
    expect(lookAtKeychain({ state, name, reason: 'It said so.' }, holdsTokens)).toMatchObject({ state: found })
  })
})

describe('the team’s database', () => {
  it('that is closed is well, and one that is not connected is not tested', () => {
    expect(lookAtTeam('desk', [])).toMatchObject({ state: 'ok' })
    expect(lookAtTeam('desk', null)).toMatchObject({ state: 'skipped', words: expect.stringContaining('Settings') })
  })

  it('@attack that is open is a warning with each thing, and with what its administrator runs', () => {
    expect(lookAtTeam('desk', ['functions', 'temporary'])).toEqual({
      state: 'warning',
      words: 'Accounts of the team’s database may do more than they should.',
      next: expect.stringContaining('connector-desk team sql | psql --set ON_ERROR_STOP=1 --dbname desk ('),
      facts: [
        ['Open', expect.stringContaining('may run the team’s functions')],
        ['Open', 'Every account may make temporary tables.']
      ]
    })
  })

  it('@attack whose name would be more than a name to a shell is quoted', () => {
    const { next } = lookAtTeam(`x'; rm -rf ~ #`, ['connect'])
    expect(next).toContain(`--dbname 'x'\\''; rm -rf ~ #' (`)
    expect(lookAtTeam('-c', ['connect']).next).toContain(`--dbname '-c' (`)
  })
})

describe('@fault variables of the environment', () => {
  it('that make connections less safe are reported, with what to do', () => {
    const found = lookAtVariables({ NODE_TLS_REJECT_UNAUTHORIZED: '0', PATH: '/bin' })
    expect(found).toMatchObject({
      state: 'warning',
      words: expect.stringMatching(/NODE_TLS_REJECT_UNAUTHORIZED asks .* This app ignores it/),
      facts: [['NODE_TLS_REJECT_UNAUTHORIZED', expect.stringMatching(/^0 /)]]
    })
  })

  it('that name a proxy are shown without its password', () => {
    const found = lookAtVariables({ https_proxy: 'http://me:secret-pass@proxy.test:8080' })
    expect(found).toMatchObject({
      state: 'ok',
      facts: [['https_proxy', expect.stringContaining('//…@proxy.test:8080')]]
    })
    expect(JSON.stringify(found)).not.toContain('secret-pass')
  })
})

it.each(['me:secret-pass@proxy.test:8080', 'http://me:secret/pass@proxy.test', 'http://me:a@secret#pass@proxy.test'])(
  '@attack a proxy’s name and password are not shown however they are written: %s',
  (value) => {
    const shown = JSON.stringify(lookAtVariables({ HTTPS_PROXY: value }))
    expect(shown).toContain('…@proxy.test')
    expect(shown).not.toMatch(/secret|pass|me:/)
  }
)

it('@fault a chosen CA that expires soon is reported', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  const chosen = {
    fingerprint: 'AB',
    subject: 'Proxy CA',
    issuer: 'Proxy CA',
    file: 'ca.pem',
    managed: false,
    validTo: now + 86_400_000
  }
  expect(lookAtCertificates([chosen], now)).toMatchObject({
    state: 'warning',
    words: '“Proxy CA”, which was chosen in Settings, expires on 2 Mar 2026.'
  })
  expect(lookAtCertificates([{ ...chosen, managed: true }], now)).toMatchObject({
    words: '“Proxy CA”, which your organization chose, expires on 2 Mar 2026.',
    next: expect.stringContaining('administrator')
  })
  expect(lookAtCertificates([], now)).toMatchObject({ state: 'ok' })
})

describe('the policy of the organization', () => {
  const source = '/etc/connector-desk/policy.json'

  it('is shown key by key, and none is no fault', () => {
    expect(lookAtPolicy(null)).toMatchObject({ state: 'ok' })
    const settings = {
      'lock.minutes': { value: 15 as const, locked: true },
      'network.proxy': { value: { mode: 'fixed' as const, address: 'http://p.test:8080' }, locked: true as const },
      'retention.room': { value: 500 as const, locked: false }
    }
    expect(lookAtPolicy({ source, problems: [], settings })).toMatchObject({
      state: 'ok',
      facts: [
        ['Source', source],
        ['lock.minutes', 'after 15 minutes (locked)'],
        ['network.proxy', 'http://p.test:8080 (locked)'],
        ['retention.room', '500 MB']
      ]
    })
  })

  it('@fault that cannot be used is a fault that names its keys', () => {
    const problems = [{ key: 'lock.minutes', words: 'Too much.' }]
    expect(lookAtPolicy({ source, problems, settings: {} })).toMatchObject({
      state: 'fault',
      next: expect.stringContaining(source),
      facts: [['lock.minutes', 'Too much.']]
    })
  })
})
