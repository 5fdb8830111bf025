import { regionNames } from '../../../shared/model/region'
import { searchable } from '../lib/words/safe-text'
import { searchConnectors } from './shared/connector-search'
import type { Desk } from './desk.svelte'
import type { Entry } from './shared/entry'
import type { ViewName } from './shared/router.svelte'

/** One thing the palette can do. */
export interface Command {
  id: string
  group: 'Go to' | 'Do' | 'Connectors'
  label: string
  /** A connector, which the palette draws as one. */
  entry?: Entry
  run: () => void
}

/** Connectors offered at most: typing more of a name finds others. */
const mostConnectors = 20

/** What fits the words typed: views and actions by their names, connectors by end user, integration, origin id or id. */
export function commandsFor(
  desk: Desk,
  views: readonly { name: ViewName; label: string }[],
  typed: string
): readonly Command[] {
  const words = searchable(typed.trim()).split(/\s+/)
  const fits = ({ label }: Command) => words.every((word) => searchable(label).includes(word))
  const goTo = views.map(({ name, label }): Command => ({
    id: name,
    group: 'Go to',
    label,
    run: () => desk.router.go(name)
  }))
  const fixed = [...goTo, ...actionsOf(desk)].filter(fits)
  if (words.join('') === '') return fixed
  const { found } = searchConnectors(desk.connectors.active?.rows ?? [], typed)
  return [
    ...fixed,
    ...found.slice(0, mostConnectors).map((entry): Command => ({
      id: entry.key,
      group: 'Connectors',
      label: entry.connector.endUser,
      entry,
      run: () => desk.showConnector(entry.key)
    }))
  ]
}

function actionsOf({ app, connectors, router, help }: Desk): Command[] {
  const { workspace } = app
  if (!workspace) return []
  const others = (app.state?.workspaces ?? []).filter(({ id }) => id !== workspace.id)
  const other = workspace.region === 'eu' ? 'default' : 'eu'
  const running = connectors.active?.walk?.running ?? false
  const all: (Omit<Command, 'group'> | false)[] = [
    app.access === 'ready' &&
      !running && { id: 'walk', label: 'Refresh: walk all connectors', run: () => void connectors.walk() },
    running && { id: 'cancel', label: 'Cancel walk', run: () => connectors.cancel() },
    (other === 'default' || workspace.euBaseUrl !== null) && {
      id: 'region',
      label: `Switch to region ${regionNames[other]}`,
      run: () => void app.open(workspace.id, other)
    },
    ...others.map(({ id, name, region }) => ({
      id,
      label: `Open workspace ${name}, ${regionNames[region]}`,
      run: () => void app.open(id, region)
    })),
    { id: 'add', label: 'Add a workspace', run: () => router.go('add-workspace') },
    { id: 'shortcuts', label: 'Keyboard shortcuts', run: () => (help.opened = 'shortcuts') },
    { id: 'guide', label: 'User guide', run: () => help.openGuide() },
    { id: 'support', label: 'Support bundle…', run: () => (help.opened = 'support') },
    { id: 'about', label: 'About Connector Desk', run: () => (help.opened = 'about') }
  ]
  return all.filter((one) => one !== false).map((one) => ({ ...one, group: 'Do' }))
}
