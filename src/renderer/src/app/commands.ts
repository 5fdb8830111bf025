import type { MenuAct } from '../../../shared/app/menu-act'
import { shortcuts, type ShortcutId, viewKeyOf } from '../../../shared/shortcuts'
import { passthroughMethod } from '../../../shared/passthrough/passthrough'
import { theme } from '../../../shared/settings/theme'
import { regionNames } from '../../../shared/workspaces/region'
import { searchable } from '../kit/safe-text'
import { integrationName } from '../records/integration-name'
import type { ConnectorList } from '../records/connector-list.svelte'
import { FoundConnectors } from '../records/found-connectors.svelte'
import type { Entry } from '../records/entry'
import { mayAsk } from '../records/issues-by-key'
import type { Desk } from './desk.svelte'
import type { HelpSheet } from './help/help.svelte'
import { type View, views } from './views'
import { paletteWords } from './words'

/** Connectors offered at most: typing more of a name finds others. */
const mostConnectors = 20
/** Connectors offered for one verb. */
const mostActs = 5
const { groups, actions } = paletteWords

export interface Command {
  /** Constant, so that the palette knows recent commands. */
  id: string
  label: string
  /** More text to find it by. */
  also?: string
  key?: string
  /** A connector, which the palette draws as one. */
  entry?: Entry
  run: () => void
}

interface CommandGroup {
  name: string
  commands: readonly Command[]
}

/** What the typed text asks of main: connectors by all of it, and by the part that says whose. */
export class PaletteSearch {
  readonly any = new FoundConnectors()
  readonly request = new FoundConnectors()
  readonly acts = new FoundConnectors()
  readonly withIssue = new FoundConnectors()

  get isPartial(): boolean {
    return [this.any, this.request, this.acts, this.withIssue].some(({ isPartial }) => isPartial)
  }

  /** An effect calls it. @param withIssue keys of connectors with an issue */
  ask(list: ConnectorList | null, typed: string, withIssue: readonly string[]): void {
    const words = wordsOf(typed)
    const [verb = '', ...whose] = words
    const request = requestIn(typed)?.whose ?? null
    const acts = verb.length >= 3 && whose.length > 0 && verbsOf(verb).length > 0 ? whose.join(' ') : null
    this.any.ask(list && words.length > 0 ? { list, text: typed } : null)
    this.request.ask(list && request !== null ? { list, text: request, by: 'whose' } : null)
    this.acts.ask(list && acts !== null ? { list, text: acts, by: 'whose' } : null)
    this.withIssue.ask(list && acts !== null ? { list, text: acts, by: 'whose', keys: withIssue } : null)
  }
}

const wordsOf = (typed: string) => searchable(typed.trim()).split(/\s+/).filter(Boolean)

/**
 * In groups: recent ones, those of the open thing, views, actions, and connectors by customer, integration, Origin ID
 * or ID.
 */
export function commandsFor(desk: Desk, typed: string, search: PaletteSearch): readonly CommandGroup[] {
  const words = wordsOf(typed)
  const offered = desk.offers.all().map(({ about, entries }): CommandGroup => ({
    name: about,
    commands: entries.filter(({ disabled }) => !disabled).map(ofEntry(about))
  }))
  const fixed = [
    ...offered,
    { name: groups.goTo, commands: views.map(goTo(desk)) },
    { name: groups.actions, commands: appCommands(desk) },
    // Too many to be read before anything is typed.
    { name: groups.named, commands: words.length > 0 ? savedThings(desk) : [] }
  ].map(({ name, commands }) => ({ name, commands: commands.filter((one) => fits(one, words)) }))
  const acts = {
    name: groups.onConnectors,
    commands: [...requestsFor(desk, typed, search), ...askManyOf(desk, words), ...actsOnConnectors(desk, words, search)]
  }
  const connectors = { name: groups.connectors, commands: connectorsFor(desk, words.length > 0, search) }
  return withRecent([acts, ...fixed, connectors], desk.recent.kept).filter(({ commands }) => commands.length > 0)
}

const ofEntry =
  (about: string) =>
  ({ label, shortcut, run }: { label: string; shortcut?: keyof typeof shortcuts; run: () => void }): Command => ({
    id: `open ${label}`,
    label,
    also: about,
    ...(shortcut && { key: shortcuts[shortcut].keys[0] }),
    run
  })

const goTo =
  (desk: Desk) =>
  ({ name, label }: View): Command => {
    const key = viewKeyOf(name)
    return { id: `view ${name}`, label, ...(key && { key }), run: () => desk.goTo(name) }
  }

