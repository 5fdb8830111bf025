import { SvelteMap } from 'svelte/reactivity'

/** Display names of integrations by slug, from the API's lookups in this session. */
export const learnedNames = new SvelteMap<string, string>()

export function learnNames(names: Readonly<Record<string, string>>): void {
  for (const [slug, name] of Object.entries(names)) if (learnedNames.get(slug) !== name) learnedNames.set(slug, name)
}
