import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileDialogs } from './file-dialogs'

let folder: string
let file: string
let lastFolder: string | null
let asked: (string | null)[]
let shown: string[]
beforeEach(() => {
  lastFolder = null
  asked = []
  shown = []
  folder = mkdtempSync(join(tmpdir(), 'desk-dialogs-'))
  file = join(folder, 'a.csv')
})
afterEach(() => rmSync(folder, { recursive: true }))

const opened = (meanwhile: () => void, isLocked: () => boolean) => {
  const answer = async () => {
    meanwhile()
    return file
  }
  return fileDialogs({
    askSave(_, folder) {
      asked.push(folder)
      return answer()
    },
    askOpen: answer,
    showInFolder: (one) => void shown.push(one),
    isLocked,
    lastFolder: () => lastFolder,
    keepFolder: (folder) => (lastFolder = folder)
  })
}

const unlocked = () =>
  opened(
    () => undefined,
    () => false
  )

it('a dialog writes to the file that was chosen', async () => {
  const { saveFile, openFile } = unlocked()
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
  expect(lastFolder).toBeNull()
})

it('the next save dialog opens in the folder of the last save, and where it was before once that is gone', async () => {
  const exports = join(folder, 'exports')
  mkdirSync(exports)
  const { saveFile, chooseFile } = unlocked()
  file = join(exports, 'a.csv')
  await saveFile('a.csv', 'text')
  await chooseFile('b.csv')
  expect(lastFolder).toBe(exports)
  rmSync(exports, { recursive: true })
  await chooseFile('c.csv')
  expect(asked).toEqual([null, exports, null])
})

it('only a file that was saved since the start is shown in its folder, while it is there', async () => {
  const { saveFile, showSaved } = unlocked()
  await expect(showSaved(import.meta.filename)).rejects.toMatchObject({ code: 'not-found' })
  await saveFile('a.csv', 'text')
  await showSaved(file)
  await expect(showSaved(import.meta.filename)).rejects.toMatchObject({ code: 'not-found' })
  rmSync(file)
  await expect(showSaved(file)).rejects.toThrow('no longer there')
  expect(shown).toEqual([file])
})
