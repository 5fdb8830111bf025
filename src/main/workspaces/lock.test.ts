import { beforeEach, describe, expect, it } from 'vitest'
import type { KeychainState } from '../../shared/workspaces/workspace'
import { Jobs, reporterOf } from '../base/jobs'
import { Lock } from './lock'

let jobs: Jobs
let keychain: KeychainState
let kept: boolean
let done: string[]
let lock: Lock
beforeEach(() => {
  jobs = new Jobs()
  keychain = { state: 'unlocked', name: 'The keychain' }
  kept = true
  done = []
  lock = new Lock({
    jobs,
    keychain: { check: async () => keychain },
    inKeychain: () => kept,
    forget: () => done.push('forgotten'),
    changed: () => done.push(lock.state ? 'locked' : 'open'),
    now: () => 42
  })
})

function job(id: string, left: boolean) {
  let end = () => {}
  const ended = jobs.run(id, 1, 'x', (signal) => {
    if (left) reporterOf(signal)?.left()
    return new Promise<string>((resolve) => {
      end = () => resolve('ended')
      signal.addEventListener('abort', () => resolve('aborted'))
    })
  })
  return { ended, end: () => end() }
}

describe('@attack locking', () => {
  it('stops what reads, follows what may have changed something, and then forgets the tokens', async () => {
    const refresh = job('walk', false)
    const write = job('write', true)
    const locked = lock.lock('idle')
    expect(lock.state).toEqual({ reason: 'idle', at: 42, stopped: 1, followed: 1 })
    expect(await refresh.ended).toBe('aborted')
    expect(done).toEqual(['locked'])
    write.end()
    await locked
    expect(await write.ended).toBe('ended')
    expect(done).toEqual(['locked', 'forgotten'])
  })

  it('refuses every question meanwhile, and none after', async () => {
    expect(() => lock.guard()).not.toThrow()
    await lock.lock('suspend')
    expect(() => lock.guard()).toThrow(expect.objectContaining({ code: 'app-locked' }))
    await lock.unlock()
    expect(() => lock.guard()).not.toThrow()
  })

  it('is done once, and keeps why it was first', async () => {
    await lock.lock('screen')
    await lock.lock('idle')
    expect(lock.state?.reason).toBe('screen')
    expect(done).toEqual(['locked', 'forgotten'])
  })

  it.each(['locked', 'missing'] as const)('stays while the keychain that holds tokens is %s', async (state) => {
    await lock.lock('asked')
    keychain = { state, name: 'The keychain', reason: 'Unlock it.' }
    await expect(lock.unlock()).rejects.toMatchObject({ code: `keychain-${state}`, message: 'Unlock it.' })
    expect(lock.state).not.toBeNull()
    kept = false
    await lock.unlock()
    expect(lock.state).toBeNull()
  })

  it('forgets nothing where it was unlocked before the last write ended', async () => {
    const write = job('write', true)
    const locked = lock.lock('asked')
    await lock.unlock()
    write.end()
    await locked
    expect(done).toEqual(['locked', 'open'])
  })

  it('keeps the tokens for a write of a later lock when one of an earlier lock ends', async () => {
    const first = job('first', true)
    const locked = lock.lock('asked')
    await lock.unlock()
    const later = job('later', true)
    const again = lock.lock('suspend')
    first.end()
    await locked
    expect(done).toEqual(['locked', 'open', 'locked'])
    later.end()
    await again
    expect(done).toEqual(['locked', 'open', 'locked', 'forgotten'])
  })

  it('drops again what was asked before, is no job, and ends only after', async () => {
    const write = job('write', true)
    const locked = lock.lock('idle')
    lock.late()
    expect(done).toEqual(['locked'])
    write.end()
    await locked
    lock.late()
    expect(done).toEqual(['locked', 'forgotten', 'forgotten'])
    await lock.unlock()
    lock.late()
    expect(done).toEqual(['locked', 'forgotten', 'forgotten', 'open'])
  })
})
