import type { Outcome } from '../../../../shared/passthrough/result'
import type { Statements } from '../../statements'

export type PartName = 'request' | 'result' | 'body'

/** In the database, or in a file of this name. */
export interface EncryptedPart {
  part: PartName
  content: Uint8Array | null
  file: string | null
  bytes: number
}

/** The searchable part. */
export interface SentRow {
  id: string
  workspaceId: string
  /** ms since 1970 */
  at: number
  head: string
  outcome: Outcome | null
  status: number | null
  /** Of the response body. */
  bytes: number
  /** If dropped for space: the limit then, in bytes. */
  bodyDropped: number | null
}

/** A key is valid in one region only. */
export interface SentThrough {
  region: string
  keys: readonly string[]
}

interface PartRow {
  part: PartName
  content: ArrayBuffer | null
  file: string | null
}

/** Running total, newest first. */
const upTo = (column: string) => `sum(${column}) OVER (ORDER BY at DESC, id DESC)`
const columns = 'id, workspace AS workspaceId, at, head, outcome, status, bytes, body_dropped AS bodyDropped'

/** Methods that remove return the files that no entry needs any more. */
export class SentRequests {
  constructor(private readonly sql: Statements) {}

  /** Cut off by the app's end: a write may have arrived, a read changed nothing. */
  closeCutOff(): void {
    this.sql.run(`UPDATE sent SET outcome = CASE is_read WHEN 1 THEN 'failed' ELSE 'unknown' END WHERE outcome IS NULL`)
  }

  /** @throws for a known id */
  begin(
    row: Pick<SentRow, 'id' | 'workspaceId' | 'at' | 'head'> & {
      isRead: boolean
      words: string
      run?: string | undefined
    }
  ): void {
    const { id, workspaceId, at, isRead, head, words, run = null } = row
    const insert = `INSERT INTO sent (id, workspace, at, is_read, head, words, bytes, stored, run) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)`
    this.sql.run(insert, id, workspaceId, at, Number(isRead), head, words, head.length + words.length, run)
  }

  /** Also again, for what its checks found. @returns false if removed meanwhile */
  end(of: Pick<SentRow, 'id' | 'outcome' | 'status' | 'bytes' | 'head'> & { words: string }): boolean {
    const set = `outcome = ?, status = ?, bytes = ?, head = ?, words = words || iif(outcome IS NULL, ?, '')`
    const { outcome, status, bytes, head, words, id } = of
    return this.sql.run(`UPDATE sent SET ${set} WHERE id = ?`, outcome, status, bytes, head, words, id).changes > 0
  }

  addParts(id: string, parts: readonly EncryptedPart[]): void {
    for (const { part, content, file, bytes } of parts) {
      const more = bytes - (this.part(id, part)?.bytes ?? 0)
      const insert = 'INSERT OR REPLACE INTO sent_part (sent, part, content, file) VALUES (?, ?, ?, ?)'
      this.sql.run(insert, id, part, content, file)
      const ofBody = part === 'body' ? more : 0
      this.sql.run('UPDATE sent SET stored = stored + ?, body_stored = body_stored + ? WHERE id = ?', more, ofBody, id)
    }
  }

  get(id: string): SentRow | undefined {
    return this.sql.get<SentRow>(`SELECT ${columns} FROM sent WHERE id = ?`, id)
  }

  part(id: string, part: PartName): EncryptedPart | null {
    const row = this.sql.get<PartRow>('SELECT part, content, file FROM sent_part WHERE sent = ? AND part = ?', id, part)
    if (!row) return null
    const content = row.content ? new Uint8Array(row.content) : null
    return { part, content, file: row.file, bytes: content?.length ?? 0 }
  }

  hasPart(id: string, part: PartName): boolean {
    return this.sql.get('SELECT 1 FROM sent_part WHERE sent = ? AND part = ?', id, part) !== undefined
  }

