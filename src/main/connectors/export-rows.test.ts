import { describe, expect, it } from 'vitest'
import { madeUpRow } from '../testing/made-up-rows'
import { recordFields, toCsv, toJson } from './export-rows'

const row = (change: Record<string, unknown>) => ({ ...madeUpRow('a', 0, change), tokenRef: 'handle' })

describe('toCsv', () => {
  it('begins with a byte order mark, and ends each line as the standard says', () => {
    const [head, line, end] = toCsv([row({ end_user: 'Ünï, Ltd' })]).split('\r\n')
    expect(head).toBe(`\ufeff${recordFields.join(',')}`)
    expect(line).toContain('"Ünï, Ltd"')
    expect(end).toBe('')
  })

  it('holds no token, and no handle of one', () => {
    const text = toCsv([row({ connector_token: 'ct_secret' })]) + toJson([row({ connector_token: 'ct_secret' })])
    expect(text).not.toMatch(/ct_secret|handle/)
  })
})

it('gives records as they came as JSON', () => {
  const [record] = JSON.parse(toJson([row({ status: 7, extra: { deep: [null] } })])) as Record<string, unknown>[]
  expect(record).toMatchObject({ status: 7, extra: { deep: [null] } })
})
