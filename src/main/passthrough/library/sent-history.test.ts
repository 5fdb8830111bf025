import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { historyKeyAccount } from '../../secrets/encryption'
import { testViews } from '../../viewer/testing'
import { draft, idOf, otherWorkspace, resultOf, testLibrary, workspaceId, type TestLibrary } from './testing'

const day = 86_400_000
let test: TestLibrary
beforeEach(async () => {
  test = testLibrary()
  await test.open()
})
afterEach(() => test.remove())

const list = (text = '', more = {}) => test.library.history.list({ workspaceId, text, limit: 100, ...more })
const ids = async (text = '', more = {}) => (await list(text, more)).map(({ id }) => id)
const big = Buffer.alloc(1_200_000, 'salary-of-ada ')

it('lists the failure that a provider reported by its number and code, and finds it by them', async () => {
  const said = { status: 422, code: 'invalid_employee', message: 'Ms Quist has no last name' }
  await test.send(1, {}, { result: { providerError: said } })
  await test.send(2, {}, { result: { providerError: { ...said, code: 'Ms Quist has no last name' } } })
  const [second, first] = await list()
  expect(first?.providerError).toEqual({ status: 422, code: 'invalid_employee' })
  expect(second?.providerError).toEqual({ status: 422, code: null })
  expect(await ids('invalid_employee')).toEqual([idOf(1)])
  expect((await test.library.history.get(idOf(1)))?.result?.providerError).toEqual(said)
  expect(test.onDisk()).not.toContain('Quist')
})

it('lists the sends through some connectors of one region, also of those that are not listed any more', async () => {
  const through = (key: string, region: 'default' | 'eu' = 'default') => ({
    region,
    connector: draft.connector && { ...draft.connector, key, originId: null }
  })
  await test.send(1, through('HRIS:a'))
  await test.send(2, through('HRIS:ab'))
  await test.send(3, through('ATS:c'))
  await test.send(4, through('HRIS:a', 'eu'))
  await test.send(5, { connector: null })
  const of = (...keys: string[]) => ({ through: { region: 'default', keys } })
  expect(await ids('', of('HRIS:a', 'ATS:c'))).toEqual([idOf(3), idOf(1)])
  expect(await ids('', of(`HRIS:a' OR '1`))).toEqual([])
})

