import { createContext } from 'svelte'

/** What an item asks of the menu it is in. */
export const [useMenu, provideMenu] = createContext<{ close: () => void }>()
