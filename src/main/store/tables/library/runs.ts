import type { ManyState } from '../../../../shared/passthrough/many'
import type { Statements } from '../../statements'

export interface RunRow {
  id: string
  workspaceId: string
  /** ms since 1970 */
  at: number
  /** Name, region, method, path without query and count as JSON: no params, headers or values. */
  head: string
  state: ManyState
  /** Why it stopped by itself. */
  why: string
  endedAt: number | null
  answered: number
}

/** What came from one place of a run, encrypted. The send with this id has its body. */
export interface RunAnswer {
  run: string
  place: number
  sent: string
  content: Uint8Array
}

const columns = `id, workspace AS workspaceId, at, head, state, why, ended_at AS endedAt,
  (SELECT count(*) FROM run_answer WHERE run_answer.run = run.id) AS answered`

/** Runs of Ask many, with the last answer of each place. */
export class Runs {
  constructor(private readonly sql: Statements) {}

  /** By the app's end; what came is kept. */
  closeCutOff(): void {
    this.sql.run(`UPDATE run SET state = 'stopped' WHERE state IN ('running', 'pausing')`)
  }

  /** @throws for a known id */
  begin(row: Pick<RunRow, 'id' | 'workspaceId' | 'at' | 'head'> & { setup: Uint8Array }): void {
    const { id, workspaceId, at, head, setup } = row
    const insert = `INSERT INTO run (id, workspace, at, head, state, why, setup) VALUES (?, ?, ?, ?, 'running', '', ?)`
    this.sql.run(insert, id, workspaceId, at, head, setup)
  }

  /** @returns false if removed meanwhile */
  mark({ id, state, why, endedAt }: Pick<RunRow, 'id' | 'state' | 'why' | 'endedAt'>): boolean {
    const set = 'UPDATE run SET state = ?, why = ?, ended_at = ? WHERE id = ?'
    return this.sql.run(set, state, why, endedAt, id).changes > 0
  }

  /** What columns give in these answers, and, unless null, the setup with other columns. */
  change(id: string, setup: Uint8Array | null, answers: readonly RunAnswer[]): void {
    if (setup) this.sql.run('UPDATE run SET setup = ? WHERE id = ?', setup, id)
    for (const { place, sent, content } of answers) {
      // An answer that came meanwhile stays.
      const set = 'UPDATE run_answer SET content = ? WHERE run = ? AND place = ? AND sent = ?'
      this.sql.run(set, content, id, place, sent)
    }
  }

  /** Replaces an earlier one of this place. Nothing for a run that was removed. */
  answer({ run, place, sent, content }: RunAnswer): void {
    const insert = `INSERT OR REPLACE INTO run_answer (run, place, sent, content)
      SELECT id, ?, ?, ? FROM run WHERE id = ?`
    this.sql.run(insert, place, sent, content, run)
  }

  /** Newest first. */
  list(workspaceId: string): RunRow[] {
    return this.sql.all<RunRow>(`SELECT ${columns} FROM run WHERE workspace = ? ORDER BY at DESC, id`, workspaceId)
  }

  get(id: string): (RunRow & { setup: Uint8Array; answers: RunAnswer[] }) | null {
    const row = this.sql.get<RunRow & { setup: ArrayBuffer }>(`SELECT ${columns}, setup FROM run WHERE id = ?`, id)
    if (!row) return null
    const answers = this.sql
      .all<Omit<RunAnswer, 'content'> & { content: ArrayBuffer }>(
        'SELECT run, place, sent, content FROM run_answer WHERE run = ? ORDER BY place',
        id
      )
      .map((answer) => ({ ...answer, content: new Uint8Array(answer.content) }))
    return { ...row, setup: new Uint8Array(row.setup), answers }
  }

  /** Its sends go by themselves. */
  remove(id: string): void {
    this.sql.run('DELETE FROM run WHERE id = ?', id)
  }

  prune(olderThan: number): void {
    this.sql.run(`DELETE FROM run WHERE at < ? AND state NOT IN ('running', 'pausing')`, olderThan)
  }

  /** Those at work stay. */
  removeEnded(workspaceId: string): void {
    this.sql.run(`DELETE FROM run WHERE workspace = ? AND state NOT IN ('running', 'pausing')`, workspaceId)
  }

  removeWorkspace(workspaceId: string): void {
    this.sql.run('DELETE FROM run WHERE workspace = ?', workspaceId)
  }

  removeAll(): void {
    this.sql.run('DELETE FROM run')
  }
}
