import { createContext } from 'svelte'

export const [useVersions, provideVersions] = createContext<() => readonly string[]>()
