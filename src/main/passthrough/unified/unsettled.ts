import type { PassthroughResult } from '../../../shared/passthrough/result'
import { sha256 } from '../../guard/grant'
import type { Outgoing } from '../outgoing'
import { AppError } from '../../../shared/errors'
import type { FoundSend } from '../history'
import type { Earlier } from './outgoing-write'

type Write = Pick<Outgoing, 'draft' | 'text'>

const mostKept = 1_000

/**
 * Writes without a known outcome: the same write with a new key may create a second record. Also answered keys: once
 * the API has forgotten a key, a repeat creates a second record.
 */
export class Unsettled {
  private readonly known = new Set<string>()
  private readonly running = new Set<Write>()
  private readonly doneKeys = new Set<string>()

  has(write: Write): boolean {
    const name = nameOf(write)
    return this.known.has(name) || [...this.running].some((one) => nameOf(one) === name)
  }

  isDone(key: string): boolean {
    return this.doneKeys.has(key)
  }

  /** The write is about to leave; `note` records how it ended. */
  begin(write: Write): void {
    this.running.add(write)
  }

  note(write: Write, { outcome, idempotency }: Pick<PassthroughResult, 'outcome' | 'idempotency'>): void {
    this.running.delete(write)
    if (outcome === 'unknown') addTo(this.known, nameOf(write))
    if (outcome !== 'answered') return
    this.known.delete(nameOf(write))
    if (idempotency) addTo(this.doneKeys, idempotency.key)
  }
}

function addTo(names: Set<string>, name: string): void {
  const [oldest] = names
  if (names.size >= mostKept && oldest !== undefined) names.delete(oldest)
  names.add(name)
}

const nameOf = ({ draft: { workspaceId, region, connector, path }, text }: Write) =>
  sha256(JSON.stringify([workspaceId, region, connector?.key, path, text]))

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
