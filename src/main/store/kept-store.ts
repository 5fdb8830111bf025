import type Database from 'libsql'
import type { Keeping } from '../../shared/model/snapshot'
import { openDatabase, openInstead, type OpenOptions } from './open'
import { isStorageFailure } from './sqlite-errors'
import { Statements } from './statements'
import { Connectors } from './tables/connectors/connectors'
import { Episodes } from './tables/connectors/episodes'
import { checkpoint } from './tables/connectors/retention'
import { States } from './tables/connectors/states'
import { Walks } from './tables/connectors/walks'
import { TeamOutbox } from './tables/team/outbox'

/** The tables of one database. */
export interface Tables {
  sql: Statements
  walks: Walks
  connectors: Connectors
  states: States
  episodes: Episodes
  outbox: TeamOutbox
}

function tablesOf(database: Database.Database): Tables {
  const sql = new Statements(database)
  const connectors = new Connectors(sql)
  const outbox = new TeamOutbox(sql)
  const episodes = new Episodes(sql, outbox)
  return { sql, walks: new Walks(sql), connectors, states: new States(sql, connectors), episodes, outbox }
}

/**
 * The database, and what happens when its place fails: a full disk, or a profile that becomes read-only during the run,
 * moves everything into memory, so that the app goes on, and says so.
 */
export class KeptStore {
  private opened: { tables: Tables; database: Database.Database; keeping: Keeping }

  /** @param changed called when the store goes over to memory */
  constructor(
    private readonly options: OpenOptions,
    private readonly changed: (keeping: Keeping) => void
  ) {
    const { database, keeping } = openDatabase(options)
    this.opened = { database, keeping, tables: tablesOf(database) }
    this.run(({ walks }) => walks.closeCutOff())
  }

  get keeping(): Keeping {
    return this.opened.keeping
  }

  /** Works on the tables; where the place fails, again on those in memory. Work must be all or nothing. */
  run<T>(work: (tables: Tables) => T): T {
    try {
      return work(this.opened.tables)
    } catch (thrown) {
      if (this.keeping.keeping === 'no' || !isStorageFailure(thrown)) throw thrown
      this.leaveFile(thrown)
      return work(this.opened.tables)
    }
  }

  close(): void {
    const { keeping, tables, database } = this.opened
    try {
      if (keeping.keeping === 'yes') checkpoint(tables.sql)
    } finally {
      database.close()
    }
  }

  private leaveFile(thrown: unknown): void {
    this.opened.database.close()
    const { database, keeping } = openInstead(this.options.file, thrown, this.keeping.setAside)
    this.opened = { database, keeping, tables: tablesOf(database) }
    this.changed(keeping)
  }
}
