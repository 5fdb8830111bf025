import type { Category } from '../../../shared/connectors/category'
import { readConnector, type Connector, type ConnectorRow } from '../../../shared/connectors/connector'
import type { ShownRow } from '../../../shared/connectors/list/listed'
import type { DiagnosisKind, RowDiagnosis } from '../../../shared/issues/diagnosis'
import { searchable } from '../../../shared/searchable'
import { integrationName } from './integration-name'

/** A connector as main last showed it. It never changes: Svelte draws the new one. */
export class Entry {
  readonly key: string
  /** The category whose list held it; the record may name another. */
  readonly category: Category
  readonly row: ConnectorRow
  readonly connector: Connector
  /** When a refresh last saw it, ms since 1970. */
  readonly seenAt: number
  /** null while none is known for the current record. */
  readonly diagnosis: RowDiagnosis | null
  /** The latest refresh brought its id more than once. */
  readonly twice: boolean

  constructor({ key, category, tokenRef, record, seenAt, diagnosis, twice }: ShownRow) {
    this.key = key
    this.category = category
    this.row = { key, category, tokenRef, record }
    this.connector = readConnector(record)
    this.seenAt = seenAt
    this.diagnosis = diagnosis
    this.twice = twice
  }

  get originId(): string | null {
    return this.connector.originId
  }

  get integrationSlug(): string {
    return this.connector.integrationSlug
  }

  get isTest(): boolean {
    return this.connector.isTest
  }

  /** The diagnosis, or what the record alone says. */
  get state(): DiagnosisKind {
    const { isActive, status, syncStatus } = this.connector
    if (isActive === false) return 'inactive'
    if (this.diagnosis) return this.diagnosis.kind
    if (status === 'RELINK_NEEDED') return 'relink'
    if (syncStatus === 'Failed') return 'failed'
    return status === 'INCOMPLETE' ? 'unfinished' : 'healthy'
  }

  get id(): string {
    return this.key.slice(this.category.length + 1)
  }

  /** The customer, for search. */
  get name(): string {
    return searchable(this.connector.endUser)
  }

  /** Changes with the names that were learned. */
  get integration(): string {
    return integrationName(this.connector.integrationSlug)
  }
}
