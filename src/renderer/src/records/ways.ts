import { createContext } from 'svelte'
import type { AppError } from '../../../shared/errors'
import type { Issue } from '../../../shared/issues/issue'
import type { SentHead } from '../../../shared/passthrough/library'
import type { FieldDetail } from '../../../shared/mappings/mapping'
import type { Entry, elsewhere, GroupedState } from './entry'
import type { BodyView } from './viewer/body-view.svelte'

/** Mappings as they were read in this session, for a view that is not theirs. */
export interface ReadMappings {
  readonly fields: {
    readonly details: ReadonlyMap<string, FieldDetail>
    /** ms since 1970; null before they were read. */
    readonly readAt: number | null
    readonly running: boolean
  }
  readonly checking: boolean
  readonly checkFailure: AppError | null
  reload(): Promise<void>
  /** Asks for the mappings of each field, one after another. */
  checkAll(): Promise<void>
  stopChecking(): void
}

/** What one room does for another. The frame knows all rooms and carries it out; no room knows another. */
export interface Ways {
  /** Shows a connector in its view, whatever was shown or filtered there. @param key `<category>:<id>` */
  showConnector(key: string): void
  /** Shows the connectors of a state, all of them or those that Issues lists in another group. */
  showConnectorsOf(quick: 'test' | (typeof elsewhere)[GroupedState]): void
  /** @param integration its slug */
  showConnectorsOfIntegration(integration: string): void
  /** Shows all that is known of the customer of a connector; does nothing for a connector that is not listed. */
  showCustomer(key: string): void
  /** Goes back to the view that the page of a customer was opened from. */
  leaveCustomer(): void
  /** Shows the issue of a connector. */
  showIssue(key: string): void
  /** Opens the relink requests to the customers of these issues. */
  askRelink(issues: readonly Issue[]): void
  /** A new passthrough request through a connector. */
  openInPassthrough(entry: Entry): void
  /** A request that was sent, in Passthrough. */
  showSent(sent: Pick<SentHead, 'id'>): void
  /** A new fetch in Data; nothing is sent. */
  showData(wanted: { connectorKey?: string; collectionId?: string }): void
  /** Shows a fetch of this session in Data; null where it is gone. */
  fetch(id: string): (() => void) | null
  /** Shows a custom field in Mappings; null where it was not read. */
  field(id: string): (() => void) | null
  /** Begins a mapping for a connector. */
  mapFor(key: string): void
  /** Null while no workspace is open. */
  readMappings(): ReadMappings | null
  /** Takes a value of a body to the mapping editor; null for a body that no mapping reads. Reactive. */
  mapping(body: BodyView): ((node: number) => Promise<void>) | null
}

export const [useWays, provideWays] = createContext<Ways>()
