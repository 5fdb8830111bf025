import type { Client } from '../../client.svelte'
import { AskService } from './ask-service.svelte'
import { CaseActs } from '../shared/case-acts.svelte'
import type { CaseList } from '../shared/case-list.svelte'
import type { Clock } from '../shared/clock.svelte'
import { ConnectorActs } from './connector-acts.svelte'
import { ConnectorFile } from '../shared/connector-file.svelte'
import type { Connectors } from '../shared/connectors.svelte'
import { GridView } from './grid-view.svelte'
import { WalkComparison } from '../shared/walk-comparison.svelte'

/** All that the connectors view keeps beside its rows. */
export class ConnectorDesk {
  readonly ask: AskService
  readonly grid: GridView
  /** What is known of the connector in the drawer. */
  readonly file: ConnectorFile
  /** What is done with it at the service. */
  readonly acts: ConnectorActs
  readonly compare: WalkComparison
  /** What is handed on: of the list, and of the connector in the drawer. */
  readonly listActs: CaseActs
  readonly drawerActs: CaseActs

  constructor(client: Client, connectors: Connectors, cases: CaseList, clock: Clock) {
    this.ask = new AskService(client, connectors)
    this.grid = new GridView(connectors, this.ask, clock)
    this.file = new ConnectorFile(client)
    this.acts = new ConnectorActs(client, () => connectors.active)
    this.compare = new WalkComparison(client, cases)
    this.listActs = new CaseActs(client, cases)
    this.drawerActs = new CaseActs(client, cases)
  }
}