describe('keeping a send', () => {
  it('gives it back whole after a restart, without people’s data in plain text on disk', async () => {
    const sent = {
      params: [{ name: 'ssn', value: 'param-078-05', enabled: true }],
      headers: [{ name: 'x-note', value: 'header-of-ada', enabled: true }],
      body: { kind: 'json' as const, text: '{"name":"body-of-ada\ud800","__proto__":1}' }
    }
    const id = await test.send(
      1,
      { ...sent, path: '/employees?q=query-of-ada' },
      { body: Buffer.from('answer-of-ada') }
    )
    await test.restart()
    const entry = await test.library.history.get(id)
    expect(entry?.draft).toMatchObject({ ...sent, path: '/employees?q=query-of-ada' })
    expect(entry?.envelope).toBe('{"iban":"DE02"}')
    expect(entry?.result).toEqual(resultOf(1, { responseId: null }))
    expect(entry?.body?.toString()).toBe('answer-of-ada')
    expect(await list()).toMatchObject([
      { id, outcome: 'answered', status: 200, bytes: 12, draft: { path: '/employees' } }
    ])
    for (const text of ['of-ada', '078-05', 'DE02', 'was reached']) expect(test.onDisk()).not.toContain(text)
    expect(test.onDisk()).toContain('/employees')
  })

  it('puts a body over 1 MB into a file that only its owner can read', async () => {
    const id = await test.send(1, {}, { body: big })
    const [file = ''] = test.bodyFiles()
    expect(test.bodyFiles()).toHaveLength(1)
    expect(statSync(join(test.bodies, file)).mode & 0o777).toBe(0o600)
    expect(test.onDisk()).not.toContain('salary-of-ada')
    await test.restart()
    await test.library.tidy()
    expect((await test.library.history.get(id))?.body?.equals(big)).toBe(true)
  })

  it('knows the key of a unified write after a kill, and has it nowhere in plain text', async () => {
    const idempotency = { key: 'key-of-ada', firstAt: 1, again: false }
    const unified = { ...draft, route: 'unified' as const, method: 'POST' as const }
    const [id, envelope] = [idOf(1), '{}']
    await test.library.history.append({
      id,
      draft: unified,
      countsAs: 'POST',
      envelope,
      idempotency,
      result: null,
      body: null
    })
    await test.restart()
    expect(await test.library.history.find(id)).toMatchObject({ idempotency, envelope, result: null })
    expect(test.onDisk()).not.toContain('of-ada')
  })

  it('knows that a unified write which held a token is not kept as it left', async () => {
    test.secrets.add('s3cret-token')
    const idempotency = { key: 'key-of-ada', firstAt: 1, again: false }
    const unified = { ...draft, route: 'unified' as const, method: 'POST' as const }
    for (const [n, envelope] of ['{"note":"plain"}', '{"note":"s3cret-token"}'].entries())
      await test.library.history.append({
        id: idOf(n),
        draft: unified,
        countsAs: 'POST',
        envelope,
        idempotency,
        result: null,
        body: null
      })
    const exact = await Promise.all([0, 1].map(async (n) => (await test.library.history.find(idOf(n)))?.isExact))
    expect(exact).toEqual([true, false])
  })

  it('marks what the end of the app cut off: a write unknown, a read failed', async () => {
    await test.begin(1, { method: 'POST' })
    await test.begin(2, { method: 'GET' })
    await test.begin(
      3,
      { method: 'GET', headers: [{ name: 'X-HTTP-Method-Override', value: 'DELETE', enabled: true }] },
      'DELETE'
    )
    expect((await list()).map(({ outcome }) => outcome)).toEqual([null, null, null])
    await test.restart()
    const outcomes = Object.fromEntries((await list()).map(({ id, outcome }) => [id, outcome]))
    expect(outcomes).toEqual({ [idOf(1)]: 'unknown', [idOf(2)]: 'failed', [idOf(3)]: 'unknown' })
    expect(await test.library.history.get(idOf(1))).toMatchObject({ result: null, body: null })
  })

  it('@fault says that one ended, to whoever shows it, also where its body cannot be kept', async () => {
    await test.send(2)
    expect(test.ended).toEqual([idOf(2)])
    writeFileSync(test.bodies, 'in the way of the folder')
    await test.begin(1)
    await expect(test.library.history.complete(idOf(1), resultOf(1), big)).rejects.toThrow()
    expect(test.ended).toEqual([idOf(2), idOf(1)])
    expect(await test.library.history.get(idOf(1))).toMatchObject({ result: { outcome: 'answered' }, body: null })
  })

  it('hides every spelling of a secret in a body it opens in a later run, the longer before the shorter', async () => {
    test.secrets.add('ct_secret').add('ct_secret_of_acme')
    const id = await test.send(1, {}, { body: Buffer.from('{"é":["\\u0063t_secret_of_acme","ct_secret"]}') })
    await test.restart()
    const { responses } = testViews(() => test.known.shared)
    const body = await test.library.history.body(id)
    if (!body) throw new Error('It was kept.')
    responses.put({ body, contentType: 'application/json', suggestedName: '', complete: true }, id)
    expect((await responses.get(id)).hidden).toEqual(['\\u0063t_secret_of_acme', 'ct_secret'])
    expect(test.onDisk()).not.toContain('ct_secret')
  })

  it('@attack keeps no known token of a path, a header or an answer, be it sealed', async () => {
    test.secrets.add('s3cret-token')
    const headers = [{ name: 'x', value: 's3cret-token', enabled: true }]
    const result = { path: '/a/s3cret-token', headers: [['x', 's3cret-token']] as [string, string][] }
    const id = await test.send(1, { path: '/a/s3cret-token', headers }, { result })
    expect(JSON.stringify([await test.library.history.get(id), await list()])).not.toContain('s3cret-token')
    expect((await list())[0]?.draft.path).toBe('/a/[token]')
  })

  it('opens nothing that was moved to another entry', async () => {
    await test.send(1)
    await test.send(2)
    const other = test.desk.getSent({ id: idOf(2) })?.request
    test.desk.removeSent({ workspaceId, id: idOf(1) })
    if (!other) throw new Error('It was kept.')
    const row = { id: idOf(1), workspaceId, at: 1, isRead: true, head: '{}', words: '' }
    test.desk.beginSent({ ...row, parts: [other] })
    await expect(test.library.history.get(idOf(1))).rejects.toMatchObject({ code: 'internal' })
  })
})

