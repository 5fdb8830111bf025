import { createContext } from 'svelte'
import type { AppError } from '../../../shared/errors'
import type { Issue } from '../../../shared/issues/issue'
import type { PassthroughDraft } from '../../../shared/passthrough/passthrough'
import type { SentHead } from '../../../shared/passthrough/library'
import type { FieldDetail } from '../../../shared/mappings/mapping'
import type { LastChanges } from './snapshot-comparison.svelte'
import type { Entry } from './entry'
import type { BodyView } from './viewer/body-view.svelte'

export interface ReadMappings {
  readonly fields: {
    readonly details: ReadonlyMap<string, FieldDetail>
    /** ms since 1970; null before the first read. */
    readonly readAt: number | null
    readonly reading: boolean
  }
  readonly checking: boolean
  readonly checkFailure: AppError | null
  reload(): Promise<void>
  checkAll(): Promise<void>
  stopChecking(): void
}

/** Services of one room for another. The frame knows all rooms and carries them out; no room knows another. */
export interface Ways {
  /** Shows a connector in its view, whatever the filters there. @param key `<category>:<id>` */
  showConnector(key: string): void
  showTestConnectors(): void
  /** What the last complete refresh changed; null while unknown. */
  lastChanges(): LastChanges | null
  /** A group of syncs at work, or the run of Ask many that is at work or paused, in words; null without one. */
  runAtWork(): { said: string; title?: string; show: () => void } | null
  /** Compares the last two complete refreshes, in Connectors. */
  showLastChanges(): void
  /** @param integration its slug */
  showConnectorsOfIntegration(integration: string): void
  /** Shows the customer page of a connector; does nothing if the connector is not listed. */
  showCustomer(key: string): void
  leaveCustomer(): void
  showIssue(key: string): void
  /** @param runbook whose letter is used at first */
  askRelink(issues: readonly Issue[], runbook?: string): void
  /** @param keys of issues @throws AppError */
  tagIssues(keys: readonly string[], tag: string): Promise<void>
  /** Adds a line to the note of each. @throws AppError */
  noteIssues(keys: readonly string[], line: string): Promise<void>
  /** Opens the recovery of missed deliveries. @param since ms since 1970 */
  recoverSince(entry: Entry, since: number): void
  /** The same, for connectors to be chosen. @param since ms since 1970 */
  recoverMissed(since: number): void
  /** Its deliveries; null: those of all. */
  showWebhook(id: string | null): void
  /**
   * Opens the form of Ask many; asks nothing. Without keys and integration the form stays as it was.
   * @param who.request a saved request that fills it
   */
  /** @param who `request`: a saved one, or one of the shelf of `integration` */
  askMany(who: {
    keys?: readonly string[]
    integration?: string
    request?: { id: string; name: string; onShelf: boolean }
  }): void
  /** Starts a sync of each, once the operator confirms, and shows how they end. */
  syncAll(keys: readonly string[]): void
  /** Opens a GET; sends nothing. */
  openInPassthrough(entry: Entry, asked?: Partial<Pick<PassthroughDraft, 'method' | 'path'>>): void
  /** Opens a copy of a saved request for a connector; sends nothing. */
  openSaved(entry: Entry, id: string): void
  /** Shows a file that this session saved in the system's file manager. @throws AppError not-found */
  showSaved(file: string): Promise<void>
  showSent(sent: Pick<SentHead, 'id'>): void
  showData(wanted: { connectorKey?: string; collectionId?: string }): void
  /** Shows a fetch of this session in Data; null if it is gone. */
  fetch(id: string): (() => void) | null
  /** Shows a custom field in Mappings; null if it was not read. */
  field(id: string): (() => void) | null
  mapFor(key: string): void
  /** Shows the open issue of a mapping that drifted; null without one. Reactive. */
  drift(fieldId: string, scope: string): (() => void) | null
  /** Shows the mapping of a field. @param scope `integration:<slug>` or `connector:<key>` */
  openMapping(fieldId: string, scope: string): void
  /** null while no workspace is open. */
  readMappings(): ReadMappings | null
  /** Takes a value of a body to the mapping editor; null for a body that no mapping reads. Reactive. */
  mapping(body: BodyView): ((node: number) => Promise<void>) | null
  /** Names a value of a response for its connector; null for a body that is no response in Passthrough. Reactive. */
  variable(body: BodyView): ((node: number) => Promise<void>) | null
}

export const [useWays, provideWays] = createContext<Ways>()
