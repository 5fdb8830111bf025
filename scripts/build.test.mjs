import { expect, test } from 'vitest'
import { commitHere } from './build.mjs'
import { read, root } from './run.mjs'

test('a build names the commit that is checked out, and whether files differ from it', () => {
  const head = read('git', ['-C', root, 'rev-parse', '--short=12', 'HEAD'])?.trim()
  expect(commitHere({})?.replace(/-dirty$/, '')).toBe(head)
})

test('a build from a copy without a repository names what it is given', () => {
  expect(commitHere({ MAIN_VITE_COMMIT: '0f1e2d3c4b5a' })).toBe('0f1e2d3c4b5a')
})
