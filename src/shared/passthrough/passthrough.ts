import { z } from 'zod'
import { nameText } from '../own-name'
import { region } from '../workspaces/region'

/** Methods of the forwarded request (spec: Enumerations). */
export const passthroughMethod = z.enum([
  'GET',
  'HEAD',
  'OPTIONS',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'CONNECT',
  'TRACE'
])
export type PassthroughMethod = z.infer<typeof passthroughMethod>

/** Methods that change nothing: sent at once. All others are confirmed first, and never repeated automatically. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

export const requestFormat = z.enum(['JSON', 'XML', 'MULTIPART'])
export type RequestFormat = z.infer<typeof requestFormat>
export const responseFormat = z.enum(['JSON', 'XML', 'MULTIPART', 'BINARY'])
export type ResponseFormat = z.infer<typeof responseFormat>

/** What the service waits where no timeout is given, in s: the value of its sample (spec §2). */
export const usualTimeout = 300
/** A timeout beyond this is most likely a mistake, in s: it is sent, with a warning. The contract names no bound. */
export const longTimeout = 3_600

/** A row of params or headers. A disabled one stays in the draft and is not sent. */
export const pair = z.object({ name: z.string(), value: z.string(), enabled: z.boolean() })
export type Pair = z.infer<typeof pair>

/** A file the operator chose. Only main knows where it is; the handle means something in this run only. */
export const fileRef = z.object({ ref: nameText, name: z.string(), bytes: z.number() })
export type FileRef = z.infer<typeof fileRef>

export const part = z.object({
  name: z.string(),
  enabled: z.boolean(),
  content: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), value: z.string() }),
    /** null: none chosen yet, or chosen in an earlier run. */
    z.object({ kind: z.literal('file'), file: fileRef.nullable() })
  ])
})
export type Part = z.infer<typeof part>

export const passthroughBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  /** JSON text, sent as typed. */
  z.object({ kind: z.literal('json'), text: z.string() }),
  /** XML, or any other text: sent as a JSON string. */
  z.object({ kind: z.literal('xml'), text: z.string() }),
  z.object({ kind: z.literal('parts'), parts: z.array(part) })
])
export type PassthroughBody = z.infer<typeof passthroughBody>

/** Which connector a request goes through, and enough to find it again in a later run. Never its token. */
export const chosenConnector = z.object({
  /** `<category>:<id>`, as in a connector row. */
  key: nameText,
  tokenRef: nameText.nullable(),
  originId: z.string().nullable(),
  /** For tabs, history and the confirmation of a connector that is not listed now. */
  endUser: z.string(),
  integrationSlug: nameText,
  isTest: z.boolean()
})
export type ChosenConnector = z.infer<typeof chosenConnector>

/** A request through a connector as the operator has it before them: text as typed, variables unfilled. */
export const passthroughDraft = z.object({
  workspaceId: z.uuid(),
  region,
  connector: chosenConnector.nullable(),
  method: passthroughMethod,
  path: z.string(),
  params: z.array(pair),
  /** JSON text of an object, sent as typed in place of the rows: its values keep their types. */
  paramsJson: z.string().optional(),
  headers: z.array(pair),
  body: passthroughBody,
  /** null: untouched, and then left out of the envelope. */
  requestFormat: requestFormat.nullable(),
  responseFormat: responseFormat.nullable(),
  /** Seconds, as typed; empty: untouched. */
  timeout: z.string(),
  /**
   * `unified`: a write of the service's own model, by an operation of the contract: `path` names it, the body is what
   * it takes, and all else is not sent. Left out: forwarded to the third party as it is.
   */
  route: z.literal('unified').optional()
})
export type PassthroughDraft = z.infer<typeof passthroughDraft>

/** Values for `{{name}}`, per workspace. Not for secrets: they are kept in plain text. */
export const variable = z.object({ name: z.string().regex(/^[A-Za-z_][\w.-]{0,63}$/), value: z.string() })
export type Variable = z.infer<typeof variable>

/**
 * Something about a draft. `refused`: it is not sent; `confirm`: only after the operator agreed to this code;
 * `warning`: shown, and sent.
 */
export interface DraftProblem {
  /**
   * The control: `path`, `params.0.value`, `headers.2.name`, `body`, `body.1.name`, `timeout`, …; within the body of a
   * unified write a JSON pointer: `body#/groups/0`.
   */
  field: string
  severity: 'refused' | 'confirm' | 'warning'
  /** Names the kind of problem; what the operator agrees to. */
  code: string
  message: string
  /** In the body as typed, from 1. */
  position?: { line: number; column: number }
}
