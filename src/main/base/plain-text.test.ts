import { expect, it } from 'vitest'
import { cleanText } from './plain-text'

it('cuts an endless name between two characters', () => {
  expect(cleanText(`N${'😀'.repeat(199)}`)).toBe(`N${'😀'.repeat(199)}`)
  expect(cleanText(`N${'😀'.repeat(200)}`)).toBe(`N${'😀'.repeat(199)}…`)
})
