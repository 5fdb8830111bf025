import { shell } from 'electron'

/** Hands an address to the system: a page to the browser, a letter to the mail program. `base/outside.ts` decides which. */
export const openAddress = (address: string): Promise<void> => shell.openExternal(address)
