import { z } from 'zod'

/** `system` follows the computer. */
export const theme = z.enum(['system', 'light', 'dark'])
export type Theme = z.infer<typeof theme>
