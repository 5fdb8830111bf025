import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readChosen } from './chosen-file'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chosen-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

it('reads all of a file, up to a size', async () => {
  const path = join(folder, 'ids.csv')
  writeFileSync(path, 'a\nb')
  expect((await readChosen(path, 3)).toString()).toBe('a\nb')
  await expect(readChosen(path, 2)).rejects.toMatchObject({
    code: 'too-large',
    message: expect.stringMatching(/^ids.csv is larger/) as string
  })
})

it('does not wait for the other end of a pipe', async () => {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  await expect(readChosen(path, 10)).rejects.toMatchObject({ code: 'invalid-input', message: 'pipe is not a file.' })
})

it.each(['', 'missing'])('says that “%s” cannot be read', async (name) => {
  await expect(readChosen(join(folder, name), 10)).rejects.toMatchObject({ code: 'invalid-input' })
})
