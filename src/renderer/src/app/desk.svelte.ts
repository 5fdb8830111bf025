import { tagsByName } from '../records/issues-by-key'
import { createContext, type Component } from 'svelte'
import type { Draft } from '../../../shared/door/channels'
import { type LinkKind, readMappingKey } from '../../../shared/desktop/link'
import type { IssueFilters } from '../../../shared/connectors/saved-filter'
import type { Issue } from '../../../shared/issues/issue'
import type { SentHead } from '../../../shared/passthrough/library'
import type { Place } from '../../../shared/workspaces/place'
import { provideVersions } from '../kit/versions'
import { sharedWords } from '../kit/words/shared'
import { sampleName } from '../records/chosen-connector'
import type { Entry } from '../records/entry'
import { provideKnownIssues } from '../records/known-issues.svelte'
import type { BodyView } from '../records/viewer/body-view.svelte'
import { provideWays, type ReadMappings, type Ways } from '../records/ways'
import { provideClient, type Client } from '../client.svelte'
import { Arrivals, provideArrivals } from '../records/arrivals.svelte'
import { App, provideApp } from '../records/app.svelte'
import { AutoRefresh, provideAutoRefresh } from '../issues/auto-refresh.svelte'
import { RateLimits, provideRateLimits } from '../records/rate-limits.svelte'
import { Clock, provideClock } from '../kit/clock.svelte'
import { Connectors, provideConnectors } from '../records/connectors.svelte'
import { ContextMenu, provideContextMenu } from '../kit/context-menu.svelte'
import { ConnectorDesk, provideConnectorDesk } from '../connectors/connector-desk.svelte'
import { type Filters, noFilters } from '../../../shared/connectors/list/query'
import type { GridView } from '../connectors/grid-view.svelte'
import { ConnectForm, provideConnectForm } from '../connect/connect-form.svelte'
import { DoctorView, provideDoctor } from '../doctor/doctor.svelte'
import { Help } from './help/help.svelte'
import type { Rooms } from './rooms.svelte'
import { retainNames } from '../records/learned-names.svelte'
import { Runbooks, provideRunbooks } from '../records/runbooks.svelte'
import { History, provideHistory } from '../records/history.svelte'
import { AccessChecks, provideAccessChecks } from '../records/access-checks.svelte'
import { UnknownSends, provideUnknownSends } from '../records/unknown-sends.svelte'
import { Offers, provideOffers } from '../kit/offers'
import { Presence, providePresence } from '../records/presence.svelte'
import { RelinkState, provideRelink } from '../issues/relink.svelte'
import type { LastChanges } from '../records/snapshot-comparison.svelte'
import { isoTime } from '../kit/format'
import { Router, provideRouter, type ViewName } from '../kit/router.svelte'
import { StatusPages, provideStatusPages } from '../records/status-pages.svelte'
import { provideTickets } from '../records/tickets.svelte'
import { SyncRuns } from '../records/sync-runs.svelte'
import { syncRunWords } from '../records/words/sync-run'
import { Team, provideTeam } from '../records/team.svelte'
import { Updates, provideUpdates } from '../records/updates.svelte'
import { WindowCommands, provideWindowCommands } from '../kit/window-commands'
import { type Keepable, WindowState } from '../kit/window-state.svelte'

const mostRecent = 5

/** Ids in the state of earlier versions. */
const earlierIds: Readonly<Record<string, string>> = { 'view queue': 'view issues', 'view collections': 'view data' }

/** Ids of the latest commands of the palette, newest first; kept over restarts. */
export class RecentCommands implements Keepable {
  #ids = $state.raw<readonly string[]>([])

  get kept(): readonly string[] {
    return this.#ids
  }

  restore(kept: unknown): void {
    const ids = Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, mostRecent) : []
    this.#ids = ids.map((id) => earlierIds[id] ?? id)
  }

  ran(id: string): void {
    this.#ids = [id, ...this.#ids.filter((one) => one !== id)].slice(0, mostRecent)
  }
}

