import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Spill, tidySpills } from './spill'

let folder: string
let spill: Spill | undefined
const inside = () => join(folder, 'spill')

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'connector-desk-spill-'))))
afterEach(async () => {
  await spill?.remove()
  rmSync(folder, { recursive: true })
})

const make = async () => (spill = await Spill.make(inside(), 'walk'))
/** 210 kB: memory no longer has the first of sixty pages. */
const linesOf = (page: number) =>
  Array.from({ length: 3 }, (_, at) => JSON.stringify({ page, at, pad: 'x'.repeat(70_000) }))
const textOf = (page: number) => Buffer.from(linesOf(page).join('\n'))
const text = async (chunk: number) => (await spill?.read(chunk))?.lines.toString()

describe('a spill', () => {
  it('that is removed meanwhile says so', async () => {
    const made = await make()
    await made.append(1, textOf(1), 3)
    await made.remove()
    await expect(made.read(0)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('brings every page back, also those long out of memory', async () => {
    const made = await make()
    for (let page = 1; page <= 60; page++) await made.append(page, textOf(page), 3)
    await made.append(61, Buffer.alloc(0), 0)
    expect([made.chunks, made.rows]).toEqual([60, 180])
    for (const chunk of [0, 1, 29, 59, 0]) expect(await text(chunk)).toBe(linesOf(chunk + 1).join('\n'))
    expect([0, 2, 3, 179].map((row) => made.chunkOf(row))).toEqual([0, 0, 1, 59])
    expect(await made.read(2)).toMatchObject({ firstRow: 6, rows: 3, page: 3 })
    await expect(made.read(60)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('reads the last page from memory only, and none once it is removed', async () => {
    const made = await make()
    for (const page of [1, 2]) await made.append(page, textOf(page), 3)
    const { file } = made as unknown as { file: FileHandle }
    const read = vi.spyOn(file, 'read')
    expect([await text(1), read.mock.calls.length]).toEqual([linesOf(2).join('\n'), 0])
    expect([await text(0), read.mock.calls.length > 0]).toEqual([linesOf(1).join('\n'), true])
    await made.remove()
    await expect(made.read(1)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('is read while it is written', async () => {
    const made = await make()
    await made.append(1, textOf(1), 3)
    const [first] = await Promise.all([text(0), made.append(2, textOf(2), 3)])
    expect(first).toBe(linesOf(1).join('\n'))
    expect(await text(1)).toBe(linesOf(2).join('\n'))
  })

  it('is readable by its owner only and reveals nothing', async () => {
    await (await make()).append(1, textOf(1), 3)
    const file = join(inside(), 'walk.spill')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(inside()).mode & 0o777).toBe(0o700)
    expect(readFileSync(file, 'latin1')).not.toContain('page')
  })

  it('keeps what came where the disk is full, and says so', async () => {
    const made = await make()
    await made.append(1, textOf(1), 3)
    const { file } = made as unknown as { file: FileHandle }
    const full = vi.spyOn(file, 'write').mockRejectedValue(Object.assign(new Error('no space'), { code: 'ENOSPC' }))
    await expect(made.append(2, textOf(2), 3)).rejects.toMatchObject({
      code: 'disk-full',
      message: expect.stringContaining('disk is full')
    })
    full.mockRestore()
    expect([made.chunks, made.rows, await text(0)]).toEqual([1, 3, linesOf(1).join('\n')])
  })

  it('refuses what was changed in its file', async () => {
    const made = await make()
    for (let page = 1; page <= 60; page++) await made.append(page, textOf(page), 3)
    const file = join(inside(), 'walk.spill')
    const bytes = readFileSync(file)
    bytes[50] = (bytes[50] ?? 0) ^ 1
    writeFileSync(file, bytes)
    await expect(made.read(0)).rejects.toMatchObject({ code: 'internal' })
  })

  it('@attack follows no link and takes no file that is there', async () => {
    mkdirSync(inside())
    symlinkSync(join(folder, 'precious'), join(inside(), 'walk.spill'))
    await expect(make()).rejects.toMatchObject({ code: 'file-conflict' })
    rmSync(inside(), { recursive: true })
    mkdirSync(join(folder, 'elsewhere'))
    symlinkSync(join(folder, 'elsewhere'), inside())
    await expect(make()).rejects.toMatchObject({ code: 'file-conflict' })
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual([])
  })
})

describe('at the start', () => {
  it('leftovers are removed, and nothing else', async () => {
    await tidySpills(inside())
    mkdirSync(inside())
    writeFileSync(join(inside(), 'old.spill'), 'noise')
    writeFileSync(join(inside(), 'mine.txt'), 'kept')
    await tidySpills(inside())
    expect(readdirSync(inside())).toEqual(['mine.txt'])
  })

  it('@attack a folder that is a link is left alone', async () => {
    mkdirSync(join(folder, 'elsewhere'))
    writeFileSync(join(folder, 'elsewhere', 'a.spill'), 'theirs')
    symlinkSync(join(folder, 'elsewhere'), inside())
    await tidySpills(inside())
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual(['a.spill'])
  })
})
