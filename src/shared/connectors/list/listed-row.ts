import type { Category } from '../category'
import type { Reading } from '../connector'
import type { DiagnosisKind, LastGoodSync } from '../../issues/diagnosis'
import { readableName } from '../../integration-name'
import { searchable } from '../../searchable'

/** A connector, and its number in the database. */
export interface Numbered {
  readonly id: number
  readonly key: string
  readonly category: Category
  readonly connector: Reading
}

/** What is known of a connector beyond its record. Times: ms since 1970. */
export interface RowDiagnosed {
  kind: DiagnosisKind
  since: number | null
  lastGoodSync: Pick<LastGoodSync, 'time' | 'kind'>
}

/** Texts of an integration, shared by its rows: there are few integrations and many rows. */
export class IntegrationTexts {
  readonly facet: string
  name = ''
  /** For sorting. */
  order = ''
  search = ''

  constructor(readonly slug: string) {
    this.facet = `integration ${slug}`
    this.show(readableName(slug))
  }

  show(name: string): void {
    this.name = name
    this.order = name.toLowerCase()
    this.search = `${searchable(this.slug)}\n${searchable(name)}`
  }
}

const knownStatus = new Set(['COMPLETE', 'INCOMPLETE', 'RELINK_NEEDED'])
const knownSync = new Set(['Syncing', 'Done', 'Failed'])

/** Until a refresh is diagnosed, the record alone tells; by `rank`. */
const undiagnosed = ['relink', 'failed', 'unfinished', null] as const

const isSameState = (a: Reading, b: Reading) =>
  a.status === b.status &&
  a.syncStatus === b.syncStatus &&
  a.isActive === b.isActive &&
  a.lastSyncStart === b.lastSyncStart &&
  a.nextSyncStart === b.nextSyncStart &&
  a.relinkNeededAt === b.relinkNeededAt

const sharedLists = new Map<string, readonly string[]>()

/** A connector as a list sorts, filters, counts and searches it: some numbers and references, as there may be a million. */
export class ListedRow {
  /** The customer, for sorting and search. */
  name: string
  kind: DiagnosisKind | null = null
  since: number | null = null
  goodTime: number | null = null
  goodKind: LastGoodSync['kind'] | null = null
  facets: readonly string[]

  constructor(
    private of: Numbered,
    /** In the list's columns. */
    readonly place: number,
    readonly texts: IntegrationTexts
  ) {
    this.name = searchable(of.connector.endUser)
    this.facets = this.facetsNow()
  }

  /** A diagnosis of one record still applies to another where the fields it may depend on are the same. */
  take(of: Numbered): void {
    if (this.connector.endUser !== of.connector.endUser) this.name = searchable(of.connector.endUser)
    if (!isSameState(this.connector, of.connector)) this.kind = null
    this.of = of
    this.facets = this.facetsNow()
  }

  /** In the database. */
  get number(): number {
    return this.of.id
  }

  get key(): string {
    return this.of.key
  }

  get category(): Category {
    return this.of.category
  }

  get connector(): Reading {
    return this.of.connector
  }

  diagnose({ kind, since, lastGoodSync }: RowDiagnosed): void {
    this.since = since
    this.goodTime = lastGoodSync.time
    this.goodKind = lastGoodSync.kind
    if (this.kind === kind) return
    this.kind = kind
    this.facets = this.facetsNow()
  }

  get id(): string {
    return this.key.slice(this.category.length + 1)
  }

  /** The default order: 0 relink needed, 1 last sync failed, 2 link never finished, 3 the rest. */
  get rank(): 0 | 1 | 2 | 3 {
    const { status, syncStatus } = this.connector
    if (status === 'RELINK_NEEDED') return 0
    if (syncStatus === 'Failed') return 1
    return status === 'INCOMPLETE' ? 2 : 3
  }

  /** The diagnosis, or what the record alone says. */
  get state(): DiagnosisKind {
    if (this.connector.isActive === false) return 'inactive'
    return this.kind ?? undiagnosed[this.rank] ?? 'healthy'
  }

  /** Without the integration, whose name may change. No line feed is within a part. */
  get searched(): string {
    return [this.name, searchable(this.connector.originId ?? ''), searchable(this.id)].join('\n')
  }

  /** Whether customer or integration hold a word, without the IDs. */
  isNamed(word: string): boolean {
    return this.name.includes(word) || this.texts.search.includes(word)
  }

  /** As in Issues, one diagnosis for each connector, and test connectors apart. */
  private facetsNow(): readonly string[] {
    const { status, syncStatus, isTest } = this.connector
    const facets = [this.texts.facet]
    const kind = this.kind ?? undiagnosed[this.rank]
    if (isTest) facets.push('test', `test ${this.texts.slug}`)
    else if (kind) facets.push(kind)
    if (status !== null && !knownStatus.has(status)) facets.push(`status ${status}`)
    if (syncStatus !== null && !knownSync.has(syncStatus)) facets.push(`sync_status ${syncStatus}`)
    const text = facets.join('\n')
    const known = sharedLists.get(text) ?? facets
    sharedLists.set(text, known)
    return known
  }
}
