import type { PassthroughDraft } from '../../../../shared/model/passthrough'
import type { PassthroughProgress } from '../../../../shared/model/passthrough-result'
import { readTimeout } from '../../../../shared/passthrough/envelope'
import { counted, secondsLeft } from '../../lib/format'
import { quietTitle } from '../../lib/words/quiet-words'

/** Where a send is, and what that means. */
export function progressWords(
  progress: PassthroughProgress | null,
  draft: PassthroughDraft,
  now: number
): { title: string; detail: string } {
  const timeout = readTimeout(draft.timeout)
  const patience = 'seconds' in timeout ? ` It may take up to ${timeout.seconds} s.` : ''
  const quiet = progress?.quiet ? quietTitle(progress.quiet, now) : null
  switch (progress?.stage) {
    case 'token':
    case undefined:
      return { title: 'Finding the connector’s token', detail: 'Nothing was sent yet.' }
    case 'confirm':
      return {
        title: 'Waiting for your confirmation',
        detail: 'It is asked in a window of its own. Nothing was sent yet.'
      }
    case 'queued':
      return {
        title: 'Waiting for its turn',
        detail: `${counted(progress.ahead ?? 0, 'request')} of this connector’s token before it. Nothing was sent yet.`
      }
    case 'connecting':
      return {
        title: quiet ?? (progress.tries > 1 ? `Connecting, try ${progress.tries}` : 'Connecting'),
        detail: 'Nothing was sent yet.'
      }
    case 'sending':
      return {
        title: quiet ?? (progress.tries > 1 ? `Sent, try ${progress.tries}` : 'Sent'),
        detail: `It was sent. Waiting for the third party’s answer.${patience}`
      }
    case 'waiting': {
      const until = progress.wait ? secondsLeft(progress.wait.until, now) : ''
      return progress.wait?.reason === 'rate-limit'
        ? {
            title: `Waiting ${until}: rate limit`,
            detail:
              'The limit of this connector’s token is reached (429). It was not forwarded, and is sent again then.'
          }
        : { title: `Waiting ${until}, then another try`, detail: 'It certainly never left this computer.' }
    }
    case 'reading':
      return { title: quiet ?? 'Receiving the answer', detail: 'The third party was reached.' }
  }
}
