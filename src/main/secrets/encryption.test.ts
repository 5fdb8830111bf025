import { expect, it } from 'vitest'
import { MemoryStore } from './memory-store'
import { freshSettings, Unwritten, type Settings } from '../settings/settings-schema'
import { keyFlagIn } from '../passthrough/library/library'
import { HistoryKey, historyKeyAccount, Encryption, type EncryptionState } from './encryption'

const key = Buffer.alloc(32, 7)
const content = Buffer.from('{"salary":1}')

function setUp() {
  const secrets = new MemoryStore()
  const flag = { stored: false, get: () => flag.stored, set: (stored: boolean) => void (flag.stored = stored) }
  return { secrets, flag, nextRun: () => new HistoryKey(secrets, flag) }
}

const encryptionOf = (state: EncryptionState): Encryption => {
  if (!state.encryption) throw new Error(state.why)
  return state.encryption
}

it('opens what it sealed, and never seals twice alike', () => {
  const encryption = new Encryption(key)
  const records = [encryption.encrypt('r1', content), encryption.encrypt('r1', content)]
  for (const record of records) expect(encryption.open('r1', record)).toEqual(content)
  expect(records[0]).not.toEqual(records[1])
  expect(records[0]?.includes('salary')).toBe(false)
  expect(encryption.open('r0', encryption.encrypt('r0', Buffer.alloc(0)))).toEqual(Buffer.alloc(0))
})

it('opens nothing that was changed, anywhere, or cut', () => {
  const encryption = new Encryption(key)
  const record = encryption.encrypt('r1', content)
  for (let at = 0; at < record.length; at++) {
    const changed = Buffer.from(record)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => encryption.open('r1', changed), `byte ${at}`).toThrow(expect.objectContaining({ code: 'internal' }))
  }
  for (const length of [0, 1, 28, record.length - 1]) {
    expect(() => encryption.open('r1', record.subarray(0, length))).toThrow(
      expect.objectContaining({ code: 'internal' })
    )
  }
})

it('seals and opens large records in slices, in the same form', async () => {
  const encryption = new Encryption(key)
  for (const length of [0, 1, 2_000_000, 4_500_001]) {
    const large = Buffer.alloc(length, 'salary ')
    const record = await encryption.encryptLarge('r1', large)
    expect(encryption.open('r1', record).equals(large)).toBe(true)
    expect((await encryption.openLarge('r1', encryption.encrypt('r1', large))).equals(large)).toBe(true)
    const last = record.length - 1
    record[last] = (record[last] ?? 0) ^ 1
    await expect(encryption.openLarge('r1', record)).rejects.toMatchObject({ code: 'internal' })
    await expect(encryption.openLarge('r2', record)).rejects.toMatchObject({ code: 'internal' })
  }
})

it('opens no record under another id or key', () => {
  const record = new Encryption(key).encrypt('r1', content)
  expect(() => new Encryption(key).open('r2', record)).toThrow()
  expect(() => new Encryption(Buffer.alloc(32, 8)).open('r1', record)).toThrow()
})

it('makes its key once and finds it again in a later run', async () => {
  const { secrets, flag, nextRun } = setUp()
  const first = nextRun()
  const [one, two] = await Promise.all([first.state(), first.state()])
  expect(encryptionOf(one)).toBe(encryptionOf(two))
  expect(flag.stored).toBe(true)
  expect(secrets.secrets.size).toBe(1)
  const record = encryptionOf(one).encrypt('r1', content)
  expect(encryptionOf(await nextRun().state()).open('r1', record)).toEqual(content)
})

it.each(['locked', 'missing'] as const)(
  'replaces no key while the keychain is %s, and asks again later',
  async (state) => {
    const { secrets, nextRun } = setUp()
    await nextRun().state()
    const stored = secrets.secrets.get(historyKeyAccount)
    const run = nextRun()
    secrets.state = state
    expect(await run.state()).toEqual({ encryption: null, why: `keychain-${state}` })
    expect(await run.startOver()).toEqual({ encryption: null, why: `keychain-${state}` })
    expect(secrets.secrets.get(historyKeyAccount)).toBe(stored)
    secrets.state = 'unlocked'
    expect((await run.state()).encryption).toBeInstanceOf(Encryption)
    expect(secrets.secrets.get(historyKeyAccount)).toBe(stored)
  }
)

it('makes no key where there is no keychain', async () => {
  const { secrets, flag, nextRun } = setUp()
  secrets.state = 'missing'
  expect(await nextRun().state()).toEqual({ encryption: null, why: 'keychain-missing' })
  expect([flag.stored, secrets.secrets.size]).toEqual([false, 0])
})

it('calls a key that is gone lost, and makes another only when asked', async () => {
  const { secrets, nextRun } = setUp()
  await nextRun().state()
  secrets.secrets.delete(historyKeyAccount)
  const run = nextRun()
  expect(await run.state()).toEqual({ encryption: null, why: 'lost' })
  expect(secrets.secrets.size).toBe(0)
  expect((await run.startOver()).encryption).toBeInstanceOf(Encryption)
  expect((await run.state()).encryption).toBeInstanceOf(Encryption)
})

it('does not accept a stored key that is not a valid one', async () => {
  const { secrets, nextRun } = setUp()
  secrets.secrets.set(historyKeyAccount, 'short')
  expect(await nextRun().state()).toEqual({ encryption: null, why: 'lost' })
  expect(secrets.secrets.get(historyKeyAccount)).toBe('short')
})

it('has a key where the settings cannot be written, the same in each run', async () => {
  const { secrets } = setUp()
  const update = (_: Partial<Settings>, unwritten?: 'for-now') => {
    if (unwritten !== 'for-now') throw new Unwritten()
  }
  const run = () => new HistoryKey(secrets, keyFlagIn({ get: () => freshSettings, update }))
  const encrypted = encryptionOf(await run().state()).encrypt('r1', content)
  expect(encryptionOf(await run().state()).open('r1', encrypted)).toEqual(content)
})
