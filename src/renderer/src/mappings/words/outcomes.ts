import type { ChangeOutcome } from '../../../../shared/connectors/channels'
import { safeString } from '../../kit/safe-text'

/** What a write has done. */
export const doneWords = {
  createField: 'Field created.',
  editField: 'Field saved.',
  deleteField: 'Field deleted.',
  create: 'Mapping saved.',
  change: 'Mapping updated.',
  delete: 'Mapping deleted.',
  undo: 'Save undone.'
}

/** How a write ended, in a sentence or two. @param done what it says where it was done */
export function outcomeWords(done: string, { outcome, message }: ChangeOutcome): string {
  const reason = safeString(message)
  if (outcome === 'done') return done
  if (outcome === 'refused') return `Rejected; nothing changed. ${reason}`.trim()
  return `Outcome unknown. ${reason} It is not sent again automatically: reload and check before you try again.`
}
