import { createHash } from 'node:crypto'
import { Problem, type Reply } from './reply'

/** ms after a success. Failed attempts are not kept. */
const KEPT = 5 * 60_000
const MOST_KEYS = 10_000

interface Attempt {
  path: string
  body: Buffer
  now: () => number
}

export class Idempotency {
  private readonly known = new Map<string, { print: string; at: number; reply: Reply }>()

  /** @throws Problem 409 for a known key with another payload */
  find(connectorId: string, key: string, attempt: Attempt): Reply | undefined {
    const found = this.known.get(`${connectorId} ${key}`)
    if (!found || attempt.now() - found.at > KEPT) return undefined
    if (found.print === printOf(attempt)) return found.reply
    throw new Problem(409, 'This idempotency key was used with another payload')
  }

  keep(connectorId: string, key: string, attempt: Attempt, reply: Reply): void {
    const [oldest] = this.known.keys()
    if (this.known.size >= MOST_KEYS && oldest !== undefined) this.known.delete(oldest)
    this.known.set(`${connectorId} ${key}`, { print: printOf(attempt), at: attempt.now(), reply })
  }
}

const printOf = ({ path, body }: Attempt) => createHash('sha256').update(path).update('\n').update(body).digest('hex')
