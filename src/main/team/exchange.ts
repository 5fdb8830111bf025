import type { TeamAddress } from '../../shared/team/team'
import type { Place } from '../../shared/workspaces/place'
import type { Masker } from '../secrets/masker'
import type { WaitingChange } from '../store/tables/team/outbox'
import { maskedChange, readChange } from './change'
import type { TeamConnection } from './connection'
import { isSameName, type Broadcast, type OwnerGiven, type Told } from './feed'
import type { OwnedIssue } from './kinds/issues'
import { LibraryContents, type SharedLibrary } from './kinds/library-contents'
import type { SharedPlace } from './places'
import type { TeamLink, TeamStore } from './store'
import { Trouble, Unfit } from './trouble'
import { troubleWords } from './words'

/** Changes of a page of the feed, mostly some 300 kB: each page is a question, a message and a commit. */
const pageSize = 500
/** Characters: parts of shelf files have 150,000, and an answer has 20 s on a slow line. */
const pageLength = 4_000_000
/** Changes that leave at once. */
const sentAtOnce = 200

/**
 * Prefixes suffice to reject a row of megabytes written by hand. `change.seq` is the number; plain `seq` would be the
 * text column, where 10 sorts before 9.
 */
const columns = `
  SELECT seq::text AS seq, floor(extract(epoch FROM at) * 1000)::float8 AS at, id::text AS id, desk::text AS desk,
    account, left(operator, 201) AS operator, left(service, 2001) AS service, left(kind, 41) AS kind,
    left(subject, 201) AS subject, left(field, 41) AS field,
    CASE WHEN pg_column_size(value) <= 1000000 AND length(value::text) <= 200000 THEN value::text ELSE '' END AS value
  FROM connector_desk.change`
/** @param where ends behind `pageSize` changes, or behind the one that fills the page */
const pageOf = (where: string) => `
  WITH page AS (${columns} WHERE ${where} ORDER BY change.seq LIMIT ${pageSize}),
    measured AS (SELECT *, sum(length(value)) OVER (ORDER BY page.seq::bigint) - length(value) AS before FROM page)
  SELECT seq, at, id, desk, account, operator, service, kind, subject, field, value FROM measured
    WHERE before < ${pageLength} ORDER BY measured.seq::bigint`

const isFull = (rows: readonly { value: string }[]) =>
  rows.length === pageSize || rows.reduce((sum, { value }) => sum + value.length, 0) >= pageLength

const read = pageOf('seq > $1')

/** Of the last claim about each incident of these rules: its message, with its other claims and its outcome. */
const readLastMessages = `${columns}
  WHERE kind = 'message' AND service = $1 AND subject IN (
    SELECT DISTINCT ON (value ->> 'rule', value ->> 'about') subject FROM connector_desk.change
      WHERE kind = 'message' AND field = 'claimed' AND service = $1 AND value ->> 'rule' = ANY($2)
      ORDER BY value ->> 'rule', value ->> 'about', change.seq DESC LIMIT 5000)
  ORDER BY change.seq LIMIT 20000`

const readMissed = pageOf(`change.seq > $1 AND change.seq <= $2 AND kind || '.' || field = ANY($3)
    AND ($4::text IS NULL OR service = $4)`)

const readOutages = `${columns} WHERE kind = 'outage' AND service = $1 ORDER BY change.seq LIMIT 20000`

/** Keeps order; ignores a known id. */
export const insertChanges = `
  INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
  SELECT (one ->> 'id')::uuid, $2::uuid, $3, one ->> 'service', one ->> 'kind', one ->> 'subject', one ->> 'field',
    (one ->> 'value')::jsonb
  FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS changes (one, place) ORDER BY place
  ON CONFLICT (id) DO NOTHING`

export interface Assigned {
  place: Place
  key: string
  by: string
}

export interface ExchangeParts {
  store: TeamStore
  masker: Pick<Masker, 'clean' | 'mask'>
  address: Pick<TeamAddress, 'user'>
  places: () => SharedPlace[]
  operator: () => string
  /** @param away true if this desk was not connected at that time */
  assigned: (issues: Assigned[], away: boolean) => void
  library: SharedLibrary
  broadcast: Broadcast
}

