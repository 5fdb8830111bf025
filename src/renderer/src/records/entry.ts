import type { Category } from '../../../shared/connectors/category'
import { digestLength, type Connector, type ConnectorRow, readConnector } from '../../../shared/connectors/connector'
import type { RowDiagnosis } from '../../../shared/issues/diagnosis'
import { searchable } from '../kit/safe-text'
import { type IntegrationTexts, namesVersion, sharedOf } from './learned-names.svelte'
import { RecordPage } from './record-page'
import { SearchPage } from './search-page'

/** Facts about a row beyond its record. */
interface Known {
  /** When a row was read that is from an earlier session or was read alone; null after a refresh. */
  readonly seenAt: number | null
  /** Main's diagnosis; null while none is known for the current record. */
  readonly diagnosis: RowDiagnosis | null
  /** Its id came more than once in one refresh. */
  readonly twice: boolean
}

/** The fields that lists sort, filter and count by. */
type Facts = Omit<Connector, 'endUser' | 'completedAt' | 'createdAt' | 'activeEmployees' | 'avgSyncDuration'>

/** The refresh number of rows from earlier sessions: this session's refreshes begin with 1. */
export const earlierRefreshes = 0

const knownStatus = new Set(['COMPLETE', 'INCOMPLETE', 'RELINK_NEEDED'])
const knownSync = new Set(['Syncing', 'Done', 'Failed'])

const lists = new Map<string, readonly string[]>()
function sharedList(list: readonly string[]): readonly string[] {
  const text = list.join('\n')
  const known = lists.get(text) ?? list
  lists.set(text, known)
  return known
}

/** Until the refresh's diagnoses come, the record alone tells; by `rank`. */
const undiagnosed = ['relink', 'failed', 'unfinished', null] as const

/** What Connectors counts by. As in Issues, one diagnosis for each connector, and test connectors apart. */
function facetsOf(connector: Facts, diagnosis: RowDiagnosis | null): readonly string[] {
  const { status, syncStatus } = connector
  const facets = [sharedOf(connector.integrationSlug).facet]
  const kind = diagnosis?.kind ?? undiagnosed[rankOf(connector)]
  if (connector.isTest) facets.push('test', `test ${connector.integrationSlug}`)
  else if (kind) facets.push(kind)
  if (status !== null && !knownStatus.has(status)) facets.push(`status ${status}`)
  if (syncStatus !== null && !knownSync.has(syncStatus)) facets.push(`sync_status ${syncStatus}`)
  return sharedList(facets)
}

function rankOf({ status, syncStatus }: Facts): number {
  if (status === 'RELINK_NEEDED') return 0
  if (syncStatus === 'Failed') return 1
  return status === 'INCOMPLETE' ? 2 : 3
}

interface Page {
  readonly records: RecordPage
  readonly search: SearchPage
  /** The digests of the rows, joined; blanks for a row from no refresh. */
  readonly digests: string
}

/**
 * A row with the fields for sorting, filtering and counting. `row` and `connector` parse the record's bytes each time,
 * in some µs, so no loop over all 100,000 rows may ask for them.
 */
export class Entry implements Facts, Known {
  readonly key: string
  /** The category whose list held it; the record may name another. */
  readonly category: Category
  /** The customer, for sorting and search. */
  readonly name: string
  readonly isActive: boolean | null
  readonly status: string | null
  readonly originId: string | null
  readonly syncStatus: string | null
  readonly lastSyncStart: number | null
  readonly nextSyncStart: number | null
  readonly relinkNeededAt: number | null
  readonly isTest: boolean
  readonly syncProgress: number | null
  readonly totalEmployees: number | null
  readonly odd: string[]
  /** The default order: 0 relink needed, 1 last sync failed, 2 link never finished, 3 the rest. */
  readonly rank: number
  readonly facets: readonly string[]
  /** The refresh that brought it; an older number means that the latest refresh has not seen it yet. */
  readonly refreshRun: number
  readonly seenAt: number | null
  readonly diagnosis: RowDiagnosis | null
  readonly twice: boolean
  readonly #texts: IntegrationTexts
  readonly #page: Page
  readonly #at: number

