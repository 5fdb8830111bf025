import type { Outcome } from '../../state/shared/case-acts.svelte'
import { counted } from '../../lib/format'
import { safeString } from '../../lib/words/safe-text'

/** The outcome of an act: what was done, and what the operator must know. */
export function outcomeWords(outcome: Exclude<Outcome, { error: unknown }>): { what: string; more: string } {
  if (outcome.act === 'request' || outcome.act === 'link') {
    const what = outcome.act === 'link' ? 'Link' : counted(outcome.count, 'relink request')
    return outcome.inClipboard
      ? { what: `${what} copied.`, more: 'This is in the clipboard:' }
      : { what: `${what} not copied: the clipboard is not available.`, more: 'Select the text below instead:' }
  }
  const file = safeString(outcome.file)
  if (outcome.act === 'export') return { what: `${counted(outcome.count, 'connector')} saved.`, more: file }
  const masked =
    outcome.masked === 0
      ? 'Nothing had to be masked or left out.'
      : `${counted(outcome.masked, 'value')} masked or left out; the bundle lists them.`
  return { what: `Evidence of ${counted(outcome.count, 'case')} saved.`, more: `${file}. ${masked}` }
}
