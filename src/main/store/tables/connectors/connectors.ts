import { DigestTable } from '../../../base/digest-table'
import type { Category } from '../../../../shared/connectors/category'
import { readConnector, type Connector, type ConnectorRecord } from '../../../../shared/connectors/connector'
import { certainOf, mostAccessFacts, type AccessFact } from '../../../../shared/issues/access'
import type { Headcount, Memory, Remember, Stretch } from './memory'
import type { Statements } from '../../statements'
import type { Place } from '../../../../shared/workspaces/place'
import { type PageLine, type SentLine, columnsOf, keyOf } from './page-lines'
import { knownLine, knownOf, presentLine, presentOf } from './present'
import type { Known, KnownLine, Present, PresentLine } from './present'
import { beforeOf, changedFields } from './record-change'

/** Its connector is read already. */
export type SeenAnew = Present & { connector: Connector }

export interface Seen {
  ids: readonly number[]
  changed: readonly SeenAnew[]
  /** Indexes of rows in the page whose digest is unknown here. */
  missing: readonly number[]
}

export interface StoredConnector extends MemoryRow {
  id: number
  category: Category
  connector_id: string
  record: string
  gone_at: number | null
  first_walk: number
  seen_at: number
}

interface Kept {
  id: number
  /** null: as before. */
  now: SeenAnew | null
}

interface Added extends Kept {
  now: SeenAnew
  stretches: readonly Stretch[] | null
}

interface MemoryRow {
  first_seen_at: number
  last_done_start: number | null
  failed_start: number | null
  failed_turned_at: number | null
  relink_turned_at: number | null
  planned_cadence: number | null
  seen_gap: number | null
  headcount: string | null
  access: string | null
}

const columns = `connector.id, category, connector_id, record, gone_at, first_walk, first_seen_at, last_done_start,
  failed_start, failed_turned_at, relink_turned_at, planned_cadence, seen_gap, headcount, access, at AS seen_at`
const from = `FROM connector JOIN sighting ON connector = connector.id`
/** About 600 kB. */
const rowsAtOnce = 1_000

/** The newest record of every connector, its changes, and the memory of earlier refreshes. */
export class Connectors {
  /** Records by digest as the app last sent them: it sends an unchanged one's digest only, and most do not change. */
  private readonly sent = new DigestTable()

  constructor(
    private readonly sql: Statements,
    private readonly remember: Remember
  ) {}

  /** Keeps a page. Call it in a transaction; call `note` after the commit: it keeps the records' digests. */
  see(place: Place, refresh: number, rows: readonly SentLine[], at: number): Seen & { note: () => void } {
    const kept = this.kept(
      place,
      rows.filter((row) => row.record !== undefined)
    )
    const changed: SeenAnew[] = []
    const missing: number[] = []
    const ids: number[] = []
    const digests: [number, string][] = []
    let added: Added[] = []
    const begin = () => {
      this.begin(added, refresh, at)
      added = []
    }
    const idOf = (row: SentLine): number | undefined => {
      if (row.record === undefined) {
        const id = this.sent.numberOf(row.digest)
        return id < 0 ? undefined : id
      }
      const there = kept.get(nameOf(row))
      if (there?.line === row.record) return there.id
      if (there) begin()
      else added.push(this.add(place, refresh, row, at))
      const { id, now } = there ? this.keep(place, refresh, row, at) : (added.at(-1) as Added)
      if (now) changed.push(now)
      // A second row in the page must compare with the first.
      kept.set(nameOf(row), { id, line: row.record })
      return id
    }
    for (const [index, row] of rows.entries()) {
      const id = idOf(row)
      if (id === undefined) missing.push(index)
      else ids.push(id)
      if (id !== undefined && row.digest !== undefined && row.record !== undefined) digests.push([id, row.digest])
    }
    begin()
    this.sight(ids, refresh, at)
    const note = () => {
      for (const [id, digest] of digests) this.sent.put(id, digest)
    }
    return { ids, changed, missing, note }
  }

  /** Call it after a statement elsewhere removed connectors. */
  forgetSent(): void {
    this.sent.clear()
  }

  /**
   * Keeps a record read between refreshes. The last refresh that saw the connector stays: "gone" depends on it.
   * @param refresh the refresh the change counts for
   */
  seeOne(place: Place, refresh: number, line: PageLine, at: number): Pick<Seen, 'ids' | 'changed'> {
    const { id, now } = this.keep(place, refresh, line, at)
    this.sql.run('INSERT INTO sighting VALUES (?, 0, ?) ON CONFLICT DO UPDATE SET at = excluded.at', id, at)
    return { ids: [id], changed: now ? [now] : [] }
  }

