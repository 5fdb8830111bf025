import { expect, it } from 'vitest'
import { personWho } from '../guard/testing'
import type { Updates } from '../../shared/updates/update'
import type { Context } from '../base/room'
import { updateHandlers } from './room'

const context: Context = { owner: 1, emit: () => undefined }

function tested(agrees: boolean, change: Partial<Updates> = {}) {
  const set: string[] = []
  const now: Updates = {
    address: 'https://a.example',
    managed: false,
    oldSince: null,
    state: { kind: 'unchecked' },
    ...change
  }
  const same = async () => now
  const updates = { now, check: same, download: same, cancel: () => now, showFile: same }
  const setAddress = async (address: string) => {
    set.push(address)
    return now
  }
  const { acts, confirmer } = personWho(() => agrees)
  const handlers = updateHandlers({ ...updates, setAddress }, confirmer)
  return { acts, set, ask: (address: string) => handlers['updates:setAddress']({ address }, context) }
}

it('@attack another update folder is asked only after a person agreed, with its whole address', async () => {
  const { acts, set, ask } = tested(false)
  await expect(ask('https://evil.example/x')).rejects.toMatchObject({ code: 'cancelled' })
  expect(acts).toMatchObject([
    { title: 'Ask evil.example for updates?', facts: [['Update folder', 'https://evil.example/x']], requests: [] }
  ])
  expect(set).toEqual([])
})

it('one that was agreed to is set; the same and one that cannot be asked need no question', async () => {
  const { acts, set, ask } = tested(true)
  await ask('https://b.example')
  for (const address of ['https://a.example/', 'http://b.example']) await ask(address)
  expect(set).toEqual(['https://b.example', 'https://a.example/', 'http://b.example'])
  expect(acts).toHaveLength(1)
})

it('@attack updates are turned off only after a person agreed', async () => {
  const { acts, set, ask } = tested(false)
  await expect(ask(' ')).rejects.toMatchObject({ code: 'cancelled' })
  expect(acts).toMatchObject([
    { title: 'Turn updates off?', facts: [['Update folder until now', 'https://a.example']] }
  ])
  expect(set).toEqual([])
  const off = tested(false, { address: '' })
  await off.ask('')
  expect(off.acts).toEqual([])
})

it('where the organization manages it, nothing is asked', async () => {
  const { acts, set, ask } = tested(true, { managed: true })
  await ask('https://b.example')
  expect([acts, set]).toEqual([[], ['https://b.example']])
})
