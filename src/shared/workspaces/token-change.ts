import { z } from 'zod'

/** Somebody put a new bearer token in the place of another. `at`: ms since 1970. */
export const tokenChange = z.object({ by: z.string(), at: z.number() })
export type TokenChange = z.infer<typeof tokenChange>