/**
 * Once more: the feed passed them before this desk had the place, or they were pruned here.
 * @throws Trouble
 */
export async function readMessages(
  { store, address, operator }: Pick<ExchangeParts, 'store' | 'address' | 'operator'>,
  connection: Pick<TeamConnection, 'query'>,
  service: string,
  /** null: what was told of outages */
  rules: readonly string[] | null
): Promise<void> {
  const rows = await (rules
    ? connection.query(readLastMessages, [service, rules])
    : connection.query(readOutages, [service]))
  const changes = rows.flatMap((row) => readChange(row) ?? [])
  const reader = { account: address.user, operator: operator() }
  await store.receiveChanges({ changes, unread: [], readTo: null, reader })
}

/** Exchanges changes with the team over one connection. */
export class Exchange {
  unread = 0
  private readonly assignments: Assignments
  private readonly library: LibraryContents

  constructor(
    private readonly parts: ExchangeParts,
    private readonly connection: Pick<TeamConnection, 'query'>,
    private readonly writes: boolean
  ) {
    this.assignments = new Assignments(parts.operator)
    this.library = new LibraryContents(parts.store, parts.library, connection)
  }

  /**
   * @param first true for the connection's first exchange
   * @throws Trouble
   */
  async run(first: boolean): Promise<void> {
    await this.readMissed()
    await this.pull()
    await this.settle()
    await this.tellAssigned(first)
    if (!this.writes) return
    // A refused deletion restores its item at once.
    if (await this.push()) await this.settle()
    await this.tellAssigned(false)
  }

  private async settle(): Promise<void> {
    const { store, places } = this.parts
    this.tell(await store.takeUpIssues({ places: places(), writes: this.writes }))
    if (await this.library.fetch()) this.libraryChanged()
  }

  /**
   * Reads the feed to its end and tells the window once, also after a failure: a week has hundreds of pages, and a
   * list of issues costs more than a page.
   */
  private async pull(): Promise<void> {
    const { store, address, operator } = this.parts
    const reader = { account: address.user, operator: operator() }
    const later = new Map<string, Told>()
    try {
      for (let isMore = true; isMore;) {
        const link = await store.teamLink()
        if (!link) return
        const rows = await this.connection.query<{ seq: string; id: string; value: string }>(read, [link.readTo])
        const last = rows.at(-1)
        if (!last) return
        const changes = rows.flatMap((row) => readChange(row) ?? [])
        const known = new Set(changes.map(({ id }) => id))
        const unread = rows.flatMap(({ id }) => (known.has(id) ? [] : id))
        this.unread += unread.length
        const received = await store.receiveChanges({ changes, unread, readTo: Number(last.seq), reader })
        this.tell(received.told.filter(({ once }) => !once))
        for (const one of received.told) if (one.once) later.set(JSON.stringify(one), one)
        this.assignments.hear(received.owners, link.newsAfter)
        isMore = isFull(rows)
      }
    } finally {
      this.tell([...later.values()])
    }
  }

  /** Fields that this desk's version did not know, and services whose workspace came back. */
  private async readMissed(): Promise<void> {
    const { store, address, operator, places } = this.parts
    const link = await store.teamLink()
    if (!link) return
    const reader = { account: address.user, operator: operator() }
    for (const { fields, service } of await store.missed()) {
      if (service !== null && !places().some((one) => one.service === service)) continue
      for (let after = '0'; fields.length > 0;) {
        const rows = await this.connection.query<{ seq: string; value: string }>(readMissed, [
          after,
          link.readTo,
          fields,
          service
        ])
        const changes = rows.flatMap((row) => readChange(row) ?? [])
        this.tell((await store.receiveChanges({ changes, unread: [], readTo: null, reader })).told)
        const last = rows.at(-1)
        if (!last || !isFull(rows)) break
        after = last.seq
      }
      await store.filled({ service })
    }
  }

  /** True if items wait for a key. */
  get waits(): boolean {
    return this.library.waits
  }