  /**
   * Marks connectors as gone that a complete refresh of their category did not bring. What was read alone since it began
   * may stand where the refresh had passed already; the next one tells.
   * @param taken from another desk, which tells once what is gone
   * @returns their ids
   */
  markMissing(
    { workspaceId, region }: Place,
    category: Category,
    refresh: number,
    at: number,
    taken = false
  ): number[] {
    // Begins at the few that were not seen: from the connectors it takes twenty times as long, and the refresh waits.
    const select = `SELECT id FROM sighting CROSS JOIN connector ON connector.id = sighting.connector
      WHERE sighting.walk <> ?1 AND sighting.walk NOT IN (SELECT id FROM walk WHERE workspace <> ?2 OR region <> ?3)
        AND (?5 OR sighting.at <= (SELECT started_at FROM walk WHERE id = ?1))
        AND workspace = ?2 AND region = ?3 AND category = ?4 AND gone_at IS NULL ORDER BY connector_id`
    const ids = this.sql.all<{ id: number }>(select, refresh, workspaceId, region, category, taken ? 1 : 0)
    for (const { id } of ids) this.markGone(id, refresh, at)
    return ids.map(({ id }) => id)
  }

  markGone(id: number, refresh: number, at: number): void {
    this.sent.drop(id)
    this.sql.run('UPDATE connector SET gone_at = ? WHERE id = ?', at, id)
    this.change(id, refresh, at, 'gone', null)
  }

  find({ workspaceId, region }: Place, key: string): StoredConnector | undefined {
    const { category, id } = columnsOf(key)
    const where = 'WHERE workspace = ? AND region = ? AND category = ? AND connector_id = ?'
    return this.sql.get<StoredConnector>(`SELECT ${columns} ${from} ${where}`, workspaceId, region, category, id)
  }

  isEmpty({ workspaceId, region }: Place): boolean {
    return this.sql.get('SELECT 1 FROM connector WHERE workspace = ? AND region = ?', workspaceId, region) === undefined
  }

  /**
   * Connectors that are not gone, in the order first seen. Some are read at once: all records take much memory.
   * @param after the last id of the previous chunk
   */
  *present({ workspaceId, region }: Place, after = 0, limit = Infinity): Generator<Present, void> {
    // Selects by id whatever the planner chooses: otherwise each chunk sorts all rows.
    const select = `SELECT ${presentLine} AS line ${from}
      WHERE connector.id > ? AND +workspace = ? AND +region = ? AND gone_at IS NULL ORDER BY connector.id LIMIT ?`
    for (let last = after, left = limit, more = true; more;) {
      const count = Math.min(rowsAtOnce, left)
      const lines = this.sql.parsed<PresentLine>(select, last, workspaceId, region, count)
      for (const line of lines) yield presentOf(line)
      left -= lines.length
      last = lines.at(-1)?.[0] ?? last
      more = lines.length === count && left > 0
    }
  }

  /** Of all places, with gone and earlier ones. @param after id of a change: only of connectors that changed since */
  names(after: number): { names: string[]; last: number } {
    const { last } = this.sql.get<{ last: number }>('SELECT ifnull(max(id), 0) AS last FROM change') ?? { last: 0 }
    const changed = after === 0 ? '' : 'AND id IN (SELECT connector FROM change WHERE id > ?1)'
    // Most changes are of a sync: the text is looked at before it is parsed.
    const of = (
      field: string
    ) => `SELECT record ->> '$.${field}' AS name FROM connector WHERE name IS NOT NULL ${changed}
      UNION SELECT before ->> '$.fields.${field}' FROM change WHERE id > ?1 AND before LIKE '%"${field}"%'`
    const names = this.sql.all<{ name: unknown }>(`${of('end_user')} UNION ${of('origin_id')}`, after)
    return { names: names.flatMap(({ name }) => (name === null ? [] : String(name))), last }
  }

  /** Gone ones too. */
  known(ids: readonly number[]): Known[] {
    const select = `SELECT ${knownLine} AS line FROM json_each(?) CROSS JOIN connector ON connector.id = value`
    const found: Known[] = []
    for (let at = 0; at < ids.length; at += rowsAtOnce) {
      const some = JSON.stringify(ids.slice(at, at + rowsAtOnce))
      for (const line of this.sql.parsed<KnownLine>(select, some)) found.push(knownOf(line))
    }
    return found
  }

