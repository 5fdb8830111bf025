import type { TeamConnection } from '../connection'
import { Trouble } from '../trouble'
import { refreshWords } from '../words'

/** ms. A dead walker is replaced within 30 s. */
const leaseMs = 20_000
const renewMs = 5_000

export interface LeaseOf extends Source {
  desk: string
  /** Shown to others: "ada-laptop". */
  name: string
}

/** Desks share refreshes of one service with one token (`scopeOf`). */
export interface Source {
  service: string
  scope: string
}

export interface Lease {
  readonly of: LeaseOf
  /** The database refuses writes of older refreshes. */
  readonly number: number
  /** Aborted with a Trouble once another desk may refresh. This desk's refresh continues, but for itself. */
  readonly lost: AbortSignal
  /** Sent with the next renewal. */
  pages: number
  /** @throws Trouble once the lease is lost */
  ask(name: LeaseFunction, ...values: unknown[]): Promise<void>
  /** `end_walk` returns the lease, or it runs out. */
  stop(): void
  /** Returns the lease without an end of the refresh; never fails, because an unreturned lease runs out. */
  give(): Promise<void>
}

export type LeaseFunction = keyof typeof functions

const held = '$1::text, $2::text, $3::bigint'
const functions = {
  renew_lease: `SELECT connector_desk.renew_lease(${held}, $4::int, $5::int) AS holds`,
  keep_records: `SELECT connector_desk.keep_records(${held}, $4::jsonb) AS holds`,
  keep_names: `SELECT connector_desk.keep_names(${held}, $4::jsonb) AS holds`,
  keep_verdicts: `SELECT connector_desk.keep_verdicts(${held}, $4::jsonb) AS holds`,
  end_walk: `SELECT connector_desk.end_walk(${held}, $4::jsonb) AS holds`
} as const

/**
 * Takes a lease and keeps renewing it, by the server's clock alone.
 *
 * @returns null while another desk holds it
 * @throws Trouble
 */
export async function holdLease(connection: Pick<TeamConnection, 'query'>, of: LeaseOf): Promise<Lease | null> {
  const { service, scope, desk, name } = of
  const take = 'SELECT connector_desk.take_lease($1::text, $2::text, $3::uuid, $4::text, $5::int)::float8 AS number'
  const values = [service, scope, desk, name.slice(0, 200), leaseMs]
  const [taken] = await connection.query<{ number: number | null }>(take, values)
  if (taken?.number == null) return null
  const { number } = taken
  const losing = new AbortController()
  const lose = (trouble: unknown) => {
    clearInterval(renewing)
    losing.abort(trouble)
  }
  const lease: Lease = {
    of,
    number,
    lost: losing.signal,
    pages: 0,
    async ask(what, ...more) {
      losing.signal.throwIfAborted()
      try {
        const [answer] = await connection.query<{ holds: boolean }>(functions[what], [service, scope, number, ...more])
        if (!answer?.holds) throw new Trouble('rights', refreshWords.lost)
      } catch (thrown) {
        lose(thrown)
        throw thrown
      }
    },
    stop: () => clearInterval(renewing),
    async give() {
      clearInterval(renewing)
      await lease.ask('end_walk', null).catch(() => undefined)
    }
  }
  const renewing = setInterval(() => {
    lease.ask('renew_lease', leaseMs, lease.pages).catch(() => undefined)
  }, renewMs)
  renewing.unref()
  return lease
}
