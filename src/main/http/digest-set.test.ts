import { expect, it } from 'vitest'
import { DigestSet } from './digest-set'

it('knows what was added, and tells what is new, over many growths', () => {
  const set = new DigestSet()
  for (let at = 0; at < 50_000; at++) expect(set.add(`id-${at}`)).toBe(true)
  for (let at = 0; at < 50_000; at += 7) expect(set.add(`id-${at}`)).toBe(false)
  expect(set.size).toBe(50_000)
  expect(set.has('id-49999')).toBe(true)
  expect(set.has('id-50000')).toBe(false)
})

it('tells texts apart that differ in one character, the empty one too', () => {
  const set = new DigestSet()
  expect(['', 'a', 'A', 'ä', 'a '].map((text) => set.add(text))).toEqual([true, true, true, true, true])
  expect(['', 'a ', 'b'].map((text) => set.has(text))).toEqual([true, true, false])
})
