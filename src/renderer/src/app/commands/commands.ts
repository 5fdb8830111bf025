import { shortcuts, viewKeyOf } from '../../../../shared/shortcuts'
import { searchable } from '../../kit/safe-text'
import { paletteWords } from '../words/palette'
import type { Desk } from '../desk.svelte'
import { searchConnectors } from '../../records/connector-search'
import type { Entry } from '../../records/entry'
import type { ViewName } from '../../kit/router.svelte'
import type { Command, CommandGroup } from './command'
import { windowCommands } from './window-commands'

/** Connectors offered at most: typing more of a name finds others. */
const mostConnectors = 20

/**
 * In groups: recent ones, those of the open thing, views, actions, and connectors by customer, integration, Origin ID
 * or ID.
 */
export function commandsFor(
  desk: Desk,
  views: readonly { name: ViewName; label: string }[],
  typed: string
): readonly CommandGroup[] {
  const words = searchable(typed.trim()).split(/\s+/).filter(Boolean)
  const { groups } = paletteWords
  const offered = desk.offers.all().map(({ about, entries }): CommandGroup => ({
    name: about,
    commands: entries.filter(({ disabled }) => !disabled).map(ofEntry(about))
  }))
  const fixed = [
    ...offered,
    { name: groups.goTo, commands: views.map(goTo(desk)) },
    { name: groups.actions, commands: windowCommands(desk) }
  ].map(({ name, commands }) => ({ name, commands: commands.filter((one) => fits(one, words)) }))
  const connectors = { name: groups.connectors, commands: connectorsFor(desk, typed, words.length > 0) }
  return withRecent([...fixed, connectors], desk.recent.kept).filter(({ commands }) => commands.length > 0)
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
  ({ name, label }: { name: ViewName; label: string }): Command => {
    const key = viewKeyOf(name)
    return { id: `view ${name}`, label, ...(key && { key }), run: () => desk.router.go(name) }
  }

const fits = ({ label, also = '' }: Command, words: readonly string[]) => {
  const text = searchable(`${label} ${also}`)
  return words.every((word) => text.includes(word))
}

/** Matches; before typing, connectors opened here last. */
function connectorsFor(desk: Desk, typed: string, searches: boolean): Command[] {
  const list = desk.connectors.active
  if (searches)
    return searchConnectors(list?.rows ?? [], typed)
      .found.slice(0, mostConnectors)
      .map(ofConnector(desk))
  return desk.recent.kept.flatMap((id) => list?.get(id) ?? []).map(ofConnector(desk))
}

const ofConnector =
  (desk: Desk) =>
  (entry: Entry): Command => ({
    id: entry.key,
    label: entry.connector.endUser,
    entry,
    run: () => desk.showConnector(entry.key)
  })

function withRecent(groups: readonly CommandGroup[], ids: readonly string[]): CommandGroup[] {
  const all = groups.flatMap(({ commands }) => commands)
  const recent = ids.flatMap((id) => all.find((one) => one.id === id) ?? [])
  const rest = groups.map(({ name, commands }) => ({ name, commands: commands.filter((one) => !recent.includes(one)) }))
  return [{ name: paletteWords.groups.recent, commands: recent }, ...rest]
}
