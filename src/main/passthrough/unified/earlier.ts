import { AppError } from '../../../shared/errors'
import type { FoundSend } from '../history'
import type { Earlier } from './outgoing-write'

/**
 * @param isDone whether a request with this key was answered
 * @throws AppError busy while it runs; invalid-input if it has no key, was answered, or is not stored exactly as it
 * left
 */
export function earlierOf(
  { head, idempotency, result, isExact }: FoundSend,
  isDone: (key: string) => boolean
): Earlier {
  const outcome = result?.outcome ?? head.outcome
  if (outcome === null) throw new AppError('busy', 'This request is still running.')
  if (!idempotency) throw refused('It was sent without an idempotency key.')
  if (outcome === 'answered' || isDone(idempotency.key))
    throw refused('This request succeeded, so it is not sent again.')
  if (!isExact) throw refused('It holds a token, which is not saved, so the same request cannot be sent again.')
  return idempotency
}

const refused = (why: string) => new AppError('invalid-input', `${why} Nothing was sent.`)
