import { createContext } from 'svelte'
import type { Client } from '../client.svelte'
import { Arrivals } from './arrivals.svelte'
import { Activity } from '../activity/activity.svelte'
import { App } from '../records/app.svelte'
import { AutoRefresh } from '../issues/auto-refresh.svelte'
import { RateLimits } from './rate-limits.svelte'
import { Clock } from '../kit/clock.svelte'
import { DataView } from '../data/data.svelte'
import { Connectors } from '../records/connectors.svelte'
import { ContextMenu } from '../kit/context-menu.svelte'
import { ConnectorDesk } from '../connectors/connector-desk.svelte'
import { type Filters, noFilters } from '../connectors/filters'
import type { GridView } from '../connectors/grid-view.svelte'
import { ConnectForm } from '../connect/connect-form.svelte'
import { Doctor } from '../doctor/doctor.svelte'
import { Help } from './help/help.svelte'
import { History } from './history.svelte'
import { Lookups } from '../lookups/lookups.svelte'
import { Mappings } from '../mappings/mappings.svelte'
import { Offers } from './offers'
import { Passthrough } from '../passthrough/passthrough.svelte'
import { Presence } from '../records/presence.svelte'
import { RecentCommands } from './recent-commands.svelte'
import { Relink } from '../issues/relink.svelte'
import { Router } from './router.svelte'
import { Trends } from '../trends/trends.svelte'
import { Team } from '../records/team.svelte'
import { tellTrayCount } from './tray-count.svelte'
import { Updates } from '../settings/updates.svelte'
import { WindowCommands } from './window-commands'
import { Webhooks } from '../webhooks/webhooks.svelte'
import { WindowState } from '../kit/window-state.svelte'

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
  readonly rateLimits: RateLimits
  readonly grid: GridView
  /** The connectors view, beside its rows. */
  readonly inspect: ConnectorDesk
  readonly history: History
  readonly relink: Relink
  readonly passthrough: Passthrough
  readonly mappings: Mappings
  readonly lookups: Lookups
  readonly collections: DataView
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
    this.rateLimits = new RateLimits(client)
    this.history = new History(client)
    this.relink = new Relink(client, this.connectors)
    this.inspect = new ConnectorDesk(client, this.connectors, this.relink.issues, this.clock)
    this.grid = this.inspect.grid
    this.passthrough = new Passthrough(client)
    this.mappings = new Mappings(client)
    this.lookups = new Lookups(client)
    this.collections = new DataView(client)
    this.webhooks = new Webhooks(client)
    this.activity = new Activity(client)
    this.trends = new Trends(client)
    const { view: issueList, selection } = this.relink
    this.#window = new WindowState(client, {
      ...{ connectors: this.grid, issues: issueList, selection, mappings: this.mappings, palette: this.recent },
      ...{ passthrough: this.passthrough.panes, customer: this.inspect.customer, view: this.router }
    })
    this.updates = new Updates(client)
    this.team = new Team(client)
    this.presence = new Presence(client)
    this.app = new App(client, () => this.#follow())
    this.autoRefresh = new AutoRefresh(this.app, this.connectors, this.relink.issues)
    this.doctor = new Doctor(client, this.app)
    this.connectForm = new ConnectForm(this.app, (typed) => (this.doctor.typed = typed))
    this.arrivals = new Arrivals(client, {
      app: this.app,
      isListed: (key) => Boolean(this.connectors.active?.get(key)),
      openConnector: (key) => this.showConnector(key),
      openIssue: (key) => this.showIssue(key)
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
        const { issues, view } = this.relink
        return issues.issueList && !issues.isKept ? view.open.length : null
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
    this.inspect.customer.open(entry, this.router.view === 'issues' ? 'issues' : 'connectors')
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
    this.relink.view.openIssue(key)
    this.router.go('issues')
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
