import { expect, it } from 'vitest'
import { tokensOf } from './tokens'

it.each(['"', "'", '`'])('a text of millions of characters in %s is one token @attack', (quote) => {
  const text = `${quote}${'12'.repeat(5_000_000)}${quote}`
  expect(tokensOf(text)).toMatchObject([{ from: 0, to: text.length }, { kind: 'end' }])
  expect(() => tokensOf(text.slice(0, -1))).toThrow('does not end')
})
