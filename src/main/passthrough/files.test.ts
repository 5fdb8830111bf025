import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors'
import type { Part } from '../../shared/passthrough/passthrough'
import { ChosenFiles, sentFiles } from './files'
import { Responses } from '../viewer/responses'
import { writeWhole } from '../app/file-dialogs'
import { suggestedName } from './suggested-name'
import { draft } from './testing'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'passthrough-'))
})
afterEach(() => rm(folder, { recursive: true }))

const bytes = Buffer.from(Array.from({ length: 512 }, (_, n) => n % 256))

describe('saving a body', () => {
  it('writes every byte, for its owner only, and leaves nothing beside it', async () => {
    const file = join(folder, 'a.bin')
    await writeWhole(file, bytes)
    expect(await readFile(file)).toEqual(bytes)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['a.bin'])
  })

  it('replaces a file whole', async () => {
    const file = join(folder, 'a.bin')
    await writeFile(file, 'x'.repeat(10_000), { mode: 0o644 })
    await writeWhole(file, bytes)
    expect(await readFile(file)).toEqual(bytes)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('keeps the file that is there where the text breaks off', async () => {
    const file = join(folder, 'a.csv')
    await writeFile(file, 'whole')
    async function* broken() {
      yield 'half'
      throw new AppError('not-found', 'Gone.')
    }
    await expect(writeWhole(file, broken())).rejects.toMatchObject({ code: 'not-found' })
    expect(await readFile(file, 'utf8')).toBe('whole')
    expect(await readdir(folder)).toEqual(['a.csv'])
  })

  it('@attack follows and replaces no link', async () => {
    await writeFile(join(folder, 'precious'), 'kept')
    await symlink(join(folder, 'precious'), join(folder, 'link'))
    await symlink(join(folder, 'nowhere'), join(folder, 'dangling'))
    for (const name of ['link', 'dangling']) {
      await expect(writeWhole(join(folder, name), bytes)).rejects.toMatchObject({ code: 'file-conflict' })
    }
    expect(await readFile(join(folder, 'precious'), 'utf8')).toBe('kept')
    expect(await readdir(folder)).toEqual(['dangling', 'link', 'precious'])
  })

  it.each([
    ['', 'file-conflict'],
    ['missing/a.bin', 'file-refused']
  ])('says why it cannot write to “%s”', async (name, code) => {
    await expect(writeWhole(join(folder, name), bytes)).rejects.toMatchObject({ code })
    expect(await readdir(folder)).toEqual([])
  })
})

describe('a chosen file', () => {
  const partsOf = (...files: Part['content'][]) => ({
    ...draft,
    body: { kind: 'parts' as const, parts: files.map((content) => ({ name: 'f', enabled: true, content })) }
  })

  it('is named by a handle and read when it is sent', async () => {
    const files = new ChosenFiles()
    await writeFile(join(folder, 'cv.pdf'), bytes)
    const file = await files.add(join(folder, 'cv.pdf'))
    expect(file).toMatchObject({ name: 'cv.pdf', bytes: 512 })
    expect(JSON.stringify(file)).not.toContain(folder)
    await writeFile(join(folder, 'cv.pdf'), 'changed')
    const contents = await files.contents(partsOf({ kind: 'file', file }, { kind: 'text', value: 'x' }))
    expect([...contents]).toEqual([[file.ref, Buffer.from('changed').toString('base64')]])
    const foreign = { ...file, ref: 'of-an-earlier-run' }
    expect((await files.contents(partsOf({ kind: 'file', file: foreign }))).size).toBe(0)
  })

  it.each([
    ['PDF', '%PDF-1.7\n'],
    ['ZIP or Office file', 'PK\x03\x04'],
    ['text', 'Zoë, 17'],
    ['binary', Buffer.from([0xff, 0, 0xfe])]
  ])('@attack is confirmed as what it is (%s), whatever its name says', (type, content) => {
    const held = Buffer.from(content)
    const file = { ref: 'r', name: 'cv.png', bytes: 1 }
    const contents = new Map([['r', held.toString('base64')]])
    const sent = partsOf({ kind: 'file', file })
    expect(sentFiles(sent, contents)).toEqual([
      { name: 'cv.png', type, bytes: held.length, digest: createHash('sha256').update(held).digest('hex') }
    ])
    expect(sentFiles(sent, new Map())).toEqual([])
  })

  it('must be a file, and there, and not too large', async () => {
    const files = new ChosenFiles()
    await writeFile(join(folder, 'large'), Buffer.alloc(32e6 + 1))
    for (const path of [folder, join(folder, 'missing'), join(folder, 'large')]) {
      await expect(files.add(path)).rejects.toMatchObject({ code: 'invalid-input' })
    }
  })
})

it('keeps a bounded number of bodies and bytes, those used last', async () => {
  const gone: string[] = []
  const responses = new Responses((id) => gone.push(id), undefined, { count: 3, bytes: 100, atHand: 0 })
  const put = (id: string, size: number) =>
    responses.put({ body: Buffer.alloc(size), contentType: '', suggestedName: '', complete: true, hidden: [] }, id)
  for (const id of ['a', 'b', 'c']) put(id, 10)
  responses.use('a')
  put('d', 10)
  expect(gone).toEqual(['b'])
  put('e', 500)
  expect(gone).toEqual(['b', 'c', 'a', 'd'])
  expect((await responses.get('e')).body).toHaveLength(500)
  await expect(responses.get('a')).rejects.toMatchObject({ code: 'not-found' })
})

it('keeps the body used last of those that can be read again, and reads the others when they are asked for', async () => {
  const gone: string[] = []
  const read: string[] = []
  const responses = new Responses((id) => gone.push(id), undefined, { count: 9, bytes: 100, atHand: 15 })
  const facts = { contentType: '', suggestedName: '', complete: true, hidden: ['x'] }
  const again = (id: string) => async () => {
    read.push(id)
    return id === 'lost' ? null : Buffer.from(`${id}          `)
  }
  for (const id of ['a', 'b']) responses.put({ ...facts, body: Buffer.from(`${id}          `) }, id, again(id))
  responses.put({ ...facts, body: Buffer.alloc(11) }, 'lost')
  responses.keptElsewhere('lost', again('lost'))
  responses.put({ ...facts, body: Buffer.alloc(11) }, 'only here')
  expect(await responses.get('a')).toMatchObject({ id: 'a', hidden: ['x'], body: Buffer.from('a          ') })
  await responses.get('a')
  expect(read).toEqual(['a'])
  await responses.get('b')
  await expect(responses.get('lost')).rejects.toMatchObject({ code: 'not-found' })
  expect(await responses.get('only here')).toMatchObject({ body: Buffer.alloc(11) })
  expect([read, gone]).toEqual([['a', 'b', 'lost'], ['lost']])
})

it('gives no answer that is forgotten while it is read', async () => {
  const responses = new Responses(undefined, undefined, { count: 9, bytes: 100, atHand: 1 })
  const facts = { contentType: '', suggestedName: '', complete: true, hidden: [] }
  let came = (_: Buffer) => {}
  const read = new Promise<Buffer>((resolve) => (came = resolve))
  responses.put({ ...facts, body: Buffer.from('salaries') }, 'a', () => read)
  responses.put({ ...facts, body: Buffer.from('other') }, 'b')
  const asked = responses.get('a')
  responses.drop('a')
  came(Buffer.from('salaries'))
  await expect(asked).rejects.toMatchObject({ code: 'not-found' })
})

it.each([
  [{ 'content-disposition': 'attachment; filename="Report 1.pdf"' }, '/x', 'Report 1.pdf'],
  [{ 'content-disposition': "attachment; filename=a.txt; filename*=UTF-8''%C3%BCber.txt" }, '/x', 'über.txt'],
  [{ 'content-disposition': 'attachment; filename="../../etc/passwd"' }, '/x', 'passwd'],
  [{ 'content-disposition': 'attachment; filename="..\\\\..\\\\evil.exe"' }, '/x', 'evil.exe'],
  [{ 'content-disposition': 'attachment; filename="NUL"' }, '/x', '_NUL'],
  [{ 'content-disposition': 'attachment; filename="cod\u202egpj.exe"' }, '/x', 'codgpj.exe'],
  [{ 'content-disposition': 'attachment; filename=".bashrc"' }, '/x', 'bashrc'],
  [{ 'content-type': 'application/json; charset=utf-8' }, '/v1/employees', 'employees.json'],
  [{ 'content-type': 'application/hal+json' }, '/', 'response.json'],
  [{}, '/files/photo.png', 'photo.png'],
  [{}, '/files/7', '7.bin']
])('suggests a harmless file name: %j %s', (headers, path, expected) => {
  expect(suggestedName(headers as Record<string, string>, path, 'BINARY')).toBe(expected)
})
