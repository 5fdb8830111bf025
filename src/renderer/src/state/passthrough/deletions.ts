import type { Folder, SavedHead } from '../../../../shared/model/library'
import { safeString } from '../../lib/words/safe-text'
import type { SentHistory } from './history.svelte'
import type { SavedRequests } from './saved.svelte'
import { libraryWords } from '../../words/passthrough/library'

/** Something that is about to be deleted from this computer, as the dialog describes it. */
export interface Deletion {
  title: string
  consequence: string
  /** The act, on the button. */
  button: string
  act: () => Promise<void>
}

export const forgetHistory = (history: SentHistory): Deletion => ({
  ...libraryWords.deletion.history,
  act: () => history.forgetAll()
})

export const deleteFolder = (saved: SavedRequests, folder: Folder, requests: number): Deletion => ({
  title: libraryWords.deletion.folder.title(safeString(folder.name, 60)),
  consequence: libraryWords.deletion.folder.consequence(requests),
  button: libraryWords.deletion.folder.button,
  act: () => saved.removeFolder(folder.id)
})

export const deleteRequest = (saved: SavedRequests, request: SavedHead): Deletion => ({
  title: libraryWords.deletion.request.title(safeString(request.name, 60)),
  consequence: libraryWords.deletion.request.consequence,
  button: libraryWords.deletion.request.button,
  act: () => saved.remove(request.id)
})
