import { expect, it } from 'vitest'
import { compareVersions } from './version'

it.each([
  ['0.2.0', '0.1.9', 1],
  ['0.10.0', '0.9.0', 1],
  ['1.0.0', '0.99.99', 1],
  ['0.1.0', '0.1.0', 0],
  ['0.1.0', '0.1.0+electron42', 0],
  ['0.1.0', '0.1.0~runtime33', 0],
  ['0.1.1', '0.1.0-beta.4', 1],
  ['0.1.0', '0.1.1', -1],
  ['0.9.9', '0.10.0', -1]
])('%s against %s', (one, other, order) => {
  expect(Math.sign(compareVersions(one, other))).toBe(order)
})
