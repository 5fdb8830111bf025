import { createHash, scrypt } from 'node:crypto'

/** 64 MB and about 0.2 s per guess at a token. */
const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 }
const bytes = 16

/**
 * Desks with the same token see the same connectors. Security: the team's database stores the scope, so the token must
 * not be derivable from it. An attacker has to guess the whole token, at a cost per guess, and for one team and
 * service.
 *
 * @param team id of the team's database
 * @param service its address
 * @returns 32 hexadecimal digits; computed outside this thread
 */
export function scopeOf(team: string, service: string, bearerToken: string): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(bearerToken, `${team} ${service}`, bytes, cost, (error, key) =>
      error ? reject(error) : resolve(key.toString('hex'))
    )
  })
}

/** In memory only. */
export class Scopes {
  private readonly known = new Map<string, Promise<string>>()

  of(team: string, service: string, bearerToken: string): Promise<string> {
    // A digest, so that the token leaves memory with the lock.
    const name = createHash('sha256').update(`${team} ${service} ${bearerToken}`).digest('hex')
    const scope = this.known.get(name) ?? scopeOf(team, service, bearerToken)
    this.known.set(name, scope)
    scope.catch(() => this.known.delete(name))
    return scope
  }

  forget(): void {
    this.known.clear()
  }
}