  /** Kept connectors of a page by name; of gone ones no line. */
  private kept({ workspaceId, region }: Place, lines: readonly PageLine[]): Map<string, { id: number; line: string }> {
    const found = new Map<string, { id: number; line: string }>()
    for (const category of new Set(lines.map((line) => line.category))) {
      const select = `SELECT connector.id || char(9) || connector_id || char(9) || iif(gone_at IS NULL, record, '') AS line
        FROM json_each(?) CROSS JOIN connector ON workspace = ? AND region = ? AND category = ? AND connector_id = value`
      const ids = JSON.stringify(lines.flatMap((line) => (line.category === category ? line.id : [])))
      const text = this.sql.joined('\n', select, ids, workspaceId, region, category)
      for (const line of text ? text.split('\n') : []) {
        const [first, second] = [line.indexOf('\t'), line.indexOf('\t', line.indexOf('\t') + 1)]
        const name = nameOf({ category, id: line.slice(first + 1, second) })
        found.set(name, { id: Number(line.slice(0, first)), line: line.slice(second + 1) })
      }
    }
    return found
  }

  /** A page's ids mostly follow each other: one statement covers each run. */
  private sight(ids: readonly number[], refresh: number, at: number): void {
    const sorted = [...new Set(ids)].sort((a, b) => a - b)
    for (let from = 0, to = 0; from < sorted.length; from = to) {
      const [first = 0] = [sorted[from]]
      for (to = from + 1; sorted[to] === first + to - from;) to++
      const update = 'UPDATE sighting SET walk = ?, at = ? WHERE connector BETWEEN ? AND ?'
      if (this.sql.run(update, refresh, at, first, first + to - from - 1).changes === to - from) continue
      // Without a WHERE, SQLite takes ON for a part of the join.
      const insert = `INSERT INTO sighting SELECT value, ?, ? FROM json_each(?) WHERE true
        ON CONFLICT DO UPDATE SET walk = excluded.walk, at = excluded.at`
      this.sql.run(insert, refresh, at, JSON.stringify(sorted.slice(from, to)))
    }
  }

  private keep({ workspaceId, region }: Place, refresh: number, line: PageLine, at: number): Kept {
    const { category, record: text } = line
    const there = this.sql.get<Omit<StoredConnector, 'seen_at'>>(
      `SELECT * FROM connector WHERE workspace = ? AND region = ? AND category = ? AND connector_id = ?`,
      workspaceId,
      region,
      category,
      line.id
    )
    if (!there) {
      const added = this.add({ workspaceId, region }, refresh, line, at)
      this.begin([added], refresh, at)
      return added
    }
    const record = JSON.parse(text) as ConnectorRecord
    const connector = readConnector(record)
    const earlier = JSON.parse(there.record) as ConnectorRecord
    const changes = changedFields(earlier, record)
    if (changes.length === 0 && there.gone_at === null) return { id: there.id, now: null }
    this.sent.drop(there.id)
    const { memory, stretches } = this.remember(
      { memory: memoryOf(there), connector: readConnector(earlier), stretches: () => this.stretches(there.id) },
      connector,
      at
    )
    this.keepStretches(there.id, stretches)
    const update = `UPDATE connector SET record = ?, gone_at = NULL, last_done_start = ?, failed_start = ?,
      failed_turned_at = ?, relink_turned_at = ?, planned_cadence = ?, seen_gap = ?, headcount = ? WHERE id = ?`
    this.sql.run(update, text, ...memoryValues(memory), there.id)
    const kind = there.gone_at === null ? 'changed' : 'back'
    this.change(there.id, refresh, at, kind, JSON.stringify(beforeOf(changes)))
    const key = keyOf(category, line.id)
    return { id: there.id, now: { id: there.id, key, category, record, connector, memory, seenAt: at } }
  }

