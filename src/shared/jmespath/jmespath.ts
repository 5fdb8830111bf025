import { z } from 'zod'

export const jmespathProblem = z.object({
  /** `value`: the server fails on the data; `limit`: time, memory, depth. */
  kind: z.enum(['syntax', 'value', 'limit']),
  message: z.string(),
  /** UTF-16 offset, or null. */
  position: z.number().nullable()
})
export type JmespathProblem = z.infer<typeof jmespathProblem>
