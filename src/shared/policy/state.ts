import { z } from 'zod'
import { policySettings, type PolicyKey } from './file'

/** What is wrong with a policy, by the key it is wrong at; the key is empty for the file as a whole. */
export const policyProblem = z.object({ key: z.string(), words: z.string() })
export type PolicyProblem = z.infer<typeof policyProblem>

/** The policy of this computer; null where there is none. One with problems is not applied at all. */
export const policyState = z
  .object({
    /** The file, or the place in the registry. */
    source: z.string(),
    problems: z.array(policyProblem),
    settings: policySettings
  })
  .nullable()
export type PolicyState = z.infer<typeof policyState>

/** Whether a policy could not be read: then what it would allow is not known. */
export const isBroken = (policy: PolicyState): boolean => policy !== null && policy.problems.length > 0

/** Whether the operator may not change what the key is about. While the policy is broken, that is all of it. */
export const isLocked = (policy: PolicyState, key: PolicyKey): boolean =>
  isBroken(policy) || policy?.settings[key]?.locked === true
