import type { Outcome } from './issue-acts.svelte'
import { safeString } from '../kit/safe-text'
import { sharedWords } from '../kit/words/shared'

const words = sharedWords.outcome

export function outcomeWords(outcome: Exclude<Outcome, { error: unknown }>): { what: string; more: string } {
  if (outcome.act === 'link') {
    const [what, more] = outcome.inClipboard ? words.linkCopied : words.linkNotCopied
    return { what, more }
  }
  const file = safeString(outcome.file)
  if (outcome.act === 'export') return { what: words.connectors(outcome.count), more: file }
  return { what: words.evidence(outcome.count), more: words.masked(file, outcome.masked) }
}
