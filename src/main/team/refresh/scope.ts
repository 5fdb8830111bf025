import { createHash, scrypt } from 'node:crypto'

/** 64 MB and about 0.2 s for each guess at a token. */
const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 }
const bytes = 16

/**
 * What desks with the same bearer token have in common, and no others: they see the same connectors. It is written into
 * the team's database, so a token must not be found from it: nothing but a guess at the whole token leads there, each
 * at a cost, and for this team and service alone.
 *
 * @param team the id of the team's database
 * @param service the address of the service
 * @returns 32 hexadecimal digits; computed outside of this thread
 */
export function scopeOf(team: string, service: string, bearerToken: string): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(bearerToken, `${team} ${service}`, bytes, cost, (error, key) =>
      error ? reject(error) : resolve(key.toString('hex'))
    )
  })
}

/** Scopes of this session, in memory only: each is computed once. */
export class Scopes {
  private readonly known = new Map<string, Promise<string>>()

  of(team: string, service: string, bearerToken: string): Promise<string> {
    // By a digest: the token itself leaves memory with the lock.
    const name = createHash('sha256').update(`${team} ${service} ${bearerToken}`).digest('hex')
    const scope = this.known.get(name) ?? scopeOf(team, service, bearerToken)
    this.known.set(name, scope)
    // One that failed is tried again.
    scope.catch(() => this.known.delete(name))
    return scope
  }

  forget(): void {
    this.known.clear()
  }
}