/** State of a room that is not loaded yet: it gets what was kept when it is. */
class KeptForLater implements Keepable {
  #kept = $state.raw<unknown>()
  #room = $state.raw<Keepable | null>(null)

  get kept(): unknown {
    return this.#room ? this.#room.kept : this.#kept
  }

  restore(kept: unknown): void {
    if (this.#room) this.#room.restore(kept)
    else this.#kept = kept
  }

  handOver(room: Keepable): void {
    try {
      if (this.#kept !== undefined) room.restore(this.#kept)
    } catch {
      // State of another version: the room opens as at first.
    }
    this.#room = room
  }

  /** State of one place is not for another. */
  forget(): void {
    this.#kept = undefined
  }
}

interface LoadedRooms {
  rooms: Rooms
  /** Gives their state to a page. */
  Around: Component<{ rooms: Rooms; page: Component }>
}

/**
 * Tells main the number of open issues, if the operator wants it in the tray.
 * @param count the number beside "Issues"; null while unknown
 * @returns a function that stops it
 */
function tellTrayCount(client: Client, app: App, count: () => number | null): () => void {
  return $effect.root(() => {
    $effect(() => {
      if (!app.workspace || !app.state?.preferences.trayCount) return
      client.call('desktop:count', { count: count() }).catch(() => undefined)
    })
  })
}

/**
 * Views get each part by its own context: only the frame knows them all, and it carries out the services of one room
 * for another (`Ways`).
 */
export class Desk implements Ways {
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
  readonly inspect: ConnectorDesk
  readonly history: History
  readonly unknownSends: UnknownSends
  readonly accessChecks: AccessChecks
  readonly relink: RelinkState
  readonly runbooks: Runbooks
  readonly autoRefresh: AutoRefresh
  readonly doctor: DoctorView
  readonly arrivals: Arrivals
  readonly updates: Updates
  readonly team: Team
  readonly presence: Presence
  readonly statusPages: StatusPages
  readonly syncRuns: SyncRuns
  /** Stays during a look at the Doctor. */
  readonly connectForm: ConnectForm
  readonly client: Client
  #window: WindowState
  #kept = { mappings: new KeptForLater(), passthrough: new KeptForLater() }
  /** Stays while the app is locked. */
  #lastPlace: string | null = null
  #rooms = $state.raw<Rooms | null>(null)
  #loading: Promise<LoadedRooms> | undefined

  constructor(client: Client) {
    this.client = client
    this.commands = new WindowCommands(client)
    this.help = new Help(client, this.commands)
    this.connectors = new Connectors(client)
    this.rateLimits = new RateLimits(client)
    this.history = new History(client)
    this.unknownSends = new UnknownSends(client)
    this.accessChecks = new AccessChecks(client)
    this.relink = new RelinkState(
      client,
      this.connectors,
      () => this.app.relink,
      () => this.team.readOnly !== undefined,
      () => this.app.workspace?.dueTimes ?? null,
      () => this.app.workspace?.tracker !== undefined
    )
    this.runbooks = new Runbooks(client)
    this.inspect = new ConnectorDesk(client, this.connectors, this.relink.issues, this.clock)
    this.grid = this.inspect.grid
    const { view: issueList, selection } = this.relink
    this.#window = new WindowState(client, {
      ...{ connectors: this.grid, issues: issueList, selection, mappings: this.#kept.mappings, palette: this.recent },
      ...{
        passthrough: this.#kept.passthrough,
        runbooks: this.runbooks,
        customer: this.inspect.customer,
        view: this.router
      }
    })
    this.updates = new Updates(client)
    this.team = new Team(client)
    this.presence = new Presence(client)
    this.statusPages = new StatusPages(client)
    this.syncRuns = new SyncRuns(client)
    this.app = new App(client, () => this.#follow())
    this.autoRefresh = new AutoRefresh(this.app, this.connectors, this.relink.issues)
    this.doctor = new DoctorView(client, this.app)
    this.connectForm = new ConnectForm(this.app, (typed) => (this.doctor.typed = typed))
    this.arrivals = new Arrivals(client, {
      app: this.app,
      isListed: (key) => Boolean(this.connectors.active?.get(key)),
      show: (...of) => this.#showLinked(...of)
    })
    client.on('app:openView', ({ view }) => {
      this.leavePages(view)
      this.router.follow(view)
    })
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
      tellTrayCount(this.client, this.app, () => {
        const { issues, view } = this.relink
        return issues.issueList && !issues.isKept ? view.count : null
      })
    ]
    void this.app.load()
    void this.history.load()
    return () => stops.forEach((stop) => stop())
  }

  /** null until a first screen was there. Reactive. */
  get rooms(): Rooms | null {
    return this.#rooms
  }

  /** @returns the state of the rooms, and what gives it to a page */
  loadRooms(): Promise<LoadedRooms> {
    return (this.#loading ??= Promise.all([import('./rooms.svelte'), import('./InRooms.svelte')])
      .then(([{ Rooms }, { default: Around }]) => {
        const rooms = new Rooms(this.client, {
          list: () => this.connectors.active,
          tags: () => tagsByName(this.relink.issues.byKey),
          savedFilters: () => this.grid.saved.all
        })
        this.#rooms = rooms
        this.#followRooms()
        this.#kept.mappings.handOver(rooms.mappings)
        this.#kept.passthrough.handOver(rooms.passthrough.panes)
        return { rooms, Around }
      })
      .catch((thrown: unknown) => {
        // The next that needs them tries again.
        this.#loading = undefined
        throw thrown
      }))
  }

  /** Rail, menu and palette lead to a view's own page, not to one that was opened in it. */
  goTo(view: ViewName): void {
    this.leavePages(view)
    this.router.go(view)
  }

  leavePages(view: string): void {
    if (view === 'settings' && this.#rooms) this.#rooms.alerts.open = false
    if (view !== 'connectors') return
    this.inspect.compare.close()
    this.inspect.customer.close()
  }

  showConnector(key: string): void {
    this.leavePages('connectors')
    if (this.inspect.ask.answer) this.inspect.ask.leave()
    this.router.go('connectors')
    void this.grid.show(key)
  }

  showTestConnectors(): void {
    this.showFiltered({ ...noFilters, quick: 'test' })
  }

  showFiltered(filters: Filters): void {
    this.inspect.ask.leave()
    this.grid.close()
    this.grid.filters = filters
    this.goTo('connectors')
  }

  showIssues(filters: IssueFilters): void {
    void this.relink.edits.flush()
    this.relink.view.close()
    this.relink.openFilter(filters)
    this.router.go('issues')
  }

  /** Only shows: nothing is sent, changed, or put where it could be sent from. */
  #showLinked(kind: LinkKind, key: string, missing: () => void): void {
    const unless = (known: Promise<boolean> | undefined) => void known?.then((isKnown) => isKnown || missing())
    const show: Record<LinkKind, () => void> = {
      issue: () => this.showIssue(key),
      connector: () => this.showConnector(key),
      customer: () => this.showCustomer(key),
      filter: () => unless(this.#openFilter(key)),
      runbook: () => this.runbooks.list(key),
      run: () => this.#inRooms('passthrough', ({ passthrough: { bench } }) => void bench?.many.open(key)),
      request: () => this.#inRooms('passthrough', ({ passthrough: { bench } }) => void bench?.look(key)),
      mapping: () => {
        const { fieldId, scope } = readMappingKey(key)
        this.#inRooms('mappings', ({ mappings: { bench } }) => bench?.open(fieldId, scope, missing))
      },
      delivery: () =>
        this.#inRooms('webhooks', ({ webhooks }) => {
          webhooks.recovery.shown = false
          unless(webhooks.showDelivery(key))
        })
    }
    show[kind]()
  }

