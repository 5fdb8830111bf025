import type { Outcome } from '../../state/shared/case-acts.svelte'
import { counted } from '../../lib/format'
import { safeString } from '../../lib/words/safe-text'

/** The outcome of an act: what was done, and what the operator must know. */
export function outcomeWords(outcome: Exclude<Outcome, { error: unknown }>): { what: string; more: string } {
  if (outcome.act === 'link')
    return outcome.inClipboard
      ? { what: 'Link copied.', more: 'This is in the clipboard:' }
      : { what: 'Link not copied: the clipboard is not available.', more: 'Select the text below instead:' }
  const cases = counted(outcome.count, 'case')
  const file = safeString(outcome.file)
  if (outcome.act === 'export') return { what: `${counted(outcome.count, 'connector')} saved.`, more: file }
  const masked =
    outcome.masked === 0
      ? 'Nothing had to be masked or left out.'
      : `${counted(outcome.masked, 'value')} masked or left out; the bundle lists them.`
  return { what: `Evidence of ${cases} saved.`, more: `${file}. ${masked}` }
}
