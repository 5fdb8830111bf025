/* eslint-disable svelte/prefer-svelte-reactivity -- loops read these maps, and `namesVersion` tells of changes */
import { z } from 'zod'
import { readableName } from '../../../shared/integration-name'
import type { Place } from '../../../shared/workspaces/place'
import { keep, readKept } from '../kit/kept'
import { searchable } from '../kit/safe-text'

/** A service may send any number of names, of any length; longer ones are left out. */
const mostNames = 2000
const longestName = 200

const keptAs = 'integrations.names'
const ofPlace = z.record(z.string(), z.string().catch('')).catch({})
const read = () => z.record(z.string(), ofPlace).catch({}).parse(readKept(keptAs))
const keyOf = ({ workspaceId, region }: Place) => `${workspaceId} ${region}`

/** Made once for each integration, and again once a name is learned. */
const searches = new Map<string, string>()
let place = ''
let names: ReadonlyMap<string, string> = new Map()
let version = $state(0)

/** Changes with the names: lists that sort or search by them read it, to do so again. */
export const namesVersion = () => version

export const shownNames = (): Record<string, string> => Object.fromEntries(names)

export const nameOf = (slug: string) => names.get(slug) ?? readableName(slug)

/** What a search finds an integration by; changes with `namesVersion`. */
export function searchedNameOf(slug: string): string {
  const known = searches.get(slug)
  if (known !== undefined) return known
  const made = `${searchable(slug)}\n${searchable(nameOf(slug))}`
  searches.set(slug, made)
  return made
}

function show(next: ReadonlyMap<string, string>): void {
  if (next.size === names.size && [...next].every(([slug, name]) => names.get(slug) === name)) return
  names = next
  searches.clear()
  version += 1
}

/** Shows the names of a workspace's region, at first those of earlier sessions: one workspace renames nothing in another. */
export function showNames(of: Place | null): void {
  place = of ? keyOf(of) : ''
  show(
    new Map(
      Object.entries(read()[place] ?? {})
        .filter(isName)
        .slice(0, mostNames)
    )
  )
}

/** Display names of integrations by slug, from the API's lookups. */
export function learnNames(of: Place, learned: Readonly<Record<string, string>>): void {
  const key = keyOf(of)
  const all = new Map(
    [
      ...Object.entries(learned).filter(isName),
      ...Object.entries(read()[key] ?? {}).filter(([slug]) => !Object.hasOwn(learned, slug))
    ].slice(0, mostNames)
  )
  keep(keptAs, { ...read(), [key]: Object.fromEntries(all) })
  if (key === place) show(all)
}

/** Drops the names of other workspaces. */
export function retainNames(workspaces: readonly { id: string }[]): void {
  const all = Object.entries(read())
  const left = all.filter(([key]) => workspaces.some(({ id }) => key.startsWith(`${id} `)))
  if (left.length < all.length) keep(keptAs, Object.fromEntries(left))
}

function isName([slug, name]: [string, string]): boolean {
  return name !== '' && slug.length <= longestName && name.length <= longestName
}
