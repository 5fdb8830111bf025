import type { TeamConnection } from '../connection'
import { Trouble } from '../trouble'
import { refreshWords } from '../words'

/** How long a lease holds that is not renewed, and how often it is, ms: a walker that dies is replaced within 30 s. */
const leaseMs = 20_000
const renewMs = 5_000

/** What is walked, and as whom. */
export interface LeaseOf extends Source {
  /** Of this computer: a UUID. */
  desk: string
  /** What others see: "ada-laptop". */
  name: string
}

/** What desks share the walk of: a service, seen with a token (`scopeOf`). */
export interface Source {
  service: string
  scope: string
}

/** The right to walk a source for the team, until it is lost or ended. */
export interface Lease {
  readonly of: LeaseOf
  /** Of the walk, counted by the database: what an earlier one still writes is refused. */
  readonly number: number
  /** Aborted with a Trouble once another may walk: the walk goes on, but the team gets no more of it. */
  readonly lost: AbortSignal
  /** Pages so far, for those who wait. They are told with the next renewal. */
  pages: number
  /** Asks one of the functions of the lease. @throws Trouble once it is lost */
  ask(name: LeaseFunction, ...values: unknown[]): Promise<void>
  /** Stops renewing: the lease is given back by `end_walk`, or runs out. */
  stop(): void
  /** Gives it back: the walk has no end. It never fails: a lease that cannot be given back runs out. */
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
 * Takes the lease of a source, and renews it from then on. By the server's clock alone.
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
  // A process that ends does not wait for it: the lease runs out.
  renewing.unref()
  return lease
}