describe('finding sends', () => {
  const connector = { ...(draft.connector as NonNullable<typeof draft.connector>), endUser: 'ÄRZTEHAUS\u0000 West' }

  it.each([
    ['post', 1],
    ['employees/7', 1],
    ['ärztehaus west', 1],
    ['personio HRIS:c1', 1],
    ['acme-1', 1],
    ['eu', 1],
    ['unknown', 1],
    ['502', 1],
    ['salary', 0],
    ['post get', 0],
    ['', 1],
    ['%', 0]
  ])('by "%s"', async (text, count) => {
    const change = { method: 'POST', path: '/employees/{{id}}', connector, region: 'eu' } as const
    await test.send(1, change, { result: { outcome: 'unknown', status: 502, path: '/employees/7?pay=salary' } })
    expect(await list(text)).toHaveLength(count)
  })

  it('pages newest first, and loses none of the same ms', async () => {
    for (let number = 1; number <= 7; number++) {
      if (number !== 4 && number !== 5) test.clock.time += 1_000
      await test.send(number)
    }
    const pages: string[][] = []
    for (let before: number | undefined; ;) {
      const page = await list('', { limit: 3, ...(before !== undefined && { before }) })
      if (page.length === 0) break
      pages.push(page.map(({ id }) => id))
      before = page.at(-1)?.askedAt
    }
    expect(pages.flat().sort()).toEqual([1, 2, 3, 4, 5, 6, 7].map(idOf))
    expect(pages[0]).toEqual([idOf(7), idOf(6), idOf(5), idOf(4), idOf(3)])
  })

  it('shows a workspace its own sends only', async () => {
    await test.send(1, { workspaceId: otherWorkspace })
    expect(await ids()).toEqual([])
  })
})

describe('forgetting', () => {
  it('leaves nothing of one or all: no row, no file, no body in memory', async () => {
    await test.send(1, { path: '/first-path' }, { body: big })
    await test.send(2, { path: '/second-path' }, { body: big })
    await test.send(3, { workspaceId: otherWorkspace })
    await test.library.history.forgetEntry(otherWorkspace, idOf(1))
    expect(await ids()).toHaveLength(2)
    await test.library.history.forgetEntry(workspaceId, idOf(1))
    expect(test.bodyFiles()).toHaveLength(1)
    expect(test.dropped).toContain('response-1')
    expect(await test.library.history.forgetAll(workspaceId)).toBe(1)
    expect(test.bodyFiles()).toEqual([])
    expect(test.dropped).toContain('response-2')
    for (const path of ['/first-path', '/second-path']) expect(test.onDisk()).not.toContain(path)
    expect(await test.library.history.get(idOf(3))).not.toBeNull()
  })

  it('keeps nothing of a send that is forgotten while it runs', async () => {
    await test.begin(1)
    await test.library.history.forgetAll(workspaceId)
    await test.library.history.complete(idOf(1), resultOf(1), big)
    expect([await ids(), test.bodyFiles()]).toEqual([[], []])
  })

  it('drops what is old, then the oldest bodies beyond the room there is, never what runs', async () => {
    await test.begin(1)
    await test.send(2)
    test.clock.time += 31 * day
    expect(await test.library.history.pruneNow()).toBe(1)
    for (const number of [3, 4, 5]) {
      test.clock.time += 1
      await test.send(number, {}, { body: big })
    }
    expect(await ids()).toEqual([5, 4, 3, 1].map(idOf))
    test.room = 2.6e6
    expect(await test.library.history.pruneNow()).toBe(0)
    expect((await list()).map(({ id, bodyDropped }) => [id, bodyDropped])).toEqual([
      [idOf(5), null],
      [idOf(4), null],
      [idOf(3), 2.6e6],
      [idOf(1), null]
    ])
    expect(test.bodyFiles()).toHaveLength(2)
    expect(await test.library.history.get(idOf(3))).toMatchObject({ result: { status: 200 }, body: null })
    const { used, room } = await test.library.history.room()
    expect(room).toBe(2.6e6)
    expect(used).toBeGreaterThan(2 * big.length)
    expect(used).toBeLessThanOrEqual(room)
  })

  it('keeps to its room while sends come, and drops their requests only where those alone are too large', async () => {
    test.room = 3e6
    for (const number of [1, 2, 3, 4]) await test.send(number, {}, { body: big })
    expect(await ids()).toEqual([4, 3, 2, 1].map(idOf))
    expect(test.bodyFiles()).toHaveLength(2)
    test.room = 1_500
    await test.library.history.pruneNow()
    expect(test.bodyFiles()).toEqual([])
    const { used } = await test.library.history.room()
    expect(used).toBeLessThanOrEqual(1_500)
    expect((await ids()).at(0)).toBe(idOf(4))
  })

  it('sweeps files that no send names, and leaves others alone', async () => {
    await test.send(1, {}, { body: big })
    writeFileSync(join(test.bodies, idOf(99)), 'left by a kill')
    writeFileSync(join(test.bodies, 'notes.txt'), 'somebody’s')
    mkdirSync(join(test.bodies, 'folder'))
    await test.restart()
    await test.library.tidy()
    expect(test.bodyFiles()).toHaveLength(3)
    expect(test.bodyFiles()).not.toContain(idOf(99))
  })

  it('sweeps nothing while the profile’s own database is not the one that answers', async () => {
    await test.send(1, {}, { body: big })
    test.keeping = { keeping: 'no', reason: 'newer', message: 'Newer.', setAside: null }
    test.desk.removeEncrypted()
    await test.library.tidy()
    expect(test.bodyFiles()).toHaveLength(1)
  })
})