  /**
   * A sent change leaves the outbox only when the feed returns it, so a kill neither loses nor doubles it. An
   * unreadable change stays and blocks nothing else.
   *
   * @returns true if changes stay
   */
  private async push(): Promise<boolean> {
    const { store, places } = this.parts
    let stays = false
    for (let sent: string | undefined; ;) {
      const [link, { changes, count }] = await Promise.all([
        store.teamLink(),
        store.waitingChanges({ limit: sentAtOnce })
      ])
      if (!link || count === 0) return stays
      const ready = await this.library.fill(changes, places())
      if (this.library.keptBack) this.libraryChanged()
      this.library.keptBack = false
      if (ready.length === 0) return stays
      if (ready[0]?.id === sent) throw new Trouble('rights', troubleWords.notTaken, 'no-changes')
      sent = ready[0]?.id
      const unfit = await this.send(ready, link)
      stays ||= unfit.length > 0
      await this.drop(unfit)
      await this.pull()
    }
  }

  /**
   * Masks and checks each change again: a new token may be known.
   *
   * @returns ids of unfit changes
   */
  private async send(changes: readonly WaitingChange[], { desk }: TeamLink): Promise<string[]> {
    const { masker } = this.parts
    const operator = masker.mask(this.parts.operator())
    const leaving = changes.map((change) => ({ row: maskedChange(masker, change), id: change.id }))
    const given = { seq: '0', at: 0, account: '' }
    const fits = ({ row }: { row: WaitingChange }) => readChange({ ...row, ...given, desk, operator }) !== null
    const write = (rows: readonly WaitingChange[]) =>
      this.connection.query(insertChanges, [JSON.stringify(rows), desk, operator])
    const fitting = leaving.filter(fits)
    const unfit = leaving.filter((one) => !fits(one)).map(({ id }) => id)
    if (fitting.length === 0) return unfit
    try {
      await write(fitting.map(({ row }) => row))
    } catch (thrown) {
      if (!(thrown instanceof Unfit)) throw thrown
      for (const { row, id } of fitting) if (!(await isTaken(write([row])))) unfit.push(id)
    }
    return unfit
  }

  private async drop(ids: string[]): Promise<void> {
    if (ids.length === 0) return
    await this.parts.store.refuseChanges({ ids, why: 'unfit' })
    this.libraryChanged()
  }

  private async tellAssigned(away: boolean): Promise<void> {
    const { store, assigned } = this.parts
    const issues = await this.assignments.take((subjects) => store.ownedIssues({ subjects }))
    if (issues.length > 0) assigned(issues, away)
  }

  private libraryChanged(): void {
    this.parts.broadcast('team:libraryChanged', undefined)
    this.parts.broadcast('team:contactsChanged', undefined)
  }

  private tell(told: readonly Told[]): void {
    for (const { event, payload } of told) this.parts.broadcast(event, payload)
  }
}

/** False if the value does not fit; throws other errors. */
async function isTaken(written: Promise<unknown>): Promise<boolean> {
  try {
    await written
    return true
  } catch (thrown) {
    if (thrown instanceof Unfit) return false
    throw thrown
  }
}

/** Collects issues that others assign to this operator. */
class Assignments {
  private readonly heard = new Map<string, string>()

  constructor(private readonly operator: () => string) {}

  /** @param newsAfter changes up to this number are no news */
  hear(owners: readonly OwnerGiven[], newsAfter: number): void {
    const me = this.operator()
    for (const { seq, subject, owner, by, byMe } of owners) {
      if (seq <= newsAfter) continue
      this.heard.delete(subject)
      if (!byMe && isSameName(owner, me)) this.heard.set(subject, by)
    }
  }

  /** Returns the assignments that still hold, and forgets them. */
  async take(look: (subjects: string[]) => Promise<OwnedIssue[]>): Promise<Assigned[]> {
    if (this.heard.size === 0) return []
    const heard = new Map(this.heard)
    this.heard.clear()
    const mine = (await look([...heard.keys()])).filter(({ owner }) => isSameName(owner, this.operator()))
    return mine.map(({ subject, place, key }) => ({ place, key, by: heard.get(subject) ?? '' }))
  }
}
