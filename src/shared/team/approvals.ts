import { z } from 'zod'
import { longestWhy, shownAct } from '../guard/confirm'

export const approvalState = z.enum(['open', 'agreed', 'declined', 'expired', 'withdrawn', 'used'])
export type ApprovalState = z.infer<typeof approvalState>

/** Times: ms since 1970 by the server's clock. Accounts are the database's word, names their writer's. */
export const approval = z.object({
  id: z.uuid(),
  /** A `SecondAct`, or one of a later version. */
  act: z.string(),
  /** Address of the service. */
  service: z.string(),
  /** SHA-256 in hex, of what has to leave. */
  digest: z.string(),
  account: z.string(),
  operator: z.string(),
  askedAt: z.number(),
  /** ms until nobody may agree to it or use it any more, when it was read. */
  leftMs: z.number(),
  state: approvalState,
  decider: z.string().nullable(),
  deciderName: z.string().nullable(),
  word: z.string().nullable(),
  /** Why its author asks, by the record of this desk; null if this desk kept none. */
  why: z.string().nullable(),
  /** When it was decided, withdrawn or used; null if never. */
  endedAt: z.number().nullable(),
  /** Asked by this account. */
  isMine: z.boolean(),
  /** Encrypted to this desk. */
  isReadable: z.boolean(),
  /** A customer whom it was about was forgotten, and its text with them. */
  isForgotten: z.boolean()
})
export type Approval = z.infer<typeof approval>

export const isWaiting = ({ state, isMine, isReadable }: Pick<Approval, 'state' | 'isMine' | 'isReadable'>): boolean =>
  state === 'open' && !isMine && isReadable

/** Exactly what leaves, but [token] for the app's own tokens. `what`: as its author's confirmation calls it. */
const leavingRequest = z.object({
  what: z.string().optional(),
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional()
})

/** What is encrypted to colleagues. `shown`: what the asking desk says about it. */
export const approvalText = z.object({
  /** Base64; who agrees proves with it that they have read this. */
  answer: z.string(),
  shown: shownAct.omit({ requests: true }),
  /** Its author's reason. */
  why: z.string().max(longestWhy).optional(),
  /** Keys of connectors that it names: it is forgotten with their customers. */
  about: z.array(z.string()).optional(),
  requests: z.array(leavingRequest)
})
export type ApprovalText = z.infer<typeof approvalText>

export const readApproval = approvalText.omit({ answer: true, about: true }).extend({ bytes: z.number() })
export type ReadApproval = z.infer<typeof readApproval>

/** A colleague's desk. `since`: ms since 1970, when its key was made. */
export const approver = z.object({
  account: z.string(),
  desk: z.uuid(),
  words: z.string(),
  since: z.number(),
  /** `changed`: other words were compared before. */
  state: z.enum(['new', 'compared', 'changed'])
})
export type Approver = z.infer<typeof approver>

/** `words`: this desk's six; null while it has none, with the reason. */
export const approvers = z.object({
  words: z.string().nullable(),
  why: z.string().nullable(),
  colleagues: z.array(approver)
})
export type Approvers = z.infer<typeof approvers>

/** Characters. */
export const longestWord = 500
