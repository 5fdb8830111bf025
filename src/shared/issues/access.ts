import { z } from 'zod'
import { nameText } from '../own-name'
import { passthroughMethod } from '../passthrough/passthrough'

/**
 * What an answer says about a connector's access to its provider. `dead`, `no-right`, `limited` and `down`: the provider
 * itself said so. `api`: the API in front of it refused (key, plan, category), so the provider was not asked. `unclear`:
 * the answer's form is not known, or it does not show which of both gave it.
 */
export const accessSaid = z.enum(['works', 'dead', 'no-right', 'limited', 'down', 'api', 'unclear'])
export type AccessSaid = z.infer<typeof accessSaid>

export const accessFact = z.object({
  /** ms since 1970, when the answer had come. */
  at: z.number(),
  said: accessSaid,
  /** The provider's status where it gave one, else the API's; null if no answer came. */
  status: z.number().nullable(),
  method: passthroughMethod,
  /** When the row of such answers began, where an earlier one said the same; ms since 1970. */
  since: z.number().optional(),
  /** `check`: Check now; `many`: a run of Ask many; `send`: an operator in Passthrough. */
  by: z.enum(['check', 'many', 'send']),
  /** A digest of the method and path; absent where it is not known. */
  asked: z.uuid().optional(),
  /** The colleague whose desk asked; absent: this desk. */
  who: z.string().optional()
})
export type AccessFact = z.infer<typeof accessFact>

/** After the provider's name. */
export const accessWords: Record<AccessSaid, string> = {
  works: 'answered with data: the credentials work',
  dead: 'rejected the credentials',
  'no-right': 'knows the credentials, but they lack a right for this request',
  limited: 'limits requests now',
  down: 'reported a failure of its own',
  api: 'was not asked: the API refused (key, plan or category)',
  unclear: 'gave an answer that does not show whether the credentials work'
}

export const accessBy: Record<AccessFact['by'], string> = { check: 'Check now', many: 'Ask many', send: 'Passthrough' }

/** Of one connector; the newest are kept. */
export const mostAccessFacts = 10

export const certainSaid = z.enum(['works', 'dead', 'no-right'])

export const isCertain = ({ said }: AccessFact): boolean => certainSaid.options.some((one) => one === said)

/**
 * The newest fact that is certain: later ones of another kind do not take it back. A right lacks only who is known. Data
 * end a rejection only where that request was rejected before: another may be public.
 * @param facts of one connector, the newest first
 */
export function certainOf(facts: readonly AccessFact[]): AccessFact | null {
  const at = facts.findIndex(isCertain)
  const newest = facts[at]
  if (newest?.said !== 'works' || newest.asked === undefined) return newest ?? null
  const earlier = facts.slice(at + 1)
  const before = certainOf(earlier)
  if (before?.said !== 'dead' || before.asked === undefined) return newest
  return earlier.some(({ said, asked }) => isRefused[said] && asked === newest.asked) ? newest : before
}

const isRefused: Partial<Record<AccessSaid, true>> = { dead: true, 'no-right': true }

/** A saved GET, or one of the integration's file on the shelf, by the operation's id. */
const checkRequest = z.object({ id: nameText, name: z.string(), path: z.string(), onShelf: z.boolean() })
export type CheckRequest = z.infer<typeof checkRequest>

/** What a check asks. Nothing of it is secret. */
export const accessCheck = z.object({
  /** null: none is chosen, or it is gone, no GET any more, or marked as a write. */
  request: checkRequest.nullable(),
  /** What may be chosen: saved ones of this integration, then those of none, then those of the shelf. */
  offered: z.array(checkRequest)
})
export type AccessCheck = z.infer<typeof accessCheck>
