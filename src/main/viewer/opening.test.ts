import { expect, it } from 'vitest'
import { TokenDigests } from '../secrets/token-digests'
import { Viewer } from './viewer'

const secret = 'ct_s3cret_of_harbour_foods'
const facts = { contentType: 'application/json', complete: true }

function known(): TokenDigests {
  const digests = new TokenDigests()
  digests.add(secret)
  return digests
}

/** Texts of 100 characters, 1.3 million in total. */
const rows = (change: (row: number) => string = () => '') =>
  Array.from({ length: 12_000 }, (_, row) => `row ${row} ${change(row)}`.padEnd(100, '.'))

const begin = (viewer: Viewer, text: string) => viewer.begin('a', Buffer.from(text), facts, known().shared)

const textOf = (viewer: Viewer, from: number, count = 1_000) =>
  viewer
    .lines('a', 'pretty', from, count)
    .lines.map(({ text }) => text)
    .join('\n')

it('has the first lines of a large body before all of it is read', async () => {
  const viewer = new Viewer()
  await begin(viewer, JSON.stringify(rows()))
  const { beginning, prettyLines, kind } = viewer.summary('a')
  expect([beginning, kind]).toEqual([true, 'json'])
  expect(prettyLines).toBeLessThan(2_000)
  const first = textOf(viewer, 0, 1_000)
  const { summary } = await viewer.whole('a')
  expect(summary).toEqual(viewer.summary('a'))
  expect(summary).toMatchObject({ kind: 'json', prettyLines: 12_002, values: 12_001 })
  expect(summary.beginning).toBeUndefined()
  expect(textOf(viewer, 0, 1_000)).toBe(first)
})

it('@attack shows no piece of a secret, wherever in a beginning or beyond it is', async () => {
  const text = JSON.stringify(rows((row) => (row % 5 === 0 ? secret : '')))
  // Moves unit by unit over the end of the beginning.
  for (let moved = 0; moved < 140; moved += 3) {
    const viewer = new Viewer()
    await begin(viewer, `${' '.repeat(moved)}${text}`)
    const { prettyLines } = viewer.summary('a')
    const shown = textOf(viewer, 0, prettyLines)
    expect(shown).toContain('[token]')
    expect(shown).not.toContain(secret.slice(0, 6))
    viewer.close('a')
  }
  const viewer = new Viewer()
  await begin(viewer, text)
  expect((await viewer.whole('a')).hidden).toEqual([secret])
  expect(textOf(viewer, 11_000)).not.toContain(secret.slice(0, 6))
  expect(viewer.summary('a').notices.join()).toContain('shown as [token]')
})

it('shows a body as text where its end is not JSON', async () => {
  const viewer = new Viewer()
  await begin(viewer, JSON.stringify(rows()).slice(0, -1))
  expect(viewer.summary('a')).toMatchObject({ kind: 'json', beginning: true })
  expect((await viewer.whole('a')).summary).toMatchObject({ kind: 'text', prettyLines: 0 })
})

it.each([
  ['small', '{"a":1}', 'json'],
  ['text', 'x '.repeat(600_000), 'text'],
  ['empty', '', 'empty']
])('opens a body that is %s at once', async (_, text, kind) => {
  const viewer = new Viewer()
  await begin(viewer, text)
  expect(viewer.summary('a')).toMatchObject({ kind })
  expect(viewer.summary('a').beginning).toBeUndefined()
})

it('does not bring back a body that was closed, or replaced, while it was read', async () => {
  const viewer = new Viewer()
  await begin(viewer, JSON.stringify(rows()))
  const whole = viewer.whole('a')
  viewer.open('a', Buffer.from('[7]'), { ...facts, hidden: [] })
  await whole
  expect(viewer.summary('a').values).toBe(2)
  await begin(viewer, JSON.stringify(rows()))
  const again = viewer.whole('a')
  viewer.close('a')
  await again
  expect(await viewer.has('a')).toBe(false)
})
