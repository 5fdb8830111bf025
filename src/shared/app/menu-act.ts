/** Entries of the menu that main carries out and the palette offers, too. */
export const menuActs = ['larger', 'smaller', 'usual-size', 'full-screen', 'quit'] as const
export type MenuAct = (typeof menuActs)[number]
