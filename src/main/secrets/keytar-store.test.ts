import { describe, expect, it } from 'vitest'
import type { KeytarLink } from './keytar-link'
import { KeytarStore } from './keytar-store'

/** Processes that share one keyring. Each keeps asking its first keyring, as libsecret does. */
function setUp() {
  const keyring = { running: 1, locked: false, secrets: new Map<string, string>() }
  const links: { ended: boolean; killed: boolean }[] = []
  function link(): KeytarLink {
    const state = { ended: false, killed: false }
    let met = 0
    links.push(state)
    return {
      async ask({ method, args: [, account = '', secret = ''] }) {
        if (state.ended) throw new Error('The process ended.')
        met ||= keyring.running
        if (met === 0 || met !== keyring.running)
          throw new Error('The name :1.2 was not provided by any .service files')
        if (method === 'getPassword') return keyring.locked ? null : (keyring.secrets.get(account) ?? null)
        if (keyring.locked) throw new Error('Cannot create an item in a locked collection')
        if (method === 'deletePassword') return keyring.secrets.delete(account)
        keyring.secrets.set(account, secret)
        return undefined
      },
      ended: () => state.ended,
      end: () => (state.killed = true)
    }
  }
  return { keyring, links, store: new KeytarStore({ link: link(), newLink: async () => link() }) }
}

it('asks in a new process once the keyring it met was restarted, whatever is asked first', async () => {
  const { keyring, links, store } = setUp()
  await store.set('a', 'one')
  keyring.running = 2
  expect(await Promise.all([store.get('a'), store.check(), store.set('b', 'two')])).toMatchObject([
    'one',
    { state: 'unlocked' },
    undefined
  ])
  expect(links).toEqual([
    { ended: false, killed: true },
    { ended: false, killed: false }
  ])
  keyring.running = 3
  await store.delete('b')
  expect([...keyring.secrets.keys()]).toEqual(['a', 'keychain-check'])
  expect(links).toHaveLength(3)
})

it('says that a keyring is missing while it is, and finds it when it is back', async () => {
  const { keyring, links, store } = setUp()
  await store.set('a', 'one')
  keyring.running = 0
  for (let asked = 0; asked < 3; asked++) {
    expect(await store.check()).toMatchObject({
      state: 'missing',
      reason: expect.stringMatching(/^Start it, then check again\. .*not provided/)
    })
  }
  expect(links).toHaveLength(2)
  keyring.running = 2
  expect(await store.get('a')).toBe('one')
})

it('starts no process where no keyring ever answered, or one is locked', async () => {
  const { keyring, links, store } = setUp()
  keyring.running = 0
  await expect(store.get('a')).rejects.toMatchObject({ code: 'keychain-missing' })
  keyring.running = 1
  keyring.locked = true
  expect(await store.get('a')).toBeNull()
  await expect(store.set('a', 'one')).rejects.toMatchObject({ code: 'keychain-locked' })
  expect(links).toHaveLength(1)
})

it('goes on after its process crashed', async () => {
  const { keyring, links, store } = setUp()
  await store.set('a', 'one')
  keyring.running = 2
  await store.get('a')
  const [, second] = links
  if (second) second.ended = true
  expect(await store.get('a')).toBe('one')
})

describe('a keyring that hangs', () => {
  /** The first `hung` links never answer until the test allows it; also returns their reports. */
  function hangs(hung: number, newLink: boolean) {
    const asked: number[] = []
    const heard: boolean[] = []
    let wake = () => {}
    const woken = new Promise<void>((resolve) => (wake = resolve))
    const ended: number[] = []
    let made = 0
    const link = (): KeytarLink => {
      const number = ++made
      return {
        async ask() {
          asked.push(number)
          if (number <= hung) await woken
          return 'secret'
        },
        ended: () => false,
        end: () => ended.push(number)
      }
    }
    const store = new KeytarStore({
      link: link(),
      newLink: newLink ? async () => link() : null,
      limitMs: 30,
      heard: (answers) => heard.push(answers)
    })
    return { store, asked, heard, ended, wake }
  }
  const unanswered = { code: 'keychain-locked', message: expect.stringContaining('has not answered') }

  it('is given up after a while, for all who wait, and asked again in a new process', async () => {
    const { store, asked, heard, ended } = hangs(1, true)
    const questions = [store.get('a'), store.get('b'), store.set('c', 'd')]
    const outcomes = await Promise.allSettled(questions)
    expect(outcomes).toMatchObject(questions.map(() => ({ status: 'rejected', reason: unanswered })))
    expect(asked).toEqual([1])
    expect(heard).toEqual([false])
    expect(await store.get('a')).toBe('secret')
    expect([asked, ended]).toEqual([[1, 2], [1]])
  })

  it('gets one question at most where there is no other process, and its late answer counts', async () => {
    const { store, asked, heard, wake } = hangs(1, false)
    await expect(store.get('a')).rejects.toMatchObject(unanswered)
    for (let at = 0; at < 5; at++) await expect(store.get('b')).rejects.toMatchObject(unanswered)
    expect(await store.check()).toMatchObject({ state: 'locked', reason: expect.stringContaining('has not answered') })
    expect(asked).toEqual([1])
    expect(store.waits).toBe(true)
    wake()
    await expect.poll(() => heard).toEqual([false, true])
    expect(store.waits).toBe(false)
  })
})
