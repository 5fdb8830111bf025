import type Database from 'libsql'
import type { Keeping } from '../../shared/connectors/snapshot'
import { AppError } from '../../shared/errors'
import { openDatabase, openInstead, type Opened, type OpenOptions } from './open'
import { noteEnd } from './orderly-end'
import { isStorageFailure } from './sqlite-errors'
import { Statements } from './statements'
import { Connectors } from './tables/connectors/connectors'
import { Episodes } from './tables/connectors/episodes'
import { checkpoint } from './tables/connectors/retention'
import type { Remember } from './tables/connectors/memory'
import { States } from './tables/connectors/states'
import { Refreshes } from './tables/connectors/refreshes'
import { WatchedIssues } from './tables/connectors/watched-issues'
import { TeamOutbox } from './tables/team/outbox'
import type { Place } from '../../shared/workspaces/place'

/** The last of each place, as the app was left with it. */
class KeptLists {
  constructor(
    private readonly sql: Statements,
    private readonly table: 'kept_queue' | 'kept_list'
  ) {}

  /** @param at ms since 1970 */
  put({ workspaceId, region }: Place, at: number, list: Uint8Array): void {
    this.sql.run(`INSERT OR REPLACE INTO ${this.table} VALUES (?, ?, ?, ?)`, workspaceId, region, at, list)
  }

  drop({ workspaceId, region }: Place): void {
    this.sql.run(`DELETE FROM ${this.table} WHERE workspace = ? AND region = ?`, workspaceId, region)
  }

  get({ workspaceId, region }: Place): Uint8Array | null {
    const column = this.table === 'kept_queue' ? 'queue' : 'list'
    const select = `SELECT ${column} AS list FROM ${this.table} WHERE workspace = ? AND region = ?`
    const row = this.sql.get<{ list: ArrayBuffer }>(select, workspaceId, region)
    return row ? new Uint8Array(row.list) : null
  }
}

export interface Tables {
  sql: Statements
  refreshes: Refreshes
  connectors: Connectors
  states: States
  episodes: Episodes
  issueLists: KeptLists
  shownLists: KeptLists
  watchedIssues: WatchedIssues
  outbox: TeamOutbox
}

function tablesOf(database: Database.Database, remember: Remember): Tables {
  const sql = new Statements(database)
  const connectors = new Connectors(sql, remember)
  const outbox = new TeamOutbox(sql)
  const episodes = new Episodes(sql, outbox)
  const states = new States(sql, connectors)
  return {
    sql,
    refreshes: new Refreshes(sql),
    connectors,
    states,
    episodes,
    issueLists: new KeptLists(sql, 'kept_queue'),
    shownLists: new KeptLists(sql, 'kept_list'),
    watchedIssues: new WatchedIssues(sql, outbox),
    outbox
  }
}

/** When the disk fills or becomes read-only during the run, the store moves into memory and reports it. */
export class KeptStore {
  private opened: Opened & { tables: Tables }
  private isClosed = false

  /** @param changed called when the store moves into memory */
  constructor(
    private readonly options: OpenOptions,
    private readonly changed: (keeping: Keeping) => void,
    private readonly remember: Remember
  ) {
    const opened = openDatabase(options)
    this.opened = { ...opened, tables: tablesOf(opened.database, this.remember) }
    this.run(({ refreshes }) => refreshes.closeCutOff())
  }

  get keeping(): Keeping {
    return this.opened.keeping
  }

  /**
   * Runs the work again in memory if the disk fails: work must be all or nothing.
   * @throws AppError cancelled after the close, where steps were under way
   */
  run<T>(work: (tables: Tables) => T): T {
    if (this.isClosed) throw new AppError('cancelled', 'The app is closing.')
    try {
      return work(this.opened.tables)
    } catch (thrown) {
      if (this.keeping.keeping === 'no' || !isStorageFailure(thrown)) throw thrown
      this.leaveFile(thrown)
      return work(this.opened.tables)
    }
  }

  /** Notes the file's state: the next start then skips the check. */
  close(): void {
    const { keeping, tables, database, checkedAt } = this.opened
    this.isClosed = true
    try {
      if (keeping.keeping === 'yes') checkpoint(tables.sql)
    } finally {
      database.close()
    }
    if (checkedAt !== null) noteEnd(this.options.file, checkedAt)
  }

  private leaveFile(thrown: unknown): void {
    this.opened.database.close()
    const opened = openInstead(this.options.file, thrown, this.keeping.setAside)
    this.opened = { ...opened, tables: tablesOf(opened.database, this.remember) }
    this.changed(opened.keeping)
  }
}
