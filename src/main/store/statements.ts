import type Database from 'libsql'

/** A blob comes out as an ArrayBuffer. */
type Value = string | number | null | Uint8Array

/** The library's own transaction hides the cause: on a full disk SQLite rolls back first, and its ROLLBACK throws. */
export function inTransaction<T>(database: Database.Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (thrown) {
    if (database.inTransaction) database.exec('ROLLBACK')
    throw thrown
  }
}

/** Each prepared once. Values go in as an array: the library reads a single null as an object of named values. */
export class Statements {
  private readonly prepared = new Map<string, Database.Statement>()

  constructor(readonly database: Database.Database) {}

  run(sql: string, ...values: Value[]): { changes: number; lastInsertRowid: number } {
    const { changes, lastInsertRowid } = this.statement(sql).run(values)
    return { changes, lastInsertRowid: Number(lastInsertRowid) }
  }

  get<Row>(sql: string, ...values: Value[]): Row | undefined {
    return this.statement(sql).get(values) as Row | undefined
  }

  all<Row>(sql: string, ...values: Value[]): Row[] {
    return this.statement(sql).all(values) as Row[]
  }

  /** Joins the column `line` in SQL: row by row takes ten times as long. */
  joined(separator: string, select: string, ...values: Value[]): string {
    const all = `SELECT group_concat(line, ?) AS text FROM (${select})`
    return this.get<{ text: string | null }>(all, separator, ...values)?.text ?? ''
  }

  /** Rows as one text, which takes a third of the time of as many objects. @param select gives `line`, JSON */
  parsed<T>(select: string, ...values: Value[]): T[] {
    return JSON.parse(`[${this.joined(',', select, ...values)}]`) as T[]
  }

  transaction<T>(work: () => T): T {
    return inTransaction(this.database, work)
  }

  private statement(sql: string): Database.Statement {
    let statement = this.prepared.get(sql)
    if (!statement) this.prepared.set(sql, (statement = this.database.prepare(sql)))
    return statement
  }
}
