import { expect, test } from 'vitest'
import { licenceList } from './licences.mjs'

test('each package has its licence, and each licence its packages', () => {
  const list = licenceList([
    { name: 'b', version: '2.0.0', licenses: [{ license: { id: 'MIT' } }] },
    { name: 'keytar', group: '@github', version: '7.10.6', licenses: [{ license: { id: 'MIT' } }] },
    { name: 'a', version: '1.0.0', licenses: [{ expression: 'MIT OR Apache-2.0' }] },
    { name: 'c', version: '1.0.0' }
  ])
  expect(list).toContain('| MIT | 2 |\n| MIT OR Apache-2.0 | 1 |\n| not named | 1 |')
  expect(list).toContain('| @github/keytar | 7.10.6 | MIT |\n| a | 1.0.0 | MIT OR Apache-2.0 |\n| b | 2.0.0 | MIT |')
})
