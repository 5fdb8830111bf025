import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '../../../practice/faults'
import type { AppError } from '../../../shared/errors'
import { place } from '../testing'
import { documentsPath, type Downloading } from './records'
import { testRecords, type TestRecords } from './testing'

let test: TestRecords
let key: string
let id: string
let name: string
let file: string
beforeEach(async () => {
  test = await testRecords()
  key = test.keyOf('HRIS')
  const [record] = await test.list(documentsPath, key)
  id = String(record?.['id'])
  name = String(record?.['name'])
  file = test.chosen = join(test.folder, 'document.pdf')
})
afterEach(() => test.remove())

const told: Downloading[] = []
const download = (signal = new AbortController().signal) =>
  test.records.download({ place, connectorKey: key, id }, signal, (progress) => told.push(progress))
const fails = (signal?: AbortSignal) =>
  download(signal).then(
    () => expect.fail('it was written'),
    (error: unknown) => error as AppError
  )
const faults = (...all: Fault[]) => test.service.set({ faults: all })
const left = () => readdirSync(test.folder)
const offered = (body: object): Fault => ({ name: 'status', path: `${id}/download`, status: 200, body })

describe('a document', () => {
  it('is written whole to the chosen file, under the name the service gives', async () => {
    expect(await download()).toEqual({ file, bytes: readFileSync(file).length })
    expect(readFileSync(file, 'utf8')).toContain(`practice document ${id}`)
    expect(test.suggested).toEqual([name])
    expect(left()).toEqual(['document.pdf'])
    expect(told.at(-1)).toEqual({ bytes: readFileSync(file).length, size: readFileSync(file).length })
  })

  it('is not asked for where no file is chosen', async () => {
    test.chosen = null
    expect(await download()).toBeNull()
    expect(test.service.requests.filter(({ path }) => path.startsWith('/files/'))).toHaveLength(0)
  })

  it('gets a name that is no path', async () => {
    const { url } = test.service
    faults(offered({ url: `${url}/files/x`, filename: '../../..\\con.pdf\u202e' }))
    await fails()
    expect(test.suggested).toEqual(['_con.pdf'])
  })

  it('gets a new address where the dialog took longer than the first one held', async () => {
    const { now } = test.clock
    const choose = test.chosen
    Object.defineProperty(test, 'chosen', {
      get() {
        test.clock.now = () => now() + 290_001
        return choose
      }
    })
    expect(await download()).toMatchObject({ file })
    expect(test.service.requests.filter(({ path }) => path.endsWith('/download'))).toHaveLength(2)
  })
})

describe('a file that does not come leaves nothing behind', () => {
  it.each<[string, Fault, string]>([
    ['its address has expired', { name: 'status', path: '/files/', status: 403 }, 'refused the address'],
    ['its host does not have it', { name: 'status', path: '/files/', status: 404 }, 'does not have it any more'],
    ['its host sends on', { name: 'redirect', path: '/files/' }, 'does not follow'],
    ['its host fails', { name: 'status', path: '/files/', status: 500 }, 'answered 500'],
    ['it breaks off', { name: 'truncated', path: '/files/' }, 'At the host of the file:'],
    ['the connection is reset', { name: 'reset', path: '/files/' }, 'At the host of the file:']
  ])('%s', async (_, fault, words) => {
    faults(fault)
    const error = await fails()
    expect(error.code).toBe('no-file')
    expect(error.message).toContain(words)
    expect(left()).toEqual([])
  })

  it.each([
    ['not an address', {}],
    ['an address readable for others', { url: 'http://files.example/x' }],
    ['an address with a password', { url: 'https://me:you@files.example/x' }],
    ['a file of the computer', { url: 'file:///etc/passwd' }]
  ])('the service gives %s', async (_, body) => {
    faults(offered(body))
    expect(await fails()).toMatchObject({ code: 'no-file' })
    expect([left(), test.suggested]).toEqual([[], []])
  })

  it.each(['', 'http://localhost:631/admin', 'https://127.0.0.1:8443/x', 'http://[::1]:2375/info'])(
    '@attack a service elsewhere gives an address on this computer: %s',
    async (address) => {
      const { send } = test.client
      test.workspaces.target = async () => ({ ...test.target, baseUrl: 'https://api.example.com' })
      test.client.send = (_, call) => send(test.target, call)
      faults(offered({ url: address || `${test.service.url}/files/x` }))
      expect(await fails()).toMatchObject({ code: 'no-file', message: expect.stringContaining('does not open') })
      expect([left(), test.suggested]).toEqual([[], []])
      expect(test.service.requests.filter(({ path }) => path.startsWith('/files/'))).toEqual([])
    }
  )

  it('fewer bytes come than the service said', async () => {
    const answer = await fetch(`${test.service.url}${documentsPath}/${id}/download`, {
      headers: {
        authorization: `Bearer ${test.service.bearerToken}`,
        'x-connector-token': (await test.finder.find(null, null, key)).token
      }
    })
    faults(offered({ ...((await answer.json()) as object), size_bytes: 5_000 }))
    expect((await fails()).message).toMatch(/^\d+ of 5,000 bytes came\.$/)
    expect(left()).toEqual([])
  })

  it('it is larger than any document: it is not begun, or ends at the bound', async () => {
    faults(offered({ url: `${test.service.url}/files/x`, size_bytes: 2e9 }))
    expect(await fails()).toMatchObject({ code: 'too-large' })
    expect([left(), test.suggested]).toEqual([[], []])
  })

  it('the operator cancels meanwhile', async () => {
    faults({ name: 'hang', path: '/files/' })
    const controller = new AbortController()
    const failing = fails(controller.signal)
    await expect.poll(() => test.service.requests.some(({ path }) => path.startsWith('/files/')) || left()).toBeTruthy()
    controller.abort()
    expect(await failing).toMatchObject({ code: 'cancelled' })
    expect(left()).toEqual([])
  })

  it('the file of that name stays as it is', async () => {
    writeFileSync(file, 'mine')
    faults({ name: 'truncated', path: '/files/' })
    await fails()
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect(existsSync(`${file}.part`)).toBe(false)
  })
})

describe('a document that is opened', () => {
  it('comes with its state and, where it was parsed, its data', async () => {
    const all = await test.list(documentsPath, key)
    const states = await Promise.all(
      all.map(async (one) => {
        const signal = new AbortController().signal
        const { document } = await test.records.open(
          { place, connectorKey: key, path: documentsPath, id: String(one['id']) },
          signal
        )
        return [
          one['data_status'],
          one['is_deleted'],
          one['type'] === 'W4' && one['data_status'] === 'AVAILABLE',
          document
        ]
      })
    )
    for (const [dataStatus, deleted, hasData, document] of states)
      expect(document).toEqual({ dataStatus, deleted, hasData })
  })
})