  /**
   * Newest first. A list can go on from the last time: all requests of that ms are included.
   * @param words lower case; all must occur
   * @param through null for any connector or none; then sends of runs are left out: their run is listed
   */
  list(of: {
    workspaceId: string
    words: readonly string[]
    through: SentThrough | null
    before: number
    limit: number
  }): SentRow[] {
    const { workspaceId, words, through, before, limit } = of
    const searched = `words || ' ' || coalesce(outcome, '') || ' ' || coalesce(status, '')`
    const conditions = ['workspace = ?', 'at < ?', ...words.map(() => `instr(${searched}, ?) > 0`)]
    const values: (string | number)[] = [workspaceId, before, ...words]
    if (!through) conditions.push('run IS NULL')
    else {
      conditions.push(`head ->> '$.region' = ?`, `head ->> '$.connector.key' IN (SELECT value FROM json_each(?))`)
      values.push(through.region, JSON.stringify(through.keys))
    }
    const where = conditions.join(' AND ')
    const newest = `SELECT ${columns} FROM sent WHERE ${where} ORDER BY at DESC, id DESC LIMIT ?`
    const rows = this.sql.all<SentRow>(newest, ...values, limit)
    const last = rows.at(-1)
    if (!last || rows.length < limit) return rows
    const same = `SELECT ${columns} FROM sent WHERE ${where} AND at = ? AND id < ? ORDER BY id DESC`
    return [...rows, ...this.sql.all<SentRow>(same, ...values, last.at, last.id)]
  }

  remove(id: string): string[] {
    return this.removeWhere('id = ?', id)
  }

  removeRun(run: string): string[] {
    return this.removeWhere('run = ?', run)
  }

  /** All but those of runs that are kept. */
  removeForgotten(workspaceId: string): string[] {
    return this.removeWhere('workspace = ? AND (run IS NULL OR run NOT IN (SELECT id FROM run))', workspaceId)
  }

  removeWorkspace(workspaceId: string): string[] {
    return this.removeWhere('workspace = ?', workspaceId)
  }

  removeAll(): string[] {
    return this.removeWhere('1')
  }

  count(workspaceId: string): number {
    return this.sql.get<{ n: number }>('SELECT count(*) AS n FROM sent WHERE workspace = ?', workspaceId)?.n ?? 0
  }

  /**
   * Removes older requests, then the oldest bodies until the rest fits into `bytes`, then more requests. Running
   * requests stay.
   * @returns how many requests went, and the files
   */
  prune({ olderThan, bytes }: { olderThan: number; bytes: number }): { removed: number; files: string[] } {
    const before = this.countAll()
    const files = this.removeWhere('at < ? AND outcome IS NOT NULL', olderThan)
    files.push(...this.dropBodies(bytes))
    const past = `SELECT id FROM (SELECT id, ${upTo('stored')} AS total FROM sent) WHERE total > ?`
    files.push(...this.removeWhere(`outcome IS NOT NULL AND id IN (${past})`, bytes))
    return { removed: before - this.countAll(), files }
  }

  /** In bytes. */
  stored(): number {
    return this.sql.get<{ n: number }>('SELECT coalesce(sum(stored), 0) AS n FROM sent')?.n ?? 0
  }

  files(): string[] {
    return this.sql.all<{ file: string }>('SELECT file FROM sent_part WHERE file IS NOT NULL').map(({ file }) => file)
  }

  private dropBodies(bytes: number): string[] {
    const others = 'SELECT coalesce(sum(stored - body_stored), 0) FROM sent'
    const totals = `SELECT id, ${upTo('body_stored')} AS total FROM sent WHERE body_stored > 0`
    const past = this.sql.all<{ id: string }>(`SELECT id FROM (${totals}) WHERE total > ? - (${others})`, bytes)
    return past.flatMap(({ id }) => {
      const file = this.part(id, 'body')?.file
      this.sql.run(`DELETE FROM sent_part WHERE sent = ? AND part = 'body'`, id)
      const drop = 'UPDATE sent SET stored = stored - body_stored, body_stored = 0, body_dropped = ? WHERE id = ?'
      this.sql.run(drop, bytes, id)
      return file ?? []
    })
  }

  private removeWhere(where: string, ...values: (string | number)[]): string[] {
    const select = `SELECT file FROM sent_part WHERE file IS NOT NULL AND sent IN (SELECT id FROM sent WHERE ${where})`
    const files = this.sql.all<{ file: string }>(select, ...values).map(({ file }) => file)
    this.sql.run(`DELETE FROM sent WHERE ${where}`, ...values)
    return files
  }

  private countAll(): number {
    return this.sql.get<{ n: number }>('SELECT count(*) AS n FROM sent')?.n ?? 0
  }
}