  private constructor(
    of: Facts & Pick<Entry, 'key' | 'category' | 'name'>,
    refreshRun: number,
    { seenAt, diagnosis, twice }: Known,
    page: Page,
    at: number
  ) {
    this.key = of.key
    this.category = of.category
    this.name = of.name
    this.isActive = of.isActive
    this.status = of.status
    this.originId = of.originId
    this.syncStatus = of.syncStatus
    this.lastSyncStart = of.lastSyncStart
    this.nextSyncStart = of.nextSyncStart
    this.relinkNeededAt = of.relinkNeededAt
    this.isTest = of.isTest
    this.syncProgress = of.syncProgress
    this.totalEmployees = of.totalEmployees
    this.odd = of.odd.length === 0 ? noneOdd : of.odd
    this.rank = rankOf(of)
    const same = of instanceof Entry && of.diagnosis === diagnosis ? of : null
    this.facets = same?.facets ?? facetsOf(of, diagnosis)
    this.refreshRun = refreshRun
    this.seenAt = seenAt
    // The diagnosis has its own copy of the key: share one string.
    this.diagnosis = same?.diagnosis ?? (diagnosis && { ...diagnosis, key: of.key })
    this.twice = twice
    this.#texts = sharedOf(of.integrationSlug)
    this.#page = page
    this.#at = at
  }

  /**
   * The rows of one message.
   * @param known facts about each row
   */
  static of<Row extends ConnectorRow>(
    rows: readonly Row[],
    refreshRun: number,
    known: (row: Row, connector: Connector) => Partial<Known>
  ): Entry[] {
    const connectors = rows.map(({ record }) => {
      const connector = readConnector(record)
      return { ...connector, name: searchable(connector.endUser) }
    })
    const page = {
      records: new RecordPage(rows),
      search: new SearchPage(connectors.map(searchedOf)),
      digests: rows.map(({ digest = '' }) => digest.padEnd(digestLength)).join('')
    }
    return connectors.map((connector, at) => {
      const row = rows[at] as Row
      const { key, category } = row
      const more = { seenAt: null, diagnosis: null, twice: false, ...known(row, connector) }
      return new Entry({ ...connector, key, category }, refreshRun, more, page, at)
    })
  }

  /** Entries never change: Svelte draws the new one. */
  judged(diagnosis: RowDiagnosis): Entry {
    return new Entry(this, this.refreshRun, { seenAt: this.seenAt, diagnosis, twice: this.twice }, this.#page, this.#at)
  }

  again(refreshRun: number, twice: boolean): Entry {
    return new Entry(this, refreshRun, { seenAt: null, diagnosis: this.diagnosis, twice }, this.#page, this.#at)
  }

  /** Tells versions of a connector's row apart; null for a row from no refresh of this session. */
  get digest(): string | null {
    const digest = this.#page.digests.slice(this.#at * digestLength, (this.#at + 1) * digestLength)
    return digest.startsWith(' ') ? null : digest
  }

  get id(): string {
    return this.key.slice(this.category.length + 1)
  }

  get integrationSlug(): string {
    return this.#texts.slug
  }

  get integration(): string {
    namesVersion()
    return this.#texts.name
  }

  /** For loops: not reactive, so read `namesVersion` before one. */
  get integrationOrder(): string {
    return this.#texts.order
  }

  /** Whether the search box finds the row by a word: see `searchable`. For loops, as `integrationOrder`. */
  holds(word: string): boolean {
    return this.#page.search.holds(this.#at, word) || this.#texts.search.includes(word)
  }

  /** Whether customer or integration hold a word: as `holds`, without the IDs. */
  isNamed(word: string): boolean {
    return this.name.includes(word) || this.#texts.search.includes(word)
  }

  get row(): ConnectorRow {
    return { key: this.key, category: this.category, ...this.#page.records.read(this.#at) }
  }

  get connector(): Connector {
    return readConnector(this.row.record)
  }
}

const noneOdd: string[] = []

/** Without the integration, whose name may change. */
function searchedOf({ name, originId, id }: Connector & { name: string }): string {
  return [name, searchable(originId ?? ''), searchable(id)].join('\n')
}

/** Whether a diagnosis of one record still applies to the other: the fields it may depend on are the same. */
export function isSameState(a: Facts, b: Facts): boolean {
  return (
    a.status === b.status &&
    a.syncStatus === b.syncStatus &&
    a.isActive === b.isActive &&
    a.lastSyncStart === b.lastSyncStart &&
    a.nextSyncStart === b.nextSyncStart &&
    a.relinkNeededAt === b.relinkNeededAt
  )
}
