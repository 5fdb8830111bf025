import { shell } from 'electron'

/** Opens an address with the system's program for it; `base/outside.ts` checks the address. */
export const openAddress = (address: string): Promise<void> => shell.openExternal(address)
