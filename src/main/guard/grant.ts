import { createHash } from 'node:crypto'
import { AppError } from '../../shared/errors'

/** A request exactly as it leaves. */
export interface Leaving {
  method: string
  /** Whole, with its query. */
  url: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

/** How long a confirmation holds until its request is on its way, ms. */
export const grantMs = 60_000

/**
 * The operator's permission for requests they saw, each once. It stays in main's memory and never crosses to a page:
 * a request without a grant, or other than those confirmed, does not leave (see the client's `exchange`).
 */
export class Grant {
  private readonly left: string[]
  private readonly made = new Map<string, string>()
  private held = false

  /**
   * @param until ms since 1970
   * @param mayGoUnrecorded whether the operator was told that no record of it outlives this run
   */
  constructor(
    requests: readonly Leaving[],
    private readonly until: number,
    private readonly now: () => number,
    readonly mayGoUnrecorded = false
  ) {
    this.left = requests.map((one) => digestOf(one))
  }

  /** Begins what was confirmed: what waits for its turn now may wait longer. @throws AppError confirmation-needed */
  hold(): this {
    if (!this.held && this.now() > this.until) throw unconfirmed('The confirmation is older than a minute.')
    this.held = true
    return this
  }

  /** An id that an earlier request of the act brought, in the place of which a later one was confirmed with a name. */
  learn(id: string, name: string): void {
    this.made.set(id, name)
  }

  /** @throws AppError confirmation-needed for a request that was not confirmed, or left already */
  spend(request: Leaving): void {
    this.hold()
    let body = request.body
    for (const [id, name] of this.made) body = body?.replaceAll(id, name)
    const at = this.left.indexOf(digestOf({ ...request, body }))
    if (at < 0) throw unconfirmed('This request is not the one that was confirmed.')
    this.left.splice(at, 1)
  }
}

/** The last gate before a request that changes something. @throws AppError confirmation-needed */
export function spend(grant: Grant | undefined, request: Leaving): void {
  if (!grant) throw unconfirmed('This request was not confirmed.')
  grant.spend(request)
}

/** SHA-256 in hex. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function digestOf({ method, url, headers, body }: Leaving): string {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return sha256(JSON.stringify([method, url, named.sort(), body ?? null]))
}

const unconfirmed = (why: string) => new AppError('confirmation-needed', `${why} Nothing was sent.`)
