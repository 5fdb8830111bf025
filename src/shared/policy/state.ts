import { z } from 'zod'
import { policySettings } from './file'

/** The key is empty for a fault of the whole file. */
export const policyProblem = z.object({ key: z.string(), words: z.string() })
export type PolicyProblem = z.infer<typeof policyProblem>

/** null if there is none. A policy with problems is not applied. */
export const policyState = z
  .object({
    /** A file, or a place in the registry. */
    source: z.string(),
    problems: z.array(policyProblem),
    settings: policySettings
  })
  .nullable()
export type PolicyState = z.infer<typeof policyState>
