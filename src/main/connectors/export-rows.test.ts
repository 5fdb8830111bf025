import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { madeUpRow } from '../testing/made-up-rows'
import { recordColumns, recordFields, toCsv, toJson } from './export-rows'

const row = (change: Record<string, unknown>) => ({
  ...madeUpRow('a', 0, change),
  tokenRef: 'handle',
  diagnosis: null
})
type Row = ReturnType<typeof row>

async function* inChunks(...chunks: Row[][]) {
  yield* chunks
}
const csv = (...chunks: Row[][]) => text(toCsv(inChunks(...chunks), recordColumns))
const json = (...chunks: Row[][]) => text(toJson(inChunks(...chunks)))

describe('toCsv', () => {
  it('begins with a byte order mark, and ends each line as the standard says', async () => {
    const [head, line, end] = (await csv([row({ end_user: 'Ünï, Ltd' })])).split('\r\n')
    expect(head).toBe(`\ufeff${recordFields.join(',')}`)
    expect(line).toContain('"Ünï, Ltd"')
    expect(end).toBe('')
  })

  it('holds no token, and no handle of one', async () => {
    const rows = [row({ connector_token: 'ct_secret' })]
    expect((await csv(rows)) + (await json(rows))).not.toMatch(/ct_secret|handle/)
  })
})

it('gives records as they came as JSON, one array whatever the chunks', async () => {
  const rows = [row({ status: 7, extra: { deep: [null] } }), row({ end_user: 'B' }), row({ end_user: 'C' })] as const
  const [a, b, c] = rows
  const whole = `${JSON.stringify(
    rows.map(({ record }) => record),
    null,
    2
  )}\n`
  expect(await json([a, b, c])).toBe(whole)
  expect(await json([], [a], [], [b, c], [])).toBe(whole)
  expect([await json(), await json([])]).toEqual(['[]\n', '[]\n'])
})
