import { createHash } from 'node:crypto'
import { AppError } from '../../shared/errors'

export interface Leaving {
  method: string
  /** Whole, with its query. */
  url: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

/** ms from the confirmation until its request must start. */
export const grantMs = 60_000

/**
 * The operator's permission for the requests they saw, each once. It stays in main's memory: a request without a grant,
 * or one that differs, does not leave (the client's `exchange`).
 */
export class Grant {
  private readonly left: string[]
  private readonly made = new Map<string, string>()
  private held = false
  private taken: Promise<boolean> | null = null

  /**
   * @param until ms since 1970
   * @param mayGoUnrecorded true if the operator knows that no lasting record remains
   * @param approval takes the approval of a colleague; null if the act needs none
   */
  constructor(
    requests: readonly Leaving[],
    private readonly until: number,
    private readonly now: () => number,
    readonly mayGoUnrecorded = false,
    private readonly approval: (() => Promise<boolean>) | null = null
  ) {
    this.left = requests.map((one) => digestOf(one))
  }

  /**
   * Starts the confirmed act: its waiting requests may now wait longer.
   * @throws AppError confirmation-needed
   */
  hold(): this {
    if (!this.held && this.now() > this.until) throw unconfirmed('The confirmation is older than a minute.')
    this.held = true
    return this
  }

  /**
   * Takes the colleague's approval, once for all requests of the act, before the first leaves.
   * @returns whether it needed one
   * @throws AppError confirmation-needed if it does not count any more; those of taking it
   */
  async approved(): Promise<boolean> {
    this.taken ??= this.approval?.() ?? Promise.resolve(true)
    if (!(await this.taken)) throw unconfirmed('The colleague’s approval does not count any more.')
    return this.approval !== null
  }

  /** Replaces a confirmed placeholder name by the id that an earlier request returned. */
  learn(id: string, name: string): void {
    this.made.set(id, name)
  }

  /** @throws AppError confirmation-needed for an unconfirmed or repeated request */
  spend(request: Leaving): void {
    this.hold()
    let { body, url } = request
    for (const [id, name] of this.made) {
      body = body?.replaceAll(id, name)
      url = url.replace(`/${id}/`, `/${name}/`)
    }
    const at = this.left.indexOf(digestOf({ ...request, url, body }))
    if (at < 0) throw unconfirmed('This request is not the one that was confirmed.')
    this.left.splice(at, 1)
  }
}

/**
 * The last gate before a change leaves.
 * @throws AppError confirmation-needed
 */
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
