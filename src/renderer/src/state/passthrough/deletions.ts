import type { Folder, SavedHead } from '../../../../shared/model/library'
import { safeString } from '../../lib/words/safe-text'
import type { SentHistory } from './history.svelte'
import type { SavedRequests } from './saved.svelte'

/** Something that is about to be deleted from this computer, as the dialog describes it. */
export interface Deletion {
  title: string
  consequence: string
  /** The act, on the button. */
  button: string
  act: () => Promise<void>
}

export const forgetHistory = (history: SentHistory): Deletion => ({
  title: 'Forget the history of this workspace?',
  consequence:
    'Every send of this workspace is deleted from this computer, requests and answers, also those not shown. Saved requests and open tabs stay.',
  button: 'Forget history',
  act: () => history.forgetAll()
})

export const deleteFolder = (saved: SavedRequests, folder: Folder, requests: number): Deletion => ({
  title: `Delete the folder ${safeString(folder.name, 60)}?`,
  consequence: `It goes with all that is in it: ${requests === 1 ? 'one saved request' : `${requests} saved requests`}.`,
  button: 'Delete folder',
  act: () => saved.removeFolder(folder.id)
})

export const deleteRequest = (saved: SavedRequests, request: SavedHead): Deletion => ({
  title: `Delete ${safeString(request.name, 60)}?`,
  consequence: 'The saved request is deleted from this computer. What was sent of it stays in the history.',
  button: 'Delete request',
  act: () => saved.remove(request.id)
})
