import { z } from 'zod'

/** What is wrong with an expression, or with what it met in the data. */
export const jmespathProblem = z.object({
  /** `syntax`: it cannot be read; `value`: the server fails on what it met; `limit`: time, memory, depth. */
  kind: z.enum(['syntax', 'value', 'limit']),
  message: z.string(),
  /** Offset into the expression, in UTF-16 units; null where no place can be named. */
  position: z.number().nullable()
})
export type JmespathProblem = z.infer<typeof jmespathProblem>
