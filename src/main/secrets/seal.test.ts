import { expect, it } from 'vitest'
import { MemoryStore } from './memory-store'
import { freshSettings, Unwritten, type Settings } from '../workspaces/settings-schema'
import { keyFlagIn } from '../passthrough/library/library'
import { HistoryKey, historyKeyAccount, Seal, type SealState } from './seal'

const key = Buffer.alloc(32, 7)
const content = Buffer.from('{"salary":1}')

function setUp() {
  const secrets = new MemoryStore()
  const flag = { stored: false, get: () => flag.stored, set: (stored: boolean) => void (flag.stored = stored) }
  return { secrets, flag, nextRun: () => new HistoryKey(secrets, flag) }
}

const sealOf = (state: SealState): Seal => {
  if (!state.seal) throw new Error(state.why)
  return state.seal
}

it('opens what it sealed, and never seals twice alike', () => {
  const seal = new Seal(key)
  const records = [seal.seal('r1', content), seal.seal('r1', content)]
  for (const record of records) expect(seal.open('r1', record)).toEqual(content)
  expect(records[0]).not.toEqual(records[1])
  expect(records[0]?.includes('salary')).toBe(false)
  expect(seal.open('r0', seal.seal('r0', Buffer.alloc(0)))).toEqual(Buffer.alloc(0))
})

it('opens nothing that was changed, anywhere, or cut', () => {
  const seal = new Seal(key)
  const record = seal.seal('r1', content)
  for (let at = 0; at < record.length; at++) {
    const changed = Buffer.from(record)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => seal.open('r1', changed), `byte ${at}`).toThrow(expect.objectContaining({ code: 'internal' }))
  }
  for (const length of [0, 1, 28, record.length - 1]) {
    expect(() => seal.open('r1', record.subarray(0, length))).toThrow(expect.objectContaining({ code: 'internal' }))
  }
})

it('seals and opens large records in slices, in the same form', async () => {
  const seal = new Seal(key)
  for (const length of [0, 1, 2_000_000, 4_500_001]) {
    const large = Buffer.alloc(length, 'salary ')
    const record = await seal.sealLarge('r1', large)
    expect(seal.open('r1', record).equals(large)).toBe(true)
    expect((await seal.openLarge('r1', seal.seal('r1', large))).equals(large)).toBe(true)
    const last = record.length - 1
    record[last] = (record[last] ?? 0) ^ 1
    await expect(seal.openLarge('r1', record)).rejects.toMatchObject({ code: 'internal' })
    await expect(seal.openLarge('r2', record)).rejects.toMatchObject({ code: 'internal' })
  }
})

it('opens no record under another id or key', () => {
  const record = new Seal(key).seal('r1', content)
  expect(() => new Seal(key).open('r2', record)).toThrow()
  expect(() => new Seal(Buffer.alloc(32, 8)).open('r1', record)).toThrow()
})

it('makes its key once and finds it again in a later run', async () => {
  const { secrets, flag, nextRun } = setUp()
  const first = nextRun()
  const [one, two] = await Promise.all([first.state(), first.state()])
  expect(sealOf(one)).toBe(sealOf(two))
  expect(flag.stored).toBe(true)
  expect(secrets.secrets.size).toBe(1)
  const record = sealOf(one).seal('r1', content)
  expect(sealOf(await nextRun().state()).open('r1', record)).toEqual(content)
})

it.each(['locked', 'missing'] as const)(
  'replaces no key while the keychain is %s, and asks again later',
  async (state) => {
    const { secrets, nextRun } = setUp()
    await nextRun().state()
    const stored = secrets.secrets.get(historyKeyAccount)
    const run = nextRun()
    secrets.state = state
    expect(await run.state()).toEqual({ seal: null, why: `keychain-${state}` })
    expect(await run.startOver()).toEqual({ seal: null, why: `keychain-${state}` })
    expect(secrets.secrets.get(historyKeyAccount)).toBe(stored)
    secrets.state = 'unlocked'
    expect((await run.state()).seal).toBeInstanceOf(Seal)
    expect(secrets.secrets.get(historyKeyAccount)).toBe(stored)
  }
)

it('makes no key where there is no keychain', async () => {
  const { secrets, flag, nextRun } = setUp()
  secrets.state = 'missing'
  expect(await nextRun().state()).toEqual({ seal: null, why: 'keychain-missing' })
  expect([flag.stored, secrets.secrets.size]).toEqual([false, 0])
})

it('calls a key that is gone lost, and makes another only when asked', async () => {
  const { secrets, nextRun } = setUp()
  await nextRun().state()
  secrets.secrets.delete(historyKeyAccount)
  const run = nextRun()
  expect(await run.state()).toEqual({ seal: null, why: 'lost' })
  expect(secrets.secrets.size).toBe(0)
  expect((await run.startOver()).seal).toBeInstanceOf(Seal)
  expect((await run.state()).seal).toBeInstanceOf(Seal)
})

it('does not accept a stored key that is not a valid one', async () => {
  const { secrets, nextRun } = setUp()
  secrets.secrets.set(historyKeyAccount, 'short')
  expect(await nextRun().state()).toEqual({ seal: null, why: 'lost' })
  expect(secrets.secrets.get(historyKeyAccount)).toBe('short')
})

it('has a key where the settings cannot be written, the same in each run', async () => {
  const { secrets } = setUp()
  const update = (_: Partial<Settings>, unwritten?: 'for-now') => {
    if (unwritten !== 'for-now') throw new Unwritten()
  }
  const run = () => new HistoryKey(secrets, keyFlagIn({ get: () => freshSettings, update }))
  const sealed = sealOf(await run().state()).seal('r1', content)
  expect(sealOf(await run().state()).open('r1', sealed)).toEqual(content)
})
