import type { ChangeOutcome } from '../../../../shared/connectors/channels'
import { safeString } from '../../kit/safe-text'

export const doneWords = {
  createField: 'Field created.',
  editField: 'Field saved.',
  deleteField: 'Field deleted.',
  create: 'Mapping saved.',
  change: 'Mapping updated.',
  delete: 'Mapping deleted.',
  undo: 'Save undone.'
}

/** @param done the text for success */
export function outcomeWords(done: string, { outcome, message }: ChangeOutcome): string {
  const reason = safeString(message)
  if (outcome === 'done') return done
  if (outcome === 'refused') return `Rejected; nothing changed. ${reason}`.trim()
  return `Outcome unknown. ${reason} It is not sent again automatically: reload and check before you try again.`
}