describe('without a key', () => {
  it.each(['locked', 'missing'] as const)(
    'keeps sends of this run in memory while the keychain is %s',
    async (state) => {
      test.keychain.state = state
      await test.restart()
      expect(test.library.keeping()).toMatchObject({ keeping: 'memory', reason: `keychain-${state}` })
      const id = await test.send(1, { path: '/only-here' }, { body: big })
      expect((await test.library.history.get(id))?.body?.equals(big)).toBe(true)
      expect(await ids('only-here')).toEqual([id])
      expect(test.onDisk()).not.toContain('/only-here')
      expect(test.bodyFiles()).toEqual([])
      expect(await test.library.history.forgetAll(workspaceId)).toBe(1)
      expect(await ids()).toEqual([])
    }
  )

  it('lists what was sealed before, reads it once unlocked, and seals what is new from then on', async () => {
    const before = await test.send(1)
    const key = test.keychain.secrets.get(historyKeyAccount)
    test.keychain.state = 'locked'
    await test.restart()
    await test.send(2)
    expect(await ids()).toEqual([2, 1].map(idOf))
    await expect(test.library.history.get(before)).rejects.toMatchObject({ code: 'keychain-locked' })
    await test.begin(3)

    test.keychain.state = 'unlocked'
    await test.keychainAnswers()
    expect(test.announced.at(-1)).toEqual({ keeping: 'sealed', reason: null, message: '' })
    expect(test.keychain.secrets.get(historyKeyAccount)).toBe(key)
    expect((await test.library.history.get(before))?.body?.toString()).toBe('{"salary":7}')
    await test.library.history.complete(idOf(3), resultOf(3), null)
    await test.send(4)
    expect(await ids()).toEqual([4, 3, 2, 1].map(idOf))
    await test.restart()
    expect(await ids()).toEqual([4, 1].map(idOf))
  })

  it('does not wait for a keychain that does not answer', async () => {
    test.keychain.check = () => new Promise(() => undefined)
    test.desk.close()
    void test.open()
    await test.send(1)
    expect(test.library.keeping()).toMatchObject({ keeping: 'memory', reason: 'keychain-locked' })
    expect(await ids()).toEqual([idOf(1)])
  })

  it('makes a new key for a lost one only when asked, and gives up what the old one sealed', async () => {
    await test.send(1, {}, { body: big })
    await expect(test.library.startOver()).rejects.toMatchObject({ code: 'outdated' })
    test.keychain.secrets.clear()
    await test.restart()
    expect(test.library.keeping()).toMatchObject({ keeping: 'memory', reason: 'lost' })
    expect(test.keychain.secrets.size).toBe(0)
    expect(await ids()).toEqual([idOf(1)])
    expect(await test.library.startOver()).toMatchObject({ keeping: 'sealed' })
    expect([await ids(), test.bodyFiles()]).toEqual([[], []])
    await test.send(2)
    await test.restart()
    expect((await test.library.history.get(idOf(2)))?.body).not.toBeNull()
  })

  it('says where the disk does not take a send, which is kept for this run', async () => {
    test.desk.beginSent = () => {
      throw new Error('no such table: sent')
    }
    const id = await test.send(1)
    expect(test.announced.at(-1)).toMatchObject({ keeping: 'memory', reason: 'storage' })
    expect(test.library.keeping().message).toBe(
      'The request could not be saved in the history: no such table: sent. It is lost when the app quits.'
    )
    expect((await test.library.history.get(id))?.result?.status).toBe(200)
  })

  it('goes on in memory where the disk is at fault, and says so', async () => {
    test.keeping = { keeping: 'no', reason: 'stopped', message: 'Stopped.', setAside: null }
    for (const method of ['beginSent', 'listSent', 'getSent', 'sentPart'] as const) {
      test.desk[method] = () => {
        throw new Error('Gone.')
      }
    }
    const id = await test.send(1)
    expect(test.library.keeping()).toEqual({ keeping: 'memory', reason: 'storage', message: 'Stopped.' })
    expect(await ids()).toEqual([id])
    expect((await test.library.history.get(id))?.result?.status).toBe(200)
  })
})
