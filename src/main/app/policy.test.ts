import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Authority } from '../../practice/line/authority'
import { policyAt } from '../policy/sources'
import { openPolicy, sourcesFor } from './policy'

const me = process.getuid?.() ?? 0
let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'desk-policy-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const open = (files: string[]) => {
  const path = join(folder, 'policy.json')
  writeFileSync(path, JSON.stringify({ version: 1, settings: { 'network.certificates': { value: files } } }))
  return openPolicy([policyAt(path, me)], me)
}

it('@attack a packaged app looks in one place, whatever its environment says', () => {
  const environment = { CONNECTOR_DESK_POLICY: join(folder, 'mine.json') }
  expect(sourcesFor(true, environment)).toMatchObject(sourcesFor(true, {}).map(({ place }) => ({ place })))
  expect(sourcesFor(false, environment)).toMatchObject([{ place: join(folder, 'mine.json') }])
  expect(sourcesFor(false, {})).toMatchObject(sourcesFor(true, {}).map(({ place }) => ({ place })))
})

it('reads the CA certificates of the files that the policy names', async () => {
  const authority = Authority.make('Company CA')
  const path = join(folder, 'company.pem')
  writeFileSync(path, authority.pem)
  const { policy, certificates } = await open([path])
  expect(policy.isBroken).toBe(false)
  expect(certificates).toEqual([{ file: 'company.pem', pem: expect.stringContaining('BEGIN CERTIFICATE') }])
  authority.remove()
})

it.each<[string, (path: string) => string, RegExp]>([
  ['is not there', () => join(folder, 'gone.pem'), /gone\.pem is not there/],
  ['holds no certificate', (path) => path, /holds no certificate/],
  ['is not named in full', () => 'company.pem', /company\.pem is not an absolute path/]
])('is broken where a file %s', async (_, choose, words) => {
  const path = join(folder, 'company.pem')
  writeFileSync(path, 'nothing of the kind')
  const { policy, certificates } = await open([choose(path)])
  expect(policy.state).toMatchObject({
    source: join(folder, 'policy.json'),
    settings: {},
    problems: [{ key: 'network.certificates', words: expect.stringMatching(words) }]
  })
  expect(certificates).toEqual([])
})
