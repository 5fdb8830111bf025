import { createContext } from 'svelte'
import type { Client } from '../client.svelte'
import { AskService } from './ask-service.svelte'
import { IssueActs } from '../records/issue-acts.svelte'
import type { KnownIssues } from '../records/known-issues.svelte'
import type { Clock } from '../kit/clock.svelte'
import { ConnectorActs } from './connector-acts.svelte'
import { CustomerPage } from './customer-page.svelte'
import { ConnectorFile } from '../records/connector-file.svelte'
import type { Connectors } from '../records/connectors.svelte'
import { GridView } from './grid-view.svelte'
import { SavedFilters } from './saved-filters.svelte'
import { NewLink } from './new-link.svelte'
import { SnapshotComparison } from '../records/snapshot-comparison.svelte'
import type { ConnectorHealth } from '../../../shared/connectors/health'
import type { LinkDraft } from '../../../shared/connectors/link'
import type { Entry } from '../records/entry'

/** A connector that may be deleted, and what was known of it when the dialog opened. */
export interface Doomed {
  entry: Entry
  health: ConnectorHealth | null
}

/** All that the connectors view keeps beside its rows. */
export class ConnectorDesk {
  readonly ask: AskService
  readonly grid: GridView
  /** What is known of the connector in the drawer. */
  readonly file: ConnectorFile
  /** What is done with it at the service. */
  readonly acts: ConnectorActs
  readonly compare: SnapshotComparison
  readonly customer: CustomerPage
  /** Exports and requests: of the list, and of the connector in the drawer. */
  readonly listActs: IssueActs
  readonly drawerActs: IssueActs
  #doomed = $state.raw<Doomed | null>(null)
  #link = $state.raw<NewLink | null>(null)
  #client: Client

  constructor(client: Client, connectors: Connectors, issues: KnownIssues, clock: Clock) {
    this.#client = client
    this.ask = new AskService(client, connectors)
    this.grid = new GridView(connectors, this.ask, clock, new SavedFilters(client))
    this.file = new ConnectorFile(client)
    this.acts = new ConnectorActs(client, () => connectors.active)
    this.compare = new SnapshotComparison(client, issues)
    this.customer = new CustomerPage(client, connectors)
    this.listActs = new IssueActs(client, issues)
    this.drawerActs = new IssueActs(client, issues)
  }

  /** What the delete dialog is about; null while it is closed. Kept here, as a walk may close the drawer beneath it. */
  get doomed(): Doomed | null {
    return this.#doomed
  }

  /** The link in its dialog; null while that is closed. */
  get link(): NewLink | null {
    return this.#link
  }

  openLink(draft?: LinkDraft): void {
    this.#link = new NewLink(this.#client, draft)
  }

  /** The token it made is forgotten. */
  closeLink(): void {
    this.#link?.cancel()
    this.#link = null
  }

  askToDelete(doomed: Doomed | null): void {
    this.#doomed = doomed
  }
}

export const [useConnectorDesk, provideConnectorDesk] = createContext<ConnectorDesk>()
