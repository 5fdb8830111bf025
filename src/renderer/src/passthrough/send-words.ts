import type { PassthroughDraft } from '../../../shared/passthrough/passthrough'
import type { PassthroughProgress } from '../../../shared/passthrough/result'
import { readTimeout } from '../../../shared/passthrough/preview'
import { secondsLeft } from '../kit/format'
import { quietTitle } from '../kit/words/waiting'
import { requestWords } from './words/request'

const words = requestWords.progress

export function progressWords(
  progress: PassthroughProgress | null,
  draft: PassthroughDraft,
  now: number
): { title: string; detail: string } {
  const timeout = readTimeout(draft.timeout)
  const patience = 'seconds' in timeout ? words.patience(timeout.seconds) : ''
  const quiet = progress?.quiet ? quietTitle(progress.quiet, now) : null
  switch (progress?.stage) {
    case 'token':
    case undefined:
      return { title: words.token, detail: words.notSent }
    case 'confirm':
      return { title: words.confirm, detail: words.confirmHint }
    case 'queued':
      return { title: words.queued, detail: words.queuedHint(progress.ahead ?? 0) }
    case 'connecting':
      return { title: quiet ?? words.connecting(progress.tries), detail: words.notSent }
    case 'sending':
      return { title: quiet ?? words.sent(progress.tries), detail: words.waiting(patience) }
    case 'waiting': {
      const left = progress.wait ? secondsLeft(progress.wait.until, now) : ''
      return progress.wait?.reason === 'rate-limit'
        ? { title: words.limited(left), detail: words.limitedHint }
        : { title: words.retrying(left), detail: words.notSent }
    }
    case 'reading':
      return { title: quiet ?? words.receiving, detail: words.receivingHint }
  }
}
