import { createContext } from 'svelte'

export const [useMenu, provideMenu] = createContext<{ close: () => void }>()
