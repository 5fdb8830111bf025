import { describe, expect, it } from 'vitest'
import { readPayloads } from './payloads'

function read(text: string, more: Partial<Parameters<typeof readPayloads>[0]> = {}) {
  const answer = readPayloads({ bytes: Buffer.from(text), hidden: [], items: null, most: 100, ...more })
  if ('refused' in answer) return answer.refused
  return {
    records: answer.payloads.records.map((one) => Buffer.from(one).toString()),
    notices: answer.payloads.notices,
    itemsOf: answer.payloads.itemsOf
  }
}

describe('payloads of a text', () => {
  it('reads UTF-16 by its mark', () => {
    const bytes = Buffer.from('\ufeff{"a":"ä"}', 'utf16le')
    expect(read('', { bytes })).toEqual({ records: ['{"a":"ä"}'], notices: [], itemsOf: null })
  })

  it.each([
    '{"a":1}',
    '{"data":[{"employee":{"id":1}}]}',
    '{"cursor":null,"items":[{"a":1},{"a":2}]}',
    '{"raw_data":{"a":1}}',
    '[{"a":1},{"a":2}]',
    '[1,2]',
    '[]',
    '"x"'
  ])('%s stays one payload, whole', (text) => {
    expect(read(`\ufeff${text}\n`)).toEqual({ records: [text], notices: [], itemsOf: null })
  })

  it('takes the items of a list that was asked for, and of nothing else', () => {
    const envelope = '{"total":2,"data":[{"a":1},{"a":2}]}'
    const records = ['{"a":1}', '{"a":2}']
    expect(read(envelope, { items: 2 })).toEqual({ records, notices: [], itemsOf: 'data' })
    expect(read('[{"a":1},{"a":2}]', { items: 0 })).toEqual({ records, notices: [], itemsOf: '@' })
    for (const items of [0, 1, 99]) expect(read(envelope, { items })).toBe('This sample has no such list.')
  })

  it('takes NDJSON, and names the line that is not JSON', () => {
    expect(read('{"a":1}\n\n{"a":2}\r\n')).toMatchObject({ records: ['{"a":1}', '{"a":2}'] })
    expect(read('{"a":1}\n{"a":2')).toMatch(/^Line 2 is no JSON, though the lines before it are/)
  })

  it.each([
    ['', 'There is nothing in it.'],
    ['null', 'It is null: there is no sample in it.'],
    ['<xml/>', 'Line 1, column 1'],
    ['{\n  "a": 1,\n}', 'Line 3, column 1'],
    ["{'a': 1}", 'Line 1, column 2']
  ])('refuses %j with the place', (text, words) => {
    expect(read(text)).toContain(words)
  })

  it('keeps what evaluating cannot keep as it came, and says so', () => {
    const { records, notices } = read('{"id": 9007199254740993, "a": 1, "a": 2}') as {
      records: string[]
      notices: string[]
    }
    expect(records).toEqual(['{"id": 9007199254740993, "a": 1, "a": 2}'])
    expect(notices).toEqual([expect.stringContaining('a key twice')])
  })

  it('hides tokens and cuts at a number of records', () => {
    // Only one notice: the window keys its notices by their text.
    expect(read('{"t":["secret-1","\\u0073ecret-1"]}', { hidden: ['\\u0073ecret-1', 'secret-1'] })).toMatchObject({
      records: ['{"t":["[token]","[token]"]}'],
      notices: ['A token occurs in it and stands here as [token].']
    })
    expect(read('[{"a":1},{"a":2},{"a":3}]', { most: 2, items: 0 })).toMatchObject({
      records: ['{"a":1}', '{"a":2}'],
      notices: ['Only the first 2 of 3 records were taken.']
    })
  })
})