const fits = ({ label, also = '' }: Command, words: readonly string[]) => {
  const text = searchable(`${label} ${also}`)
  return words.every((word) => text.includes(word))
}

type Verb = keyof typeof paletteWords.verbs

/** undefined where it cannot be done for this connector. */
const acts: Record<Verb, (desk: Desk, entry: Entry) => (() => void) | undefined> = {
  relink: ({ relink, team }, { key }) => {
    const issue = relink.issues.byKey.get(key)
    return issue && mayAsk(issue) && team.readOnly === undefined ? () => relink.ask([issue]) : undefined
  },
  issue: (desk, { key }) => (desk.relink.issues.byKey.has(key) ? () => desk.showIssue(key) : undefined),
  customer:
    (desk, { key }) =>
    () =>
      desk.showCustomer(key),
  passthrough: (desk, entry) => () => desk.openInPassthrough(entry),
  data:
    (desk, { key }) =>
    () =>
      desk.showData({ connectorKey: key }),
  map:
    (desk, { key }) =>
    () =>
      desk.mapFor(key)
}

function requestIn(typed: string) {
  const [, verb = '', path = '', whose = ''] = /^([a-z]+)\s+(\/\S*)\s+(\S.*)$/i.exec(typed.trim()) ?? []
  const method = passthroughMethod.safeParse(verb.toUpperCase())
  return method.success ? { method: method.data, path, whose } : null
}

/** "GET /employees bramley": opens the request in Passthrough, where nothing is sent before it is asked for. */
function requestsFor(desk: Desk, typed: string, search: PaletteSearch): Command[] {
  const asked = requestIn(typed)
  if (!asked) return []
  const { method, path } = asked
  return search.request.answer.found.slice(0, mostActs).map((entry) => ({
    id: `send ${entry.key}`,
    label: `${method} ${path}: ${paletteWords.whose(entry.connector.endUser, entry.integration)}`,
    run: () => desk.openInPassthrough(entry, { method, path })
  }))
}

/** "ask many personio": opens the form with the connectors of an integration, and asks nothing. */
function askManyOf(desk: Desk, [verb, many, ...which]: readonly string[]): Command[] {
  if (verb !== 'ask' || many !== 'many' || which.length === 0) return []
  return desk.grid
    .seen('integration')
    .filter((slug) => which.every((word) => searchable(`${integrationName(slug)} ${slug}`).includes(word)))
    .slice(0, mostActs)
    .map((integration) => ({
      id: `ask many ${integration}`,
      label: paletteWords.askManyOf(integrationName(integration)),
      run: () => desk.askMany({ integration })
    }))
}

const verbsOf = (verb: string) =>
  (Object.keys(acts) as Verb[]).filter((one) => paletteWords.verbs[one].words.some((word) => word.startsWith(verb)))

/** "relink ravens": a verb, or three letters of it, and whose. */
function actsOnConnectors(desk: Desk, [verb = '', ...whose]: readonly string[], search: PaletteSearch): Command[] {
  if (verb.length < 3 || whose.length === 0) return []
  return verbsOf(verb).flatMap((one) =>
    (one === 'relink' || one === 'issue' ? search.withIssue : search.acts).answer.found
      .flatMap((entry): Command[] => {
        const run = acts[one](desk, entry)
        const label = paletteWords.verbs[one].does(paletteWords.whose(entry.connector.endUser, entry.integration))
        return run ? [{ id: `${one} ${entry.key}`, label, run }] : []
      })
      .slice(0, mostActs)
  )
}

/** By the names that operators gave, and integrations. */
function savedThings(desk: Desk): Command[] {
  const { saved } = paletteWords
  const bench = desk.rooms?.passthrough.bench
  return [
    ...desk.grid.saved.all.map(({ id, name, filters }) => ({
      id: `filter ${id}`,
      label: saved.filter(name),
      run: () => desk.showFiltered(filters)
    })),
    ...desk.relink.saved.all.map(({ id, name, filters }) => ({
      id: `filter ${id}`,
      label: saved.issueFilter(name),
      run: () => desk.showIssues(filters)
    })),
    ...(bench?.saved.tree?.requests ?? []).map(({ id, name }) => ({
      id: `request ${id}`,
      label: saved.request(name),
      run: () => {
        void bench?.openSaved(id)
        desk.goTo('passthrough')
      }
    })),
    ...(desk.rooms?.mappings.bench?.fields.all ?? []).map(({ id, name }) => ({
      id: `field ${id}`,
      label: saved.field(name || id),
      run: () => desk.field(id)?.()
    })),
    ...desk.grid.seen('integration').map((slug) => ({
      id: `integration ${slug}`,
      label: saved.integration(integrationName(slug)),
      also: slug,
      run: () => desk.showConnectorsOfIntegration(slug)
    }))
  ]
}

