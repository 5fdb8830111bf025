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
import { ConnectorFilters } from './saved-filters.svelte'
import { NewLink } from './new-link.svelte'
import { SnapshotComparison } from '../records/snapshot-comparison.svelte'
import type { ConnectorHealth } from '../../../shared/connectors/health'
import type { LinkDraft } from '../../../shared/connectors/link'
import type { Entry } from '../records/entry'

export interface Doomed {
  entry: Entry
  health: ConnectorHealth | null
}

export class ConnectorDesk {
  readonly ask: AskService
  readonly grid: GridView
  readonly file: ConnectorFile
  readonly acts: ConnectorActs
  readonly compare: SnapshotComparison
  readonly customer: CustomerPage
  readonly listActs: IssueActs
  readonly drawerActs: IssueActs
  #doomed = $state.raw<Doomed | null>(null)
  #link = $state.raw<NewLink | null>(null)
  #client: Client

  constructor(client: Client, connectors: Connectors, issues: KnownIssues, clock: Clock) {
    this.#client = client
    this.ask = new AskService(client, connectors)
    this.grid = new GridView(connectors, this.ask, clock, new ConnectorFilters(client))
    this.file = new ConnectorFile(client)
    this.acts = new ConnectorActs(client, () => connectors.active)
    this.compare = new SnapshotComparison(client, issues)
    this.customer = new CustomerPage(client, connectors)
    this.listActs = new IssueActs(client, issues)
    this.drawerActs = new IssueActs(client, issues)
  }

  /** null while closed. Kept here, as a refresh may close the drawer beneath the dialog. */
  get doomed(): Doomed | null {
    return this.#doomed
  }

  get link(): NewLink | null {
    return this.#link
  }

  openLink(draft?: LinkDraft): void {
    this.#link = new NewLink(this.#client, draft)
  }

  closeLink(): void {
    this.#link?.cancel()
    this.#link = null
  }

  askToDelete(doomed: Doomed | null): void {
    this.#doomed = doomed
  }
}

export const [useConnectorDesk, provideConnectorDesk] = createContext<ConnectorDesk>()
