import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors'
import {
  deepestFolder,
  longestName,
  type Exported,
  type Folder,
  type Imported,
  type LibraryTree
} from '../../../shared/passthrough/library'
import type { PassthroughDraft } from '../../../shared/passthrough/passthrough'
import { trimmed } from '../../../shared/scan'
import { readChosen } from '../../base/chosen-file'
import type { Masker } from '../../secrets/masker'
import type { FileDialogs } from '../../viewer/views'
import { cleanText } from '../../base/plain-text'
import { cleanDraft } from './clean-draft'
import { fileLimits, readFolderFile, writeFolderFile, type FolderContent } from './folder-file'
import { depthOf, freeName } from './folders'
import type { SavedLibrary } from './saved-library'

export interface ExchangeParts {
  saved: SavedLibrary
  dialogs: FileDialogs
  masker: Pick<Masker, 'mask' | 'holds'>
}

export class Exchange {
  constructor(private readonly parts: ExchangeParts) {}

  /**
   * @returns null if the operator cancels
   * @throws AppError not-found; leak-refused if the file would hold a known secret; the errors of a missing key
   */
  async exportFolder(workspaceId: string, folderId: string | null): Promise<Exported | null> {
    const { saved, dialogs, masker } = this.parts
    const tree = await saved.tree(workspaceId)
    const folder = tree.folders.find(({ id }) => id === folderId)
    if (folderId !== null && !folder) throw new AppError('not-found', 'This folder was removed.')
    const dropped: string[] = []
    const names: string[] = []
    let requests = 0

    const contentOf = async (id: string | null, name: string): Promise<FolderContent> => {
      const content: FolderContent = { name, folders: [], requests: [] }
      names.push(name)
      for (const one of tree.folders) {
        if (one.parentId === id) content.folders.push(await contentOf(one.id, one.name))
      }
      for (const one of tree.requests) {
        if (one.folderId !== id) continue
        const clean = cleanDraft((await saved.open(workspaceId, one.id)).draft, masker)
        dropped.push(...clean.dropped.map((where) => `${one.name}: ${where}`))
        content.requests.push({ name: one.name, draft: clean.draft })
        names.push(one.name)
        requests++
      }
      return content
    }
    const name = folder?.name ?? 'Requests'
    const content = await contentOf(folderId, name)
    // Everything else in the file is already clean, or fixed by the format, even if a token has the same text.
    if (masker.holds(names.join('\n'))) {
      throw new AppError(
        'leak-refused',
        'A known token would be in the file, in a name: rename it. Nothing was written.'
      )
    }
    const file = await dialogs.saveFile(fileNameOf(name), Buffer.from(writeFolderFile(content)))
    return file === null ? null : { file, requests, dropped }
  }

  /** @returns null if the operator cancels @throws AppError invalid-input with what is wrong */
  async importFolder(workspaceId: string, folderId: string | null): Promise<Imported | null> {
    const { saved, dialogs, masker } = this.parts
    const path = await dialogs.openFile()
    if (path === null) return null
    const content = readFolderFile((await readChosen(path, fileLimits.bytes)).toString())
    const tree = await saved.tree(workspaceId)
    const depth = depthOf(new Map(tree.folders.map((folder) => [folder.id, folder])), folderId)
    const folders: Folder[] = []
    const requests: { id: string; folderId: string | null; name: string; draft: PassthroughDraft }[] = []
    const renamed: string[] = []
    const dropped: string[] = []

    put(content, folderId, depth, tree)
    await saved.put(workspaceId, folders, requests)
    return { folders: folders.length, requests: requests.length, renamed, dropped }

    function put(from: FolderContent, into: string | null, deep: number, there: LibraryTree): void {
      const free = naming(there.folders.filter(({ parentId }) => parentId === into))
      for (const one of from.folders) {
        if (deep + 1 > deepestFolder) throw new AppError('invalid-input', tooDeep)
        const id = randomUUID()
        folders.push({ id, parentId: into, name: free(one.name, 'Folder') })
        put(one, id, deep + 1, { folders: [], requests: [] })
      }
      const freeRequest = naming(there.requests.filter((one) => one.folderId === into))
      for (const one of from.requests) {
        const name = freeRequest(one.name, `${one.draft.method} request`)
        const whole: PassthroughDraft = { ...one.draft, workspaceId, region: 'default', connector: null }
        const clean = cleanDraft(whole, masker)
        dropped.push(...clean.dropped.map((where) => `${name}: ${where}`))
        requests.push({ id: randomUUID(), folderId: into, name, draft: clean.draft })
      }
    }

    function naming(there: readonly { name: string }[]) {
      const taken = there.map(({ name }) => name)
      return (given: string, nameless: string): string => {
        const wanted = cleanText(given).slice(0, longestName) || nameless
        const name = freeName(taken, wanted)
        if (name !== wanted) renamed.push(name)
        taken.push(name)
        return name
      }
    }
  }
}

const tooDeep = `This file cannot be imported here. Folders are nested at most ${deepestFolder} deep.`

function fileNameOf(name: string): string {
  const plain = trimmed(name.replace(/[^\p{L}\p{N}]+/gu, '-'), '-')
  return `${plain.slice(0, 80) || 'requests'}.requests.json`
}