/** Matches; before typing, connectors opened here last. */
function connectorsFor(desk: Desk, searches: boolean, search: PaletteSearch): Command[] {
  const found = searches
    ? search.any.answer.found.slice(0, mostConnectors)
    : desk.recent.kept.flatMap((id) => (id.includes(':') && desk.connectors.active?.get(id)) || [])
  return found.map(ofConnector(desk))
}

const ofConnector =
  (desk: Desk) =>
  (entry: Entry): Command => ({
    id: entry.key,
    label: entry.connector.endUser,
    entry,
    run: () => desk.showConnector(entry.key)
  })

function withRecent(found: readonly CommandGroup[], ids: readonly string[]): CommandGroup[] {
  const all = found.flatMap(({ commands }) => commands)
  const recent = ids.flatMap((id) => all.find((one) => one.id === id) ?? [])
  const rest = found.map(({ name, commands }) => ({ name, commands: commands.filter((one) => !recent.includes(one)) }))
  return [{ name: groups.recent, commands: recent }, ...rest]
}

/** Commands for every view: all entries of the menu, workspaces and the region. */
function appCommands(desk: Desk): Command[] {
  const { app, help, router, commands } = desk
  const sheet = (opened: HelpSheet) => () => (help.opened = opened)
  return [
    ...ofTheList(desk),
    ...ofWorkspaces(desk),
    ...(desk.rooms?.passthrough.bench ? [{ id: 'ask-many', label: actions.askMany, run: () => desk.askMany({}) }] : []),
    { id: 'runbooks', label: actions.runbooks, run: () => desk.runbooks.list() },
    { id: 'add-workspace', label: actions.addWorkspace, run: () => router.go('add-workspace') },
    keyed('close', actions.close, () => commands.run('close')),
    keyed('lock', actions.lock, () => void app.lock()),
    keyed('shortcuts', actions.shortcuts, sheet('shortcuts')),
    keyed('guide', actions.guide, () => help.openGuide()),
    { id: 'support', label: actions.support, run: sheet('support') },
    { id: 'logs', label: actions.logs, run: () => help.showLogs() },
    { id: 'about', label: actions.about, run: sheet('about') },
    ...theme.options.map((one) => ({
      id: `theme ${one}`,
      label: actions.theme[one],
      run: () => void app.prefer({ theme: one })
    })),
    ...(['larger', 'smaller', 'usual-size'] as const).map((id) => keyed(id, actions.menu[id], act(desk, id))),
    { id: 'full-screen', label: actions.menu['full-screen'], run: act(desk, 'full-screen') },
    keyed('quit', actions.menu.quit, act(desk, 'quit'))
  ]
}

const keyed = (id: ShortcutId, label: string, run: () => void): Command => ({
  id,
  label,
  key: shortcuts[id].keys[0],
  run
})

const act = (desk: Desk, id: MenuAct) => () => desk.commands.inMenu(id)

function ofTheList({ app, connectors }: Desk): Command[] {
  if (connectors.active?.refreshRun?.running)
    return [{ id: 'cancel', label: actions.cancelRefresh, run: () => connectors.cancel() }]
  return app.access === 'ready' ? [keyed('refresh', actions.refresh, () => void connectors.refresh())] : []
}

function ofWorkspaces(desk: Desk): Command[] {
  const { app } = desk
  const region = switchRegion(desk)
  const others = (app.state?.workspaces ?? []).filter(({ id }) => id !== app.workspace?.id)
  return [
    ...(region ? [region] : []),
    ...others.map(({ id, name, region }) => ({
      id: `workspace ${id}`,
      label: actions.openWorkspace(name, regionNames[region]),
      run: () => void app.open(id, region)
    }))
  ]
}

/** To the other region of the workspace; null without one. */
export function switchRegion({ app }: Desk): Command | null {
  const { workspace } = app
  if (!workspace) return null
  const other = workspace.region === 'eu' ? 'default' : 'eu'
  if (other === 'eu' && workspace.euBaseUrl === null) return null
  return {
    id: 'region',
    label: actions.switchRegion(regionNames[other]),
    run: () => void app.open(workspace.id, other)
  }
}
