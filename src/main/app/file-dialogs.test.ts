import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileDialogs } from './file-dialogs'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-dialogs-'))
  file = join(folder, 'a.csv')
})
afterEach(() => rmSync(folder, { recursive: true }))

const opened = (meanwhile: () => void, isLocked: () => boolean) => {
  const answer = async () => {
    meanwhile()
    return file
  }
  return fileDialogs({ askSave: answer, askOpen: answer, showInFolder: () => undefined }, isLocked)
}

it('a dialog writes to the file that was chosen', async () => {
  const { saveFile, openFile } = opened(
    () => undefined,
    () => false
  )
  expect([await saveFile('a.csv', 'text'), await openFile()]).toEqual([file, file])
  expect(readFileSync(file, 'utf8')).toBe('text')
})

it('@attack a dialog that was open when the app locked chooses nothing, whoever answers it', async () => {
  let locked = false
  const { saveFile, chooseFile, openFile } = opened(
    () => (locked = true),
    () => locked
  )
  expect([await saveFile('a.csv', 'text'), await chooseFile('a.csv'), await openFile()]).toEqual([null, null, null])
  expect(existsSync(file)).toBe(false)
})
