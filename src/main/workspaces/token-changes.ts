import { randomUUID } from 'node:crypto'
import { categories, categorySegment } from '../../shared/connectors/category'
import { toAppError, type ErrorCode } from '../../shared/errors'
import { pageSize } from '../../shared/http/page'
import type { Place } from '../../shared/workspaces/place'
import type { TokenChange } from '../../shared/workspaces/token-change'
import type { Clock } from '../base/clock'
import type { Remote } from '../base/thread'
import type { Act, Confirmer } from '../guard/confirmer'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import { pageByPage, paginate } from '../http/paginate'
import type { BearerTokens } from '../secrets/bearer-tokens'
import type { Scopes } from '../secrets/token-scope'
import type { KeptStore } from '../store/kept-store'
import { AuditChain, operatorOf } from '../store/tables/activity/audit-chain'

export interface TokenMethods {
  /** null without a team. */
  tokenTeam(): string | null
  /** How many of these connectors this desk knows; null if it knows none of the place at all. */
  knownAmong(of: { place: Place; keys: { category: string; id: string }[] }): number | null
  /** Before the new token is kept. @returns its id */
  beginTokenChange(of: { place: Place; at: number; fingerprint: string; operator: string }): number
  /** Tells the team, unless it knows this token. */
  endTokenChange(of: { id: number; operator: string }): void
  /** The last change of a service's token that the team knows. */
  teamToken(of: { service: string }): (TokenChange & { fingerprint: string }) | null
  /** The last change of each region's token, by anyone. */
  tokenChanges(of: { workspaceId: string }): (TokenChange & Pick<Place, 'region'>)[]
}

/** @param store works on the current database, and again after another database replaces it */
export function tokenMethods(store: KeptStore): TokenMethods {
  return {
    tokenTeam: () => store.run(({ sql }) => sql.get<{ team: string }>('SELECT team FROM team')?.team ?? null),

    knownAmong: ({ place: { workspaceId, region }, keys }) =>
      store.run(({ sql }) => {
        const known = 'FROM connector WHERE workspace = ? AND region = ?'
        if (!sql.get(`SELECT 1 ${known} LIMIT 1`, workspaceId, region)) return null
        const among = `SELECT count(*) AS n ${known} AND (category, connector_id) IN
          (SELECT value ->> 'category', value ->> 'id' FROM json_each(?))`
        return sql.get<{ n: number }>(among, workspaceId, region, JSON.stringify(keys))?.n ?? 0
      }),

    beginTokenChange: ({ place: { workspaceId, region }, at, fingerprint, operator }) =>
      store.run(({ sql }) =>
        sql.transaction(() => {
          const insert = 'INSERT INTO token (workspace, region, at, fingerprint, kept) VALUES (?, ?, ?, ?, 0)'
          const id = Number(sql.run(insert, workspaceId, region, at, fingerprint).lastInsertRowid)
          new AuditChain(sql).record('token', id, operator)
          return id
        })
      ),

    endTokenChange: ({ id, operator }) =>
      store.run(({ sql, outbox }) =>
        sql.transaction(() => {
          sql.run('UPDATE token SET kept = 1 WHERE id = ?', id)
          new AuditChain(sql).record('token', id, operator)
          const untold = `SELECT place.service, token.at, token.fingerprint FROM token JOIN team
            JOIN team_place AS place USING (workspace, region) LEFT JOIN team_token AS last USING (service)
            WHERE token.id = ? AND writes IS NOT 0 AND last.fingerprint IS NOT token.fingerprint`
          const told = sql.get<{ service: string; at: number; fingerprint: string }>(untold, id)
          if (!told) return
          const { service, at, fingerprint } = told
          outbox.add({ service, kind: 'token', subject: randomUUID(), field: 'changed', value: { at, fingerprint } })
        })
      ),

    teamToken: ({ service }) =>
      store.run(
        ({ sql }) =>
          sql.get<TokenChange & { fingerprint: string }>(
            'SELECT at, operator AS by, fingerprint FROM team_token WHERE service = ?',
            service
          ) ?? null
      ),

    tokenChanges: ({ workspaceId }) =>
      store.run(({ sql }) =>
        sql.all<TokenChange & Pick<Place, 'region'>>(
          `SELECT region, max(at) AS at, by FROM (
            SELECT region, at, ${operatorOf('token')} AS by FROM token WHERE workspace = ? AND kept = 1
            UNION ALL SELECT region, at, operator FROM team_token JOIN team_place USING (service) WHERE workspace = ?)
          GROUP BY region`,
          workspaceId,
          workspaceId
        )
      )
  }
}

