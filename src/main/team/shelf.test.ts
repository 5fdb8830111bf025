import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { place } from '../testing/history'
import { madeUpOpenApi, type MadeUp } from '../passthrough/shelf/testing'
import type { SharedShelf } from '../../shared/team/library-change'
import { shelfId } from '../store/tables/team/outbox'
import type { TestDesk } from './testing'
import { teamSuite } from './testing/suite'

const suite = teamSuite()
const { workspaceId } = place
type Json = Record<string, unknown>
const subject = shelfId('https://api.example.com', 'personio')
const marked = 'GET /company/employees/{}/recalculate'
const put = async (desk: TestDesk, made: MadeUp = {}) =>
  (await desk.shelf()).import(workspaceId, 'personio', JSON.stringify(madeUpOpenApi(made)))
const use = async (desk: TestDesk, isUsed = true) => (await desk.shelf()).decide(workspaceId, 'personio', isUsed)
const list = async (desk: TestDesk) => (await desk.shelf()).list(workspaceId)
const versions = async (desk: TestDesk) => (await list(desk)).map(({ current }) => current.version)
const newer: MadeUp = {
  version: '2.5',
  change: ({ paths }) => {
    delete paths['/company/employees']
    paths['/company/teams'] = { get: { responses: {} } }
  }
}

async function two(): Promise<[TestDesk, TestDesk]> {
  const [ada, grace] = [await suite.joined('Ada', []), await suite.joined('Grace', [])]
  await put(ada)
  await expect.poll(() => versions(grace)).toEqual(['2.4'])
  await suite.upToDate(ada, grace)
  return [ada, grace]
}

it('brings a file to the other desk, with its author, date, operations and marks', async () => {
  const [ada, grace] = await two()
  const [mine] = await list(ada)
  expect(await list(grace)).toEqual([mine])
  expect(mine).toMatchObject({ current: { by: 'Ada', operations: 6 }, earlier: null, stays: null })
  const shelf = await grace.shelf()
  expect(await shelf.operations(workspaceId, 'personio')).toEqual(
    await (await ada.shelf()).operations(workspaceId, 'personio')
  )
  await (await ada.shelf()).mark(workspaceId, 'personio', marked, true)
  await expect.poll(() => shelf.writes(workspaceId)('personio', '/company/employees/7/recalculate')).toBe(true)
  expect(await list(grace)).toEqual([{ ...mine, marked: 1 }])
})

it('replaces a file there, tells what it changes, and can go back', async () => {
  const [ada, grace] = await two()
  await put(ada, newer)
  await suite.upToDate(ada, grace)
  // A newer file that waits is nobody else's.
  expect(await versions(grace)).toEqual(['2.4'])
  await use(ada)
  await expect.poll(() => versions(grace)).toEqual(['2.5'])
  expect(await list(grace)).toMatchObject([{ newer: null, earlier: { version: '2.4' } }])
  const { counts } = await (await grace.shelf()).changes(workspaceId, 'personio')
  expect(counts).toEqual({ added: 1, changed: 0, removed: 2, same: 4 })
  await use(grace)
  await expect.poll(() => versions(ada)).toEqual(['2.4'])
  expect(await list(grace)).toMatchObject([{ earlier: null }])
  expect(await list(ada)).toMatchObject([{ earlier: { version: '2.5' } }])
  await use(ada, false)
  expect(await list(ada)).toMatchObject([{ current: { version: '2.4' }, earlier: null }])
})

it('is removed on the other desk, with what waits beside it, and comes again', async () => {
  const [ada, grace] = await two()
  await put(grace, newer)
  await (await ada.shelf()).remove(workspaceId, 'personio')
  await expect.poll(() => list(grace)).toEqual([])
  await put(grace, newer)
  await expect.poll(() => versions(ada)).toEqual(['2.5'])
})

it('shares what a desk has before it joins, and keeps the file that the team’s replaces', async () => {
  const ada = await suite.joined('Ada', [])
  await put(ada)
  await suite.upToDate(ada)
  const grace = suite.desk('Grace')
  grace.refresh([])
  await put(grace, newer)
  await suite.join(grace, 'Grace')
  await expect.poll(() => versions(grace)).toEqual(['2.4'])
  expect(await list(grace)).toMatchObject([{ earlier: { version: '2.5' } }])
  await use(grace)
  await expect.poll(() => versions(ada)).toEqual(['2.5'])
})

it('lets the later of two desks stay that were apart', async () => {
  const [ada, grace] = await two()
  await suite.whileApart([ada, grace], async () => {
    for (const [desk, version] of [
      [ada, '3.0'],
      [grace, '3.1']
    ] as const) {
      await put(desk, { ...newer, version })
      await use(desk)
    }
  })
  await suite.back(ada, grace)
  for (const desk of [ada, grace]) await expect.poll(() => versions(desk)).toEqual(['3.1'])
})

