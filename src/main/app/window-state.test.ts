import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Encryption } from '../secrets/encryption'
import { WindowState } from './room'

let folder: string
let file: string
let encryption: Encryption | null
let failures: unknown[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'connector-desk-'))
  file = join(folder, 'window.sealed')
  encryption = new Encryption(Buffer.alloc(32, 1))
  failures = []
})
afterEach(() => rmSync(folder, { recursive: true }))

const start = () =>
  new WindowState({ file, encrypting: async () => encryption, failed: (error) => failures.push(error) })

it('comes back after a kill, and is not readable on disk', async () => {
  const state = start()
  await Promise.all([state.keep('{"text":"Ada"}'), state.keep('{"text":"Ada Lovelace"}')])
  expect(await start().get()).toBe('{"text":"Ada Lovelace"}')
  expect(readFileSync(file, 'latin1')).not.toContain('Ada')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['window.sealed'])
})

it('lives as long as the app while nothing can be sealed', async () => {
  encryption = null
  const state = start()
  await state.keep('of this run')
  expect(await state.get()).toBe('of this run')
  expect(await start().get()).toBeNull()
  expect([readdirSync(folder), failures]).toEqual([[], []])
})

it('is none where it cannot be opened, and a disk that takes nothing is reported', async () => {
  expect(await start().get()).toBeNull()
  writeFileSync(file, 'damaged')
  expect(await start().get()).toBeNull()
  await start().keep('mine')
  encryption = new Encryption(Buffer.alloc(32, 2))
  expect(await start().get()).toBeNull()
  file = join(folder, 'nowhere', 'window.sealed')
  await start().keep('mine')
  expect(failures).toMatchObject([{ code: 'ENOENT' }])
})
