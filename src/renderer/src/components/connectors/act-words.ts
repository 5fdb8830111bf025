import type { ChangeOutcome } from '../../../../shared/ipc-actions'
import type { ActResult } from '../../state/connectors/connector-acts.svelte'
import { safeString } from '../../lib/words/safe-text'

export interface ActWords {
  done: boolean
  what: string
  more: string
}

/** How an act on a connector ended. @param keychain the operator's name for the keychain */
export function actWords(result: Exclude<ActResult, { error: unknown }>, keychain: string): ActWords {
  switch (result.act) {
    case 'read':
      return result.listed
        ? { done: true, what: 'Read again just now.', more: '' }
        : { done: false, what: 'The service no longer lists it.', more: 'The row stays until the next walk ends.' }
    case 'pin':
      return result.pinned
        ? { done: true, what: `Its token is kept in ${keychain}.`, more: 'It works after a restart, before any walk.' }
        : { done: true, what: `Its token is out of ${keychain}.`, more: '' }
    case 'resync':
      return changeWords(result.change, {
        done: 'The service took it: a sync starts.',
        unknown: 'Read this one again in a minute: a run that began shows in “Last run”. It is not repeated by itself.'
      })
    case 'delete':
      return deletionWords(result.change)
  }
}

/** A deletion, and what the list showed afterwards. */
export function deletionWords(change: ChangeOutcome): ActWords {
  const { outcome, stillListed } = change
  if (outcome === 'unknown' && stillListed === false)
    return { done: true, what: 'Deleted.', more: 'No answer came back, but the service no longer lists it.' }
  if (outcome === 'done' && stillListed === true)
    return {
      done: true,
      what: 'The service said it is deleted, and still lists it.',
      more: [said(change), 'Lists can lag behind: read it again in a minute.'].filter(Boolean).join(' ')
    }
  return changeWords(change, {
    done: 'Deleted.',
    unknown:
      stillListed === true
        ? 'The service still lists it. It may yet go: walk again in a minute before you try once more.'
        : 'Nobody could look whether it is still there. Walk again and look for it before you try once more.'
  })
}

/** The service's own message about what it did. */
const said = ({ message }: ChangeOutcome) => message && `The service says: ${safeString(message)}`

function changeWords(change: ChangeOutcome, say: { done: string; unknown: string }): ActWords {
  const { outcome } = change
  const message = safeString(change.message)
  if (outcome === 'done') return { done: true, what: say.done, more: said(change) }
  if (outcome === 'refused') return { done: false, what: 'The service refused; nothing changed.', more: message }
  return { done: false, what: 'Outcome unknown.', more: [message, say.unknown].filter(Boolean).join(' ') }
}
