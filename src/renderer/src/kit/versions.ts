import { createContext } from 'svelte'

/** The lines with which a report of an error begins: the version of the app and of what it runs on. */
export const [useVersions, provideVersions] = createContext<() => readonly string[]>()
