import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { promised } from '../base/promised'
import { place, testHistory, type TestHistory } from '../testing/history'
import { Encryption } from '../secrets/encryption'
import { mappingDraft } from '../../shared/mappings/mapping'
import { EncryptedItems } from './encrypted-items'

const eu = { ...place, region: 'eu' as const }
const draft = (expression: string, at = 1, fieldId = 'field', scope = 'integration:bamboohr') => ({
  ...{ fieldId, scope, expression, at }
})

describe('drafts of mappings', () => {
  let kept: TestHistory
  let encryption: Encryption | null
  const drafts = () =>
    new EncryptedItems(
      promised(() => kept.history),
      async () => encryption,
      { kind: 'draft', content: mappingDraft }
    )

  beforeEach(() => {
    kept = testHistory()
    encryption = new Encryption(randomBytes(32))
  })
  afterEach(() => kept.remove())

  test('are of a field, a scope and a place, and outlive the run, newest first', async () => {
    const first = drafts()
    expect(await first.put(place, draft('a', 1))).toBe(true)
    await first.put(place, draft('b', 2, 'field', 'connector:HRIS:7'))
    await first.put(place, draft('c', 3))
    await first.put(eu, draft('d'))
    const again = drafts()
    expect((await again.list(place)).map(({ expression }) => expression)).toEqual(['c', 'b'])
    expect((await again.list(eu)).map(({ expression }) => expression)).toEqual(['d'])
    await again.drop(place, draft('c'))
    expect((await drafts().list(place)).map(({ expression }) => expression)).toEqual(['b'])
  })

  test('are sealed: neither the expression nor its field or scope can be read from the rows', async () => {
    await drafts().put(place, draft("people[?name=='Zeller'].salary", 1, 'the-field', 'connector:HRIS:the-connector'))
    const [row] = kept.history.encryptedItems({ kind: 'draft', place })
    const text = `${row?.id} ${Buffer.from(row?.encrypted ?? []).toString('latin1')}`
    for (const word of ['Zeller', 'the-field', 'the-connector']) expect(text).not.toContain(word)
  })

  test('one is read without opening the others, from the disk or from memory', async () => {
    const key = encryption
    for (const at of [1, 2, 3]) await drafts().put(place, draft(`of ${at}`, at, String(at)))
    const opened: string[] = []
    const counting = new (class extends Encryption {
      override open(name: string, encrypted: Uint8Array) {
        opened.push(name)
        return key?.open(name, encrypted) ?? Buffer.alloc(0)
      }
    })(randomBytes(32))
    encryption = counting
    const run = drafts()
    expect(await run.get(place, draft('', 0, '2'))).toMatchObject({ expression: 'of 2' })
    expect(opened).toHaveLength(1)
    expect(await run.get(eu, draft('', 0, '2'))).toBeNull()
    expect(await run.get(place, draft('', 0, '4'))).toBeNull()
    encryption = null
    expect(await run.get(place, draft('', 0, '2'))).toBeNull()
    await run.put(place, draft('newer', 9, '2'))
    expect(await run.get(place, draft('', 0, '2'))).toMatchObject({ expression: 'newer' })
    encryption = counting
    expect(await run.get(place, draft('', 0, '2'))).toMatchObject({ expression: 'newer' })
    expect(opened).toHaveLength(1)
  })

  test('the newest 200 of a place are kept', async () => {
    const all = drafts()
    for (let n = 0; n < 201; n++) await all.put(place, draft('x', n, String(n)))
    const found = await all.list(place)
    expect(found).toHaveLength(200)
    expect(found.at(-1)?.fieldId).toBe('1')
  })

  test('without a key they stay in memory, and are sealed once there is one', async () => {
    const key = encryption
    await drafts().put(place, draft('before', 1))
    encryption = null
    const run = drafts()
    expect(await run.list(place)).toEqual([])
    expect(await run.put(place, draft('now', 2))).toBe(false)
    expect((await run.list(place)).map(({ expression }) => expression)).toEqual(['now'])
    expect(await drafts().list(place)).toEqual([])
    encryption = key
    await run.encryptFromMemory()
    expect((await drafts().list(place)).map(({ expression }) => expression)).toEqual(['now'])
  })

  test('of another key they are kept as they are, until they are given up', async () => {
    await drafts().put(place, draft('lost'))
    const lost = encryption
    encryption = new Encryption(randomBytes(32))
    expect(await drafts().list(place)).toEqual([])
    encryption = lost
    expect(await drafts().list(place)).toHaveLength(1)
    await drafts().forgetEncrypted()
    expect(await drafts().list(place)).toEqual([])
  })

  test('are removed with their workspace', async () => {
    const run = drafts()
    await run.put(place, draft('a'))
    encryption = null
    await run.put(eu, draft('b'))
    run.forgetWorkspace(place.workspaceId)
    kept.history.removeWorkspace({ workspaceId: place.workspaceId })
    expect(await run.list(eu)).toEqual([])
    expect(kept.history.encryptedItems({ kind: 'draft', place })).toEqual([])
  })
})