  /** Of whichever list it is. @returns false if this version knows none of this id */
  async #openFilter(id: string): Promise<boolean> {
    const [place, { workspace }] = [this.#placeName, this.app]
    if (!workspace) return false
    const [ofConnectors, ofIssues] = await Promise.all([
      this.grid.saved.find(workspace.id, id),
      this.relink.saved.find(workspace.id, id)
    ])
    // Another workspace was opened meanwhile: it is not for that one.
    if (this.#placeName !== place) return true
    if (ofConnectors) this.showFiltered(ofConnectors.filters)
    if (ofIssues) this.showIssues(ofIssues.filters)
    return ofConnectors !== null || ofIssues !== null
  }

  syncAll(keys: readonly string[]): void {
    void this.syncRuns.start(keys)
  }

  runAtWork(): ReturnType<Ways['runAtWork']> {
    const { syncRuns } = this
    const syncs = syncRuns.said(this.clock.minute)
    if (syncs) return { said: syncs, title: syncRunWords.show, show: () => syncRuns.open() }
    const many = this.#rooms?.passthrough.bench?.many
    const head = many?.atWork
    if (!many?.said || !head) return null
    const show = () => {
      void many.open(head.id)
      this.router.go('passthrough')
    }
    return { said: many.said, show }
  }

  lastChanges(): LastChanges | null {
    return this.inspect.compare.lastChanges
  }

  showLastChanges(): void {
    this.inspect.customer.close()
    this.grid.close()
    void this.inspect.compare.show()
    this.router.go('connectors')
  }

  showConnectorsOfIntegration(integration: string): void {
    this.showFiltered({ ...noFilters, integration })
  }

  async showCustomer(key: string): Promise<void> {
    const list = this.connectors.active
    // A lookup may have found one that no refresh saw.
    const entry = list?.get(key) ?? (await list?.fetch(key).catch(() => null)) ?? this.grid.known(key)
    if (!entry || list !== this.connectors.active) return
    this.inspect.compare.close()
    this.inspect.customer.open(entry, this.router.view === 'issues' ? 'issues' : 'connectors')
    this.router.go('connectors')
  }

  leaveCustomer(): void {
    const { customer } = this.inspect
    const back = customer.opened?.from ?? 'connectors'
    customer.close()
    this.router.go(back)
  }

  showIssue(key: string): void {
    void this.relink.edits.flush()
    this.relink.view.openIssue(key)
    this.router.go('issues')
  }

  askRelink(issues: readonly Issue[], runbook?: string): void {
    this.relink.ask(issues, runbook)
  }

  async tagIssues(keys: readonly string[], tag: string): Promise<void> {
    const { edits, issues } = this.relink
    if (issues.place && !(await edits.tag(issues.place, keys, 'tagged', tag)) && edits.error) throw edits.error
  }

  async noteIssues(keys: readonly string[], line: string): Promise<void> {
    const { edits, issues } = this.relink
    const { place } = issues
    if (place && !(await edits.append(place, keys, line)) && edits.error) throw edits.error
  }

  askMany({ keys, integration, request }: Parameters<Ways['askMany']>[0]): void {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- never changed
    const narrowing = keys ? { selection: new Set(keys) } : integration === undefined ? undefined : { integration }
    this.#inRooms('passthrough', ({ passthrough: { bench } }) => {
      bench?.many.begin(narrowing && { narrowing })
      if (request) void bench?.askMany(request, request.onShelf ? integration : undefined)
    })
  }

  recoverSince({ key, connector }: Entry, since: number): void {
    this.#inRooms('webhooks', ({ webhooks: { recovery } }) => {
      recovery.shown = false
      recovery.enter({ from: isoTime(since), connector: { key, name: connector.endUser } })
    })
  }

  recoverMissed(since: number): void {
    this.#inRooms('webhooks', ({ webhooks: { recovery } }) => {
      recovery.shown = false
      recovery.enter({ from: isoTime(since) })
    })
  }

  showWebhook(id: string | null): void {
    this.#inRooms('webhooks', ({ webhooks }) => {
      webhooks.recovery.shown = false
      webhooks.showDeliveries(id)
    })
  }

  openInPassthrough(entry: Entry, asked?: Parameters<Ways['openInPassthrough']>[1]): void {
    this.#inRooms('passthrough', ({ passthrough }) => passthrough.begin(entry, asked))
  }

  openSaved(entry: Entry, id: string): void {
    this.#inRooms('passthrough', ({ passthrough }) => void passthrough.beginSaved(entry, id))
  }

  /**
   * Shows a draft from outside as if the operator had typed it.
   * @returns why it cannot be shown; null once it is
   */
  async openDraft(what: Draft['what'], from: string): Promise<'own-draft' | 'no-issue' | 'read-only' | 'gone' | null> {
    if (what.kind === 'letter') {
      const issues = what.keys.flatMap((key) => this.relink.issues.byKey.get(key) ?? [])
      if (issues.length === 0) return 'no-issue'
      return this.relink.ask(issues, null, { from, text: what.text }) ? null : 'read-only'
    }
    const loaded = await this.loadRooms().catch(() => null)
    if (!loaded) return 'gone'
    const { passthrough, mappings } = loaded.rooms
    if (what.kind === 'request') passthrough.beginDraft(what.draft)
    else if (!mappings.bench) return 'gone'
    else if (!(await mappings.bench.openDraft(what))) return 'own-draft'
    this.router.go(what.kind === 'request' ? 'passthrough' : 'mappings')
    return null
  }

  showSaved(file: string): Promise<void> {
    return this.client.call('app:showSaved', { file })
  }

  showSent(sent: Pick<SentHead, 'id'>): void {
    this.#inRooms('passthrough', ({ passthrough: { bench } }) => {
      if (bench) bench.many.shown = false
      void bench?.openSent(sent)
    })
  }

  showData(wanted: { connectorKey?: string; collectionId?: string }): void {
    this.#inRooms('data', ({ collections }) => collections.choose(wanted))
  }

  fetch(id: string): (() => void) | null {
    const place = this.#rooms?.collections.place
    if (!place?.fetches.some((one) => one.id === id)) return null
    return () => {
      place.show({ fetch: id })
      this.router.go('data')
    }
  }

  field(id: string): (() => void) | null {
    const bench = this.#rooms?.mappings.bench
    if (!bench?.fields.all?.some((one) => one.id === id)) return null
    return () => {
      bench.select(id)
      this.router.go('mappings')
    }
  }

  mapFor(key: string): void {
    this.#inRooms('mappings', ({ mappings }) => mappings.bench?.beginFor(key))
  }

  drift(fieldId: string, scope: string): (() => void) | null {
    const { issues, view } = this.relink
    const found = issues.issueList?.mappings.find(
      ({ facts, closed }) => closed === null && facts.fieldId === fieldId && facts.scope === scope
    )
    if (!found) return null
    return () => {
      view.showWatched(found.id)
      this.router.go('issues')
    }
  }

  openMapping(fieldId: string, scope: string): void {
    this.#inRooms('mappings', ({ mappings }) => mappings.bench?.open(fieldId, scope))
  }

  readMappings(): ReadMappings | null {
    return this.#rooms?.mappings.bench ?? null
  }

  mapping(body: BodyView): ((node: number) => Promise<void>) | null {
    if (!this.#rooms) return null
    const { mappings, passthrough } = this.#rooms
    const { bench } = mappings
    // The mapping editor uses a value of its sample data itself.
    if (bench?.lab.record?.id === body.id) return async (node) => void (await bench.useNode(node))
    // Only a provider's answer can be mapped: neither deliveries nor records of the unified model.
    const tab = passthrough.bench?.tabs.active
    if (tab?.response?.body?.id !== body.id) return null
    return async (node) => {
      // Of the response: the request may have changed since.
      const { asSent, response } = tab
      const connectorKey = response?.result.connectorKey ?? null
      await mappings.takeSample({ responseId: body.id, node, name: sampleName(asSent), connectorKey })
      this.router.go('mappings')
    }
  }

  variable(body: BodyView): ((node: number) => Promise<void>) | null {
    const bench = this.#rooms?.passthrough.bench
    const tab = bench?.tabs.active
    // The same body in another room has another view.
    return bench && tab?.response?.body === body ? (node) => bench.values.choose(tab, body, node) : null
  }

  /** Shows a room, and does something in it once it is there: in the place where it was asked, else not at all. */
  #inRooms(view: ViewName, act: (rooms: Rooms) => void): void {
    const asked = this.#placeName
    if (this.#rooms) act(this.#rooms)
    // The view shows the error.
    else
      void this.loadRooms().then(
        ({ rooms }) => {
          if (this.#placeName === asked) act(rooms)
        },
        () => undefined
      )
    this.router.go(view)
  }

  get #place(): Place | null {
    const { workspace } = this.app
    return workspace && { workspaceId: workspace.id, region: workspace.region }
  }

  get #placeName(): string | null {
    const place = this.#place
    return place && `${place.workspaceId} ${place.region}`
  }

  #followRooms(): void {
    this.#rooms?.follow(this.app.workspace, this.#place, this.app.state?.workspaces ?? [])
  }

  #follow(): void {
    if (this.app.state?.lock === null) {
      this.updates.load()
      this.team.load()
      retainNames(this.app.state.workspaces)
    }
    this.connectors.retain(this.app.state?.workspaces ?? [])
    const { workspace } = this.app
    const before = this.connectors.active
    this.connectors.show(workspace, this.app.access === 'ready')
    if (this.connectors.active !== before) {
      this.grid.reset()
      this.inspect.customer.close()
    }
    this.relink.show(this.#place)
    this.syncRuns.show(this.#place)
    if (this.#placeName !== this.#lastPlace) this.runbooks.close()
    this.#followRooms()
    const name = this.#placeName
    // Widths of panes are of the window.
    if (this.#lastPlace !== null && name !== null && name !== this.#lastPlace) this.#kept.mappings.forget()
    this.#lastPlace = name ?? this.#lastPlace
    this.#window.show(name)
    this.arrivals.show()
  }
}

export const [useDesk, provideDesk] = createContext<Desk>()

export function provideParts(desk: Desk): void {
  provideClient(desk.client)
  provideClock(desk.clock)
  provideRouter(desk.router)
  provideContextMenu(desk.contextMenu)
  provideOffers(desk.offers)
  provideWindowCommands(desk.commands)
  provideApp(desk.app)
  provideConnectors(desk.connectors)
  provideRateLimits(desk.rateLimits)
  provideHistory(desk.history)
  provideUnknownSends(desk.unknownSends)
  provideAccessChecks(desk.accessChecks)
  provideArrivals(desk.arrivals)
  provideUpdates(desk.updates)
  provideTeam(desk.team)
  providePresence(desk.presence)
  provideStatusPages(desk.statusPages)
  provideTickets(desk.client)
  provideConnectorDesk(desk.inspect)
  provideRelink(desk.relink)
  provideAutoRefresh(desk.autoRefresh)
  provideDoctor(desk.doctor)
  provideConnectForm(desk.connectForm)
  provideRunbooks(desk.runbooks)
  provideKnownIssues(desk.relink.issues)
  provideWays(desk)
  provideVersions(() => {
    const { state } = desk.app
    return state ? [sharedWords.error.about(state.version, state.runtime.electron, state.runtime.chrome)] : []
  })
}
