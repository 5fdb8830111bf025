import { createContext } from 'svelte'
import type { Client } from '../client.svelte'
import { Arrivals } from './shared/arrivals.svelte'
import { Activity } from './activity/activity.svelte'
import { App } from './shared/app.svelte'
import { AutoRefresh } from './queue/auto-refresh.svelte'
import { Budgets } from './shared/budgets.svelte'
import { Clock } from './shared/clock.svelte'
import { Collections } from './collections/collections.svelte'
import { Connectors } from './shared/connectors.svelte'
import { ContextMenu } from './shared/context-menu.svelte'
import { ConnectorDesk } from './connectors/connector-desk.svelte'
import { type Filters, noFilters } from './connectors/filters'
import type { GridView } from './connectors/grid-view.svelte'
import { ConnectForm } from './first-run/connect-form.svelte'
import { Doctor } from './doctor/doctor.svelte'
import { Help } from './help/help.svelte'
import { History } from './shared/history.svelte'
import { Lookups } from './lookups/lookups.svelte'
import { Mappings } from './mappings/mappings.svelte'
import { Offers } from './shared/offers'
import { Passthrough } from './passthrough/passthrough.svelte'
import { Presence } from './shared/presence.svelte'
import { RecentCommands } from './shared/recent-commands.svelte'
import { Relink } from './queue/relink.svelte'
import { Router } from './shared/router.svelte'
import { Trends } from './trends/trends.svelte'
import { Team } from './shared/team.svelte'
import { tellTrayCount } from './shared/tray-count.svelte'
import { Updates } from './shared/updates.svelte'
import { WindowCommands } from './shared/window-commands'
import { Webhooks } from './webhooks/webhooks.svelte'
import { WindowState } from './shared/window-state.svelte'

/** Everything the window keeps, made once from a client. Views get it from the context; nothing is global. */
export class Desk {
  readonly clock = new Clock()
  readonly router = new Router()
  readonly contextMenu = new ContextMenu()
  readonly offers = new Offers()
  readonly recent = new RecentCommands()
  readonly commands: WindowCommands
  readonly help: Help
  readonly app: App
  readonly connectors: Connectors
  readonly budgets: Budgets
  readonly grid: GridView
  /** The connectors view, beside its rows. */
  readonly inspect: ConnectorDesk
  readonly history: History
  readonly relink: Relink
  readonly passthrough: Passthrough
  readonly mappings: Mappings
  readonly lookups: Lookups
  readonly collections: Collections
  readonly webhooks: Webhooks
  readonly activity: Activity
  readonly trends: Trends
  readonly autoRefresh: AutoRefresh
  readonly doctor: Doctor
  readonly arrivals: Arrivals
  readonly updates: Updates
  readonly team: Team
  readonly presence: Presence
  /** Outlives a look at the Doctor. */
  readonly connectForm: ConnectForm
  #client: Client
  #window: WindowState

  constructor(client: Client) {
    this.#client = client
    this.commands = new WindowCommands(client)
    this.help = new Help(client, this.commands)
    this.connectors = new Connectors(client)
    this.budgets = new Budgets(client)
    this.history = new History(client)
    this.relink = new Relink(client, this.connectors)
    this.inspect = new ConnectorDesk(client, this.connectors, this.relink.cases, this.clock)
    this.grid = this.inspect.grid
    this.passthrough = new Passthrough(client)
    this.mappings = new Mappings(client)
    this.lookups = new Lookups(client)
    this.collections = new Collections(client)
    this.webhooks = new Webhooks(client)
    this.activity = new Activity(client)
    this.trends = new Trends(client)
    const { view: queue, selection } = this.relink
    this.#window = new WindowState(client, {
      ...{ connectors: this.grid, queue, selection, mappings: this.mappings, palette: this.recent },
      ...{ passthrough: this.passthrough.panes, customer: this.inspect.customer, view: this.router }
    })
    this.updates = new Updates(client)
    this.team = new Team(client)
    this.presence = new Presence(client)
    this.app = new App(client, () => this.#follow())
    this.autoRefresh = new AutoRefresh(this.app, this.connectors, this.relink.cases)
    this.doctor = new Doctor(client, this.app)
    this.connectForm = new ConnectForm(this.app, (typed) => (this.doctor.typed = typed))
    this.arrivals = new Arrivals(client, {
      app: this.app,
      isListed: (key) => Boolean(this.connectors.active?.get(key)),
      openConnector: (key) => this.showConnector(key),
      openCase: (key) => this.showIssue(key)
    })
    client.on('app:openView', ({ view }) => this.router.follow(view))
  }

  /** @returns a function that stops the timers */
  start(): () => void {
    const stops = [
      this.clock.start(),
      this.router.start(),
      this.relink.start(),
      this.autoRefresh.start(),
      this.#window.start(),
      this.arrivals.start(),
      tellTrayCount(this.#client, this.app, () => {
        const { cases, view } = this.relink
        return cases.queue && !cases.isKept ? view.open.length : null
      })
    ]
    void this.app.load()
    void this.history.load()
    return () => stops.forEach((stop) => stop())
  }

  /** Shows a connector in its view, whatever was shown or filtered there. */
  showConnector(key: string): void {
    this.inspect.compare.close()
    this.inspect.customer.close()
    if (!this.grid.list?.get(key)) this.inspect.ask.leave()
    if (this.grid.indexOf(key) === -1) this.grid.clearFilters()
    this.grid.openAt(this.grid.indexOf(key))
    this.router.go('connectors')
  }

  /** Shows the connectors of a state, all of them or those that Issues lists in another group. */
  showConnectorsOf(quick: Filters['quick']): void {
    this.inspect.compare.close()
    this.inspect.customer.close()
    this.inspect.ask.leave()
    this.grid.close()
    this.grid.filters = { ...noFilters, quick }
    this.router.go('connectors')
  }

  /** Shows all that is known of the customer of a connector; does nothing for a connector that is not listed. */
  showCustomer(key: string): void {
    const entry = this.connectors.active?.get(key) ?? this.grid.list?.get(key)
    if (!entry) return
    this.inspect.compare.close()
    this.inspect.customer.open(entry, this.router.view === 'queue' ? 'queue' : 'connectors')
    this.router.go('connectors')
  }

  /** Goes back to the view that the page of a customer was opened from. */
  leaveCustomer(): void {
    const { customer } = this.inspect
    const back = customer.opened?.from ?? 'connectors'
    customer.close()
    this.router.go(back)
  }

  /** Shows the issue of a connector in its view. */
  showIssue(key: string): void {
    void this.relink.edits.flush()
    this.relink.view.openCase(key)
    this.router.go('queue')
  }

  /** Updates the lists to what main reports as open. */
  #follow(): void {
    if (this.app.state?.lock === null) {
      this.updates.load()
      this.team.load()
    }
    this.connectors.retain(this.app.state?.workspaces ?? [])
    this.passthrough.retain(this.app.state?.workspaces ?? [])
    const { workspace } = this.app
    const before = this.connectors.active
    this.connectors.show(workspace, this.app.access === 'ready')
    if (this.connectors.active !== before) {
      this.grid.reset()
      this.inspect.customer.close()
    }
    this.passthrough.show(workspace)
    for (const view of [this.mappings, this.lookups, this.collections, this.webhooks, this.activity])
      view.show(workspace)
    const place = workspace && { workspaceId: workspace.id, region: workspace.region }
    this.relink.show(place)
    this.trends.show(place)
    this.#window.show(workspace && `${workspace.id} ${workspace.region}`)
    this.arrivals.show()
  }
}

export const [useDesk, provideDesk] = createContext<Desk>()