export type TokenStore = Remote<TokenMethods>

/** The token may not read this category, or the service has none. */
const closed: ReadonlySet<ErrorCode> = new Set(['forbidden', 'not-found', 'not-offered'])

const otherConnectors = (after: Target): Act => ({
  place: after,
  title: 'Use a token that shows other connectors?',
  verb: 'Use it',
  danger: true,
  note: 'The new token lists no connector that this desk knows. It may belong to another environment, for example a sandbox.',
  facts: [['If you use it', 'Work under way does not go on with it.']],
  requests: []
})

export interface TokenChangesParts {
  client: Client
  clock: Pick<Clock, 'now'>
  store: TokenStore
  scopes: Pick<Scopes, 'of'>
  confirmer: Pick<Confirmer, 'confirm'>
  bearers: Pick<BearerTokens, 'succeed'>
  operator(): string
  /** A change waits for the team. */
  changed(): void
}

/** What goes with a replaced bearer token: its proof, its record, and who else has to know. */
export class TokenChanges {
  constructor(private readonly parts: TokenChangesParts) {}

  /**
   * After the new token's test, before it is kept. Work under way goes on with it only if it lists a connector that
   * this desk knows: otherwise it could be another customer's.
   * @returns what to do once it is kept
   * @throws AppError cancelled if the person declines a token that shows other connectors; those of a call
   */
  async begin(before: Target, after: Target, signal: AbortSignal): Promise<() => Promise<void>> {
    const { bearers, changed, clock, confirmer, operator, store } = this.parts
    const isSame = await this.showsKnown(after, signal)
    if (isSame === false) await confirmer.confirm(otherConnectors(after), signal)
    const place = { workspaceId: after.workspaceId, region: after.region }
    const fingerprint = await this.fingerprint(after)
    const id = await store.beginTokenChange({ place, at: clock.now(), fingerprint, operator: operator() })
    return async () => {
      if (isSame) bearers.succeed(before, after)
      await store.endTokenChange({ id, operator: operator() })
      changed()
    }
  }

  /** null unless a colleague made another token the last one: then this desk's is old. */
  async byColleague(target: Target): Promise<TokenChange | null> {
    const last = await this.parts.store.teamToken({ service: target.baseUrl })
    if (!last || last.fingerprint === (await this.fingerprint(target))) return null
    return { by: last.by, at: last.at }
  }

  /** A slow, salted digest, the one that shared lists have: nobody finds the token by it. */
  private async fingerprint({ workspaceId, baseUrl, bearerToken }: Target): Promise<string> {
    const salt = (await this.parts.store.tokenTeam()) ?? workspaceId
    return this.parts.scopes.of(salt, baseUrl, bearerToken)
  }

  /** null if this desk knows no connector of the place. */
  private async showsKnown(target: Target, signal: AbortSignal): Promise<boolean | null> {
    const { client, store } = this.parts
    const place = { workspaceId: target.workspaceId, region: target.region }
    if ((await store.knownAmong({ place, keys: [] })) === null) return null
    for (const category of categories) {
      const paging = {
        ...{ asker: 'workspace' as const, subject: `Test the new token (${category})`, pageSize: pageSize.max, signal },
        ...{ path: `/api/${categorySegment(category)}/v1/connectors`, ...pageByPage }
      }
      try {
        for await (const { items } of paginate(client, target, paging)) {
          const keys = items.map((item) => ({ category, id: String((item as { id?: unknown } | null)?.id) }))
          if ((await store.knownAmong({ place, keys })) !== 0) return true
          // One page is enough: a list of 200 without one that is known is another's.
          break
        }
      } catch (thrown) {
        if (!closed.has(toAppError(thrown).code)) throw thrown
      }
    }
    return false
  }
}
