import { SvelteMap } from 'svelte/reactivity'
import { z } from 'zod'
import { keep, readKept } from '../kit/kept'

const keptAs = 'integrations.names'
const read = () => z.record(z.string(), z.string()).catch({}).parse(readKept(keptAs))

/** Display names of integrations by slug, from the API's lookups; at first those of earlier sessions. */
export const learnedNames = new SvelteMap<string, string>(Object.entries(read()))

export function learnNames(names: Readonly<Record<string, string>>): void {
  for (const [slug, name] of Object.entries(names)) if (learnedNames.get(slug) !== name) learnedNames.set(slug, name)
  keep(keptAs, { ...read(), ...names })
}
