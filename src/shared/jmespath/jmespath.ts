import { z } from 'zod'

/** A fault of an expression, or of the data it met. */
export const jmespathProblem = z.object({
  /** `syntax`: unreadable; `value`: the server fails on the data; `limit`: time, memory, depth. */
  kind: z.enum(['syntax', 'value', 'limit']),
  message: z.string(),
  /** Offset in UTF-16 units; null if there is none. */
  position: z.number().nullable()
})
export type JmespathProblem = z.infer<typeof jmespathProblem>
