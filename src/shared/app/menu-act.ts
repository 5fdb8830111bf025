export const menuActs = ['larger', 'smaller', 'usual-size', 'full-screen', 'quit'] as const
export type MenuAct = (typeof menuActs)[number]