it('lets a viewer read and use it, and not import, mark, use an earlier one or remove', async () => {
  const ada = await suite.joined('Ada', [])
  const vera = await suite.joined('Vera', [])
  await put(ada)
  await expect.poll(() => versions(vera)).toEqual(['2.4'])
  const shelf = await vera.shelf()
  expect(await shelf.operations(workspaceId, 'personio')).toHaveLength(6)
  await put(ada, newer)
  await use(ada)
  await expect.poll(() => versions(vera)).toEqual(['2.5'])
  const refused = { code: 'team-read-only' }
  await expect(put(vera)).rejects.toMatchObject(refused)
  await expect(shelf.mark(workspaceId, 'personio', marked, true)).rejects.toMatchObject(refused)
  await expect(use(vera)).rejects.toMatchObject(refused)
  await expect(shelf.remove(workspaceId, 'personio')).rejects.toMatchObject(refused)
  await use(vera, false)
  expect(await list(vera)).toMatchObject([{ current: { version: '2.5' }, earlier: null }])
})

it('holds no token and no example secret in the database, also one that became known after the import', async () => {
  const ada = suite.desk('Ada')
  ada.refresh([])
  const token = 'canary-token-of-later-7c1e'
  await put(ada, {
    change: ({ paths, components }) => {
      paths['/known'] = { get: { summary: `Send ${token}`, responses: {} } }
      components.schemas['Keys'] = {
        type: 'object',
        properties: { api_key: { type: 'string', example: 'example-secret-91ab' } }
      }
      paths['/keys'] = {
        post: {
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Keys' } } } },
          responses: {}
        }
      }
    }
  })
  ada.masker.add(token)
  await suite.join(ada, 'Ada')
  const grace = await suite.joined('Grace', [])
  await expect.poll(() => versions(grace)).toEqual(['2.4'])
  const files = await grace.library
  const [file] = await files.shelfFiles.list(workspaceId)
  const known = await (await grace.shelf()).operations(workspaceId, 'personio')
  expect(known.find(({ path }) => path === '/known')?.name).toBe('Send [token]')
  const { gunzipSync } = await import('node:zlib')
  const rows = (await suite.stored()).filter(({ kind }) => kind === 'shelf')
  const packed = rows.filter(({ field }) => field === 'part').map(({ value }) => String(value))
  const text =
    gunzipSync(Buffer.from(packed.join(''), 'base64')).toString() + JSON.stringify(rows) + JSON.stringify(file)
  expect(text).toContain('/known')
  expect(text).not.toMatch(/canary-token|example-secret/)
})

it('keeps a large file on this computer, and says so', async () => {
  const ada = await suite.joined('Ada', [])
  await put(ada, {
    change: ({ paths }) => {
      for (let at = 0; at < 8_000; at++)
        paths[`/${at}`] = { get: { description: Array.from({ length: 30 }, randomUUID).join(' '), responses: {} } }
    }
  })
  await expect.poll(async () => (await list(ada))[0]?.stays).toBe('too-large')
  expect((await suite.stored()).filter(({ kind }) => kind === 'shelf')).toEqual([])
  const pending = await ada.team.pending()
  expect(pending.changes).toMatchObject([{ kind: 'shelf', name: 'personio', refused: 'too-large' }])
  await put(ada)
  await use(ada)
  await expect.poll(async () => (await list(ada))[0]?.stays).toBeNull()
  const grace = await suite.joined('Grace', [])
  await expect.poll(() => versions(grace)).toEqual(['2.4'])
})

it('keeps a file that no desk can read on this computer, says so, and shares what is there beside it', async () => {
  const ada = suite.desk('Ada')
  ada.refresh([])
  await put(ada)
  const { shelfFiles } = await ada.library
  const [file] = await shelfFiles.list(workspaceId)
  if (file) await shelfFiles.put(workspaceId, file, new Uint8Array(gzipSync('{"operations":1}')))
  await (await ada.shelf()).import(workspaceId, 'bamboohr', JSON.stringify(madeUpOpenApi()))
  await suite.join(ada, 'Ada')
  const told = async () => (await list(ada)).map(({ integration, stays }) => [integration, stays])
  await expect.poll(told).toEqual([
    ['bamboohr', null],
    ['personio', 'unreadable']
  ])
  const pending = await ada.team.pending()
  expect(pending.changes).toMatchObject([{ kind: 'shelf', name: 'personio', refused: 'unreadable' }])
})

it('comes in parts', async () => {
  const [ada, grace] = await two()
  await put(ada, {
    version: '3.0',
    change: ({ paths }) => {
      for (let at = 0; at < 300; at++)
        paths[`/${at}`] = { get: { description: Array.from({ length: 30 }, randomUUID).join(' '), responses: {} } }
    }
  })
  await use(ada)
  await expect.poll(() => versions(grace)).toEqual(['3.0'])
  expect(await (await grace.shelf()).operations(workspaceId, 'personio')).toHaveLength(306)
  const parts = (await suite.stored()).filter(({ field }) => field === 'part')
  expect(parts.length).toBeGreaterThan(2)
})

