import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openLog } from './log'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'desk-log-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const redact = (text: string) => text.replaceAll('hush', '[token]')

it('writes redacted lines into a file only its owner may read', () => {
  const file = join(folder, 'logs', 'main.log')
  openLog(file, redact)('It broke with hush', new Error('hush too'))
  expect(readFileSync(file, 'utf8')).toMatch(/It broke with \[token\]: Error: \[token\] too/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('keeps one older file when it has grown', () => {
  const file = join(folder, 'main.log')
  writeFileSync(file, 'x'.repeat(1_000_001))
  openLog(file, redact)('next')
  expect(statSync(`${file}.1`).size).toBe(1_000_001)
  expect(readFileSync(file, 'utf8')).toMatch(/next\n$/)
})

it('does not fail where nothing can be written', () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  writeFileSync(join(folder, 'file'), '')
  openLog(join(folder, 'file', 'main.log'), redact)('hush')
  expect(complaint).toHaveBeenCalledExactlyOnceWith('[token]')
  complaint.mockRestore()
})
