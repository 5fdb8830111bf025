import { expect, it } from 'vitest'
import { Viewer } from './viewer'
import { beginningOf } from './opening'

const text = JSON.stringify({
  'a,"]': [1, [2, { b: null }], 'x]}\\",'],
  c: { d: [], e: [[['f']]] },
  g: [{ h: 1.5 }, { h: -2 }],
  i: 'end'
})

it('is JSON wherever it is cut, and its pretty lines are the first ones of the whole', () => {
  const whole = JSON.stringify(JSON.parse(text), null, 2).split('\n')
  for (let length = 1; length < text.length; length++) {
    const beginning = beginningOf(text.slice(0, length))
    if (beginning === '') continue
    const lines = JSON.stringify(JSON.parse(beginning), null, 2).split('\n')
    // The last item here may have a comma.
    const held = lines.filter((line) => !/^ *[\]}],?$/.test(line))
    for (const [at, line] of held.entries()) {
      const same = whole.filter((one) => !/^ *[\]}],?$/.test(one))[at] ?? ''
      expect(same.startsWith(line.replace(/(?<![\]}])[\]}]+$/, ''))).toBe(true)
    }
  }
})

it('is nothing while no value has ended', () => {
  for (const cut of ['', '[', '{"a":', '{"a":[{"b":12']) expect(beginningOf(cut)).toBe('')
})

it('is drawn as what it is the beginning of', () => {
  const viewer = new Viewer()
  viewer.open('a', Buffer.from(beginningOf('[{"a":1},{"b":[2,3')), { contentType: '', complete: true, hidden: [] })
  expect(viewer.lines('a', 'pretty', 0, 9).lines.map(({ key, text }) => `${key ?? ''}${text}`)).toEqual([
    '[',
    '{',
    '"a"1',
    '}',
    '{',
    '"b"[',
    '2',
    ']',
    '}'
  ])
})

it('closes as many brackets as a service opens @attack', () => {
  const deep = `${'['.repeat(300_000)}1,`
  expect(beginningOf(deep) === `${'['.repeat(300_000)}1${']'.repeat(300_000)}`).toBe(true)
})