  /** Keeps a new connector. Call `begin` for what follows from it. */
  private add({ workspaceId, region }: Place, refresh: number, line: PageLine, at: number): Added {
    const { category, record: text } = line
    const record = JSON.parse(text) as ConnectorRecord
    const connector = readConnector(record)
    const { memory, stretches } = this.remember(null, connector, at)
    const insert = `INSERT INTO connector (workspace, region, category, connector_id, record, first_walk,
      first_seen_at, last_done_start, failed_start, failed_turned_at, relink_turned_at, planned_cadence, seen_gap,
      headcount) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
    const place = [workspaceId, region, category, line.id, text, refresh, at] as const
    const id = this.sql.run(insert, ...place, ...memoryValues(memory)).lastInsertRowid
    const key = keyOf(category, line.id)
    return { id, stretches, now: { id, key, category, record, connector, memory, seenAt: at } }
  }

  /** A statement for all new connectors of a page takes half of the time of one for each. */
  private begin(added: readonly Added[], refresh: number, at: number): void {
    if (added.length === 0) return
    const counted = added.flatMap(({ id, stretches }) =>
      stretches ? [[id, JSON.stringify(stretches.map(lineOfStretch))]] : []
    )
    const insert = 'INSERT INTO headcount SELECT value ->> 0, value ->> 1 FROM json_each(?)'
    if (counted.length > 0) this.sql.run(insert, JSON.stringify(counted))
    const changes = `INSERT INTO change (connector, walk, at, kind) SELECT value, ?, ?, 'new' FROM json_each(?)`
    this.sql.run(changes, refresh, at, JSON.stringify(added.map(({ id }) => id)))
  }

  /** Of a count that came beside the record. */
  keepCounted(
    id: number,
    { headcount, stretches }: { headcount: Headcount | null; stretches: readonly Stretch[] }
  ): void {
    this.sql.run('UPDATE connector SET headcount = ? WHERE id = ?', headcount && JSON.stringify(headcount), id)
    this.keepStretches(id, stretches)
  }

  /** Oldest first. */
  stretches(id: number): readonly Stretch[] {
    const row = this.sql.get<{ stretches: string }>('SELECT stretches FROM headcount WHERE connector = ?', id)
    return row ? (JSON.parse(row.stretches) as StretchLine[]).map(stretchOf) : []
  }

  /** Newest first. */
  accessFacts(id: number): readonly AccessFact[] {
    return factsOf(
      this.sql.get<{ access: string | null }>('SELECT access FROM connector WHERE id = ?', id)?.access ?? null
    )
  }

  /** @returns the newest certain fact with it */
  noteAccess(id: number, fact: AccessFact): AccessFact | null {
    const before = this.accessFacts(id)
    const [latest] = before
    const same =
      latest?.said === fact.said &&
      latest.by === fact.by &&
      latest.status === fact.status &&
      latest.asked === fact.asked
    // A colleague's that came late says nothing new.
    if (same && latest.at > fact.at) return certainOf(before)
    const known = certainOf(before)
    const since = known?.said === fact.said ? (known.since ?? known.at) : undefined
    const noted = since === undefined ? fact : { ...fact, since }
    const facts = [noted, ...(same ? before.slice(1) : before)].sort((a, b) => b.at - a.at)
    const certain = certainOf(facts)
    const kept = facts.slice(0, mostAccessFacts)
    // What is certain stays, however many unclear answers follow.
    if (certain && !kept.includes(certain)) kept[mostAccessFacts - 1] = certain
    this.sql.run('UPDATE connector SET access = ? WHERE id = ?', JSON.stringify(kept), id)
    return certain
  }

  private keepStretches(id: number, stretches: readonly Stretch[] | null): void {
    if (!stretches) return
    const insert = 'INSERT INTO headcount VALUES (?, ?) ON CONFLICT DO UPDATE SET stretches = excluded.stretches'
    this.sql.run(insert, id, JSON.stringify(stretches.map(lineOfStretch)))
  }

  private change(id: number, refresh: number, at: number, kind: string, before: string | null): void {
    this.sql.run(
      'INSERT INTO change (connector, walk, at, kind, before) VALUES (?, ?, ?, ?, ?)',
      id,
      refresh,
      at,
      kind,
      before
    )
  }
}

/** Without names and in seconds: a connector has some dozens. */
type StretchLine = [first: number, length: number, count: number, syncs: number, fell: 0 | 1]

const lineOfStretch = ({ first, last, count, syncs, fell }: Stretch): StretchLine => [
  first / 1_000,
  (last - first) / 1_000,
  count,
  syncs,
  fell ? 1 : 0
]

function stretchOf([first, length, count, syncs, fell]: StretchLine): Stretch {
  return { first: first * 1_000, last: (first + length) * 1_000, count, syncs, fell: fell === 1 }
}

const nameOf = ({ category, id }: Pick<PageLine, 'category' | 'id'>) => `${category}\t${id}`

function memoryValues(memory: Memory) {
  return [
    memory.lastDoneStart,
    memory.failedStart,
    memory.failedTurnedAt,
    memory.relinkTurnedAt,
    memory.plannedCadence,
    memory.seenGap,
    memory.headcount && JSON.stringify(memory.headcount)
  ] as const
}

const factsOf = (column: string | null) => (column === null ? [] : (JSON.parse(column) as AccessFact[]))

export function memoryOf(row: MemoryRow): Memory {
  return {
    firstSeenAt: row.first_seen_at,
    lastDoneStart: row.last_done_start,
    failedStart: row.failed_start,
    failedTurnedAt: row.failed_turned_at,
    relinkTurnedAt: row.relink_turned_at,
    plannedCadence: row.planned_cadence,
    seenGap: row.seen_gap,
    headcount: row.headcount === null ? null : (JSON.parse(row.headcount) as Headcount),
    access: certainOf(factsOf(row.access))
  }
}
