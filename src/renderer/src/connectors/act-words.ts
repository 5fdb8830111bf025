import { apiSays } from '../../../shared/error-words'
import type { ChangeOutcome } from '../../../shared/connectors/channels'
import type { ActResult } from './connector-acts.svelte'
import { safeString } from '../kit/safe-text'
import { actResultWords as words } from './words/acts'

export interface ActWords {
  done: boolean
  what: string
  more: string
}

/** @param keychain the operator's name for the keychain */
export function wordsOfAct(result: Exclude<ActResult, { error: unknown }>, keychain: string): ActWords {
  switch (result.act) {
    case 'read':
      return result.listed
        ? { done: true, what: words.read, more: '' }
        : { done: false, what: words.notListed, more: words.notListedNote }
    case 'pin':
      return result.pinned
        ? { done: true, what: words.tokenSaved(keychain), more: words.tokenSavedNote }
        : { done: true, what: words.tokenRemoved(keychain), more: '' }
    case 'resync':
      return changeWords(result.change, { done: words.syncStarted, unknown: words.syncUnknown })
    case 'delete':
      return deletionWords(result.change)
  }
}

export function deletionWords(change: ChangeOutcome): ActWords {
  const { outcome, stillListed } = change
  if (outcome === 'unknown' && stillListed === false)
    return { done: true, what: words.deleted, more: words.deletedUnanswered }
  if (outcome === 'done' && stillListed === true)
    return {
      done: true,
      what: words.deletedListed,
      more: [said(change), words.deletedListedNote].filter(Boolean).join(' ')
    }
  return changeWords(change, {
    done: words.deleted,
    unknown: stillListed === true ? words.deleteUnknownListed : words.deleteUnknown
  })
}

const said = ({ message }: ChangeOutcome) => message && apiSays(safeString(message))

function changeWords(change: ChangeOutcome, say: { done: string; unknown: string }): ActWords {
  const { outcome } = change
  const message = safeString(change.message)
  if (outcome === 'done') return { done: true, what: say.done, more: said(change) }
  if (outcome === 'refused') return { done: false, what: words.refused, more: message }
  return { done: false, what: words.unknown, more: [message, say.unknown].filter(Boolean).join(' ') }
}
