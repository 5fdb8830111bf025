import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type IssueList, issueList } from '../../shared/issues/issue'
import { fromBytes, keptFormat, toBytes } from './store'

const counts = { issues: 0, snoozed: 0, fine: 0, tests: 0, connectors: 2 }
const watched = { webhooks: [], mappings: [], providersDown: [] }
const empty: IssueList = {
  at: 1,
  groups: [],
  snoozed: [],
  tests: [],
  counts,
  byCause: [],
  byIntegration: [],
  ...watched
}

test('a list is kept as it is told', () => {
  expect(fromBytes(toBytes(empty))).toEqual({ list: empty, pages: ['[]'] })
})

test('what another version kept is none, and so is what is no list', () => {
  expect(fromBytes(deflateRawSync(JSON.stringify(empty)))).toBeNull()
  expect(fromBytes(deflateRawSync('{"at":1'))).toBeNull()
  expect(fromBytes(Buffer.from('no bytes of a list'))).toBeNull()
})

test('lists of another shape have another number: raise `keptFormat` with this digest', () => {
  const shape = JSON.stringify(z.toJSONSchema(issueList, { unrepresentable: 'any', io: 'input' }))
  const digest = createHash('sha256').update(shape).digest('hex').slice(0, 12)
  expect([keptFormat, digest]).toEqual([2, 'b20d4d652bd0'])
})
