import type { Folder, SavedHead } from '../../../shared/passthrough/library'
import { copy } from '../kit/clipboard'
import { safeString } from '../kit/safe-text'
import type { Bench } from './bench.svelte'
import type { FolderRow, SavedTree } from './saved.svelte'
import type { ContextEntry } from '../kit/context-menu.svelte'
import { isRead } from '../../../shared/passthrough/passthrough'
import { libraryWords } from './words/library'
import { manyWords } from './words/many'

const words = libraryWords.saved

export interface Naming {
  title: string
  name: string
  submit: string
  act: (name: string) => Promise<unknown>
}

export interface Deletion {
  title: string
  consequence: string
  button: string
  act: () => Promise<void>
}

interface Asks {
  isShared: boolean
  /** undefined if the team's items can be changed */
  readOnly: string | undefined
  /** For a saved request. */
  copyLink: (id: string) => ContextEntry[]
  name: (naming: Naming) => void
  delete: (deletion: Deletion) => void
}

/** A viewer cannot delete the team's items: they would come back. */
const unlessShared = (isShared: boolean, { readOnly }: Asks) =>
  isShared && readOnly !== undefined ? { disabled: true, why: readOnly } : {}

export const newFolder = ({ saved }: Bench, parent: Folder | null): Naming => ({
  title: parent ? words.newFolderIn(parent.name) : words.newFolder,
  name: '',
  submit: words.create,
  act: (name) => saved.saveFolder(name, parent?.id ?? null)
})

export function folderActs(bench: Bench, { folder, requests, isShared }: FolderRow, ask: Asks): ContextEntry[] {
  const { saved } = bench
  const rename: Naming = {
    title: words.renameTitle(folder.name),
    name: folder.name,
    submit: libraryWords.name.submit,
    act: (name) => saved.saveFolder(name, folder.parentId, folder.id)
  }
  return [
    { label: words.newFolderInside, run: () => ask.name(newFolder(bench, folder)) },
    { label: words.rename, run: () => ask.name(rename) },
    { label: words.exportFolder, run: () => void saved.exportFolder(folder.id), apart: true },
    { label: words.exportPostman, run: () => void saved.exportFolder(folder.id, 'postman') },
    { label: words.importFolder, run: () => void saved.importFolder(folder.id) },
    {
      label: words.delete,
      run: () => ask.delete(deleteFolder(saved, folder, requests, ask.isShared)),
      ...unlessShared(isShared, ask),
      apart: true
    }
  ]
}

export function requestActs(bench: Bench, request: SavedHead, ask: Asks): ContextEntry[] {
  const { saved } = bench
  const rename: Naming = {
    title: words.renameTitle(request.name),
    name: request.name,
    submit: libraryWords.name.submit,
    act: (name) => saved.move(request, name, request.folderId)
  }
  return [
    { label: words.open, run: () => void bench.openSaved(request.id) },
    { label: manyWords.askMany, run: () => void bench.askMany(request), disabled: !isRead(request.method) },
    { label: words.rename, run: () => ask.name(rename) },
    { label: words.duplicate, run: () => void saved.duplicate(request) },
    { label: words.copyPath, run: () => void copy(request.path), apart: true },
    ...ask.copyLink(request.id),
    {
      label: words.delete,
      run: () => ask.delete(deleteRequest(saved, request, ask.isShared && request.stays === undefined)),
      ...unlessShared(request.shared === true, ask),
      apart: true
    }
  ]
}

/** @param isShared true if the team loses it too */
const deleteFolder = (saved: SavedTree, folder: Folder, requests: number, isShared: boolean): Deletion => ({
  title: libraryWords.deletion.folder.title(safeString(folder.name, 60)),
  consequence: libraryWords.deletion.folder.consequence(requests, isShared),
  button: libraryWords.deletion.folder.button,
  act: () => saved.removeFolder(folder.id)
})

/** @param isShared true if the team loses it too */
const deleteRequest = (saved: SavedTree, request: SavedHead, isShared: boolean): Deletion => ({
  title: libraryWords.deletion.request.title(safeString(request.name, 60)),
  consequence: libraryWords.deletion.request.consequence(isShared),
  button: libraryWords.deletion.request.button,
  act: () => saved.remove(request.id)
})
