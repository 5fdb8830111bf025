import { z } from 'zod'

/** How the app's windows look; `system` follows the computer. */
export const theme = z.enum(['system', 'light', 'dark'])
export type Theme = z.infer<typeof theme>
