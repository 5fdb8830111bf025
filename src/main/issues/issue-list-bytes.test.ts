import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fromBytes, toBytes } from './store'

const empty = { at: 1, groups: [], snoozed: [], tests: [], byCause: [], byIntegration: [] }
const others = { snoozed: 0, fine: 0, tests: 0, connectors: 2 }

test('a list that an earlier version kept is read, by the names it used', () => {
  const kept = deflateRawSync(JSON.stringify({ ...empty, counts: { cases: 2, ...others } }))
  const list = fromBytes(kept)
  expect(list).toEqual({ ...empty, counts: { issues: 2, ...others }, webhooks: [], mappings: [], providersDown: [] })
  expect(list && fromBytes(toBytes(list))).toEqual(list)
})

test('what is no list is none', () => {
  expect(fromBytes(deflateRawSync('{"at":1}'))).toBeNull()
  expect(fromBytes(Buffer.from('no bytes of a list'))).toBeNull()
})