it('takes nothing that was written by hand and is no file, and goes on', async () => {
  const [ada, grace] = await two()
  const [value] = (await suite.stored()).filter(({ kind, field }) => kind === 'shelf' && field === 'content')
  const content = { ...(value?.value as object), parts: 3 }
  await suite.insert({ kind: 'shelf', subject, field: 'part', value: gzipSync('{"operations":1}').toString('base64') })
  await suite.insert({ kind: 'shelf', subject, field: 'content', value: content })
  await suite.upToDate(ada, grace)
  expect(await versions(grace)).toEqual(['2.4'])
  await put(ada, newer)
  await use(ada)
  await expect.poll(() => versions(grace)).toEqual(['2.5'])
})

/** Rows written by hand: a content with one part, whose ids belong together. */
async function byHand(of: string, content: Json, part: string) {
  const id = randomUUID().slice(0, -4)
  for (const [ending, field, value] of [
    ['0001', 'part', part],
    ['0000', 'content', { ...content, parts: 1 }]
  ] as const)
    await suite.server.query(
      suite.database,
      `INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
        VALUES ($1::uuid, gen_random_uuid(), 'Mallory', 'https://api.example.com', 'shelf', $2, $3, $4::jsonb)`,
      [id + ending, of, field, JSON.stringify(value)]
    )
}

/** Until nothing of the feed is left to read or to take. */
const tookAll = async (...desks: TestDesk[]) => {
  const last = Number((await suite.stored()).at(-1)?.seq)
  for (const { history } of desks) {
    await expect.poll(async () => history.history.teamLink()?.readTo).toBeGreaterThanOrEqual(last)
    await expect.poll(async () => history.history.staleItems({ kind: 'shelf', limit: 10 })).toEqual([])
  }
}

async function sharedFile() {
  const rows = (await suite.stored()).filter(({ kind }) => kind === 'shelf')
  const value = (field: string) => rows.find((one) => one.field === field)?.value
  return { content: value('content') as Json, part: value('part') as string }
}

it('takes no file under an id of another integration, and comes to an end', async () => {
  const [ada, grace] = await two()
  const { content, part } = await sharedFile()
  await byHand(randomUUID(), content, part)
  await tookAll(ada, grace)
  await put(ada, newer)
  await use(ada)
  for (const desk of [ada, grace]) await expect.poll(() => versions(desk)).toEqual(['2.5'])
})

const nested = (value: string) =>
  `{"operations":[{"id":"GET /x","method":"GET","path":"/x","name":"","tag":"","text":"","fields":[],"body":null,` +
  `"answers":[{"status":"200","shape":{"example":${value}}}]}],"shapes":{}}`

it.each([
  ['nested deeply', () => nested('['.repeat(200_000) + ']'.repeat(200_000))],
  ['nested', () => nested('['.repeat(300) + ']'.repeat(300))],
  ['far too large', () => nested(JSON.stringify(' '.repeat(65_000_000)))]
])('takes no file that is %s, and goes on', async (_, text) => {
  const [ada, grace] = await two()
  const { content } = await sharedFile()
  const head = { ...(content['head'] as Json), version: '9.9' }
  await byHand(subject, { ...content, head }, gzipSync(text()).toString('base64'))
  await tookAll(ada, grace)
  expect(await list(grace)).toMatchObject([{ current: { version: '2.4' }, earlier: null }])
  await put(ada, newer)
  await use(ada)
  for (const desk of [ada, grace]) await expect.poll(() => versions(desk)).toEqual(['2.5'])
})

it('keeps a mark and a removal that are made while a file of the team arrives', async () => {
  const [ada, grace] = await two()
  const { content, part } = await sharedFile()
  const { shelfFiles } = await ada.library
  const shelf = await ada.shelf()
  const put = shelfFiles.put.bind(shelfFiles)
  const arrives = async (meanwhile: () => Promise<void>) => {
    shelfFiles.put = async (...of) => {
      shelfFiles.put = put
      await meanwhile()
      return put(...of)
    }
    const head = { ...(content['head'] as object), version: '9.9', importedAt: 1 }
    await shelf.takeShelf({ workspaceId, id: subject, change: randomUUID() }, { ...content, head } as SharedShelf, [
      part
    ])
  }
  await suite.whileApart([ada, grace], async () => {
    await arrives(() => shelf.mark(workspaceId, 'personio', marked, true))
    expect(await list(ada)).toMatchObject([{ current: { version: '2.4' }, marked: 1, earlier: null }])
    await arrives(() => shelf.remove(workspaceId, 'personio'))
    expect(await list(ada)).toEqual([])
  })
})

it('leaves the files of a desk that leaves the team', async () => {
  const [ada, grace] = await two()
  await grace.team.leave()
  expect(await versions(grace)).toEqual(['2.4'])
  await (await grace.shelf()).remove(workspaceId, 'personio')
  await suite.upToDate(ada)
  expect(await versions(ada)).toEqual(['2.4'])
})
