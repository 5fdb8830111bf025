import { beforeEach, describe, expect, it } from 'vitest'
import { BriefCopy, briefMs } from './brief-copy'

let text: string
let naps: { ms: number; end: () => void }[]
let copied: BriefCopy
beforeEach(() => {
  text = 'before'
  naps = []
  const sleep = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('over')))
      naps.push({ ms, end: resolve })
    })
  copied = new BriefCopy({ read: () => text, write: (copy) => (text = copy), clear: () => (text = '') }, { sleep })
})

const settle = () => new Promise((resolve) => setImmediate(resolve))
const after = async (nap: number) => {
  naps[nap]?.end()
  await settle()
}

describe('@attack a link token in the clipboard', () => {
  it('is taken out after a minute', async () => {
    copied.copy('lt_secret')
    expect(text).toBe('lt_secret')
    expect(naps[0]?.ms).toBe(briefMs)
    await after(0)
    expect(text).toBe('')
  })

  it('stays out of the way of what was copied since', async () => {
    copied.copy('lt_secret')
    text = 'something else'
    await after(0)
    expect(text).toBe('something else')
  })

  it('has a minute of its own where it is copied again', async () => {
    copied.copy('lt_one')
    copied.copy('lt_two')
    await after(0)
    expect(text).toBe('lt_two')
    await after(1)
    expect(text).toBe('')
  })

  it('is taken out at once at the end of the app, and once only', async () => {
    copied.copy('lt_secret')
    await copied.clear()
    expect(text).toBe('')
    text = 'lt_secret'
    await copied.clear()
    await after(0)
    expect(text).toBe('lt_secret')
  })
})
