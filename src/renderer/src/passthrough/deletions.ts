import type { Folder, SavedHead } from '../../../shared/passthrough/library'
import { safeString } from '../kit/safe-text'
import type { SentHistory } from './history.svelte'
import type { SavedRequests } from './saved.svelte'
import { libraryWords } from './words/library'

export interface Deletion {
  title: string
  consequence: string
  button: string
  act: () => Promise<void>
}

export const forgetHistory = (history: SentHistory): Deletion => ({
  ...libraryWords.deletion.history,
  act: () => history.forgetAll()
})

/** @param isShared true if the team loses it too */
export const deleteFolder = (saved: SavedRequests, folder: Folder, requests: number, isShared: boolean): Deletion => ({
  title: libraryWords.deletion.folder.title(safeString(folder.name, 60)),
  consequence: libraryWords.deletion.folder.consequence(requests, isShared),
  button: libraryWords.deletion.folder.button,
  act: () => saved.removeFolder(folder.id)
})

/** @param isShared true if the team loses it too */
export const deleteRequest = (saved: SavedRequests, request: SavedHead, isShared: boolean): Deletion => ({
  title: libraryWords.deletion.request.title(safeString(request.name, 60)),
  consequence: libraryWords.deletion.request.consequence(isShared),
  button: libraryWords.deletion.request.button,
  act: () => saved.remove(request.id)
})
