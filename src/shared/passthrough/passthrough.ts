import { z } from 'zod'
import { nameText } from '../own-name'
import { answerCheck, mostChecks } from './answer-checks'
import { region } from '../workspaces/region'

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

/** Other methods need a confirmation, and `writeRetries` says when they are repeated automatically. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/** The rule for writes in words, as the client follows it. */
export const writeRetries =
  'A write is sent again automatically only if it did not leave this computer, or the connector’s own rate limit refused it (429 with no requests left).'

export const requestFormat = z.enum(['JSON', 'XML', 'MULTIPART'])
export type RequestFormat = z.infer<typeof requestFormat>
export const responseFormat = z.enum(['JSON', 'XML', 'MULTIPART', 'BINARY'])
export type ResponseFormat = z.infer<typeof responseFormat>

/** s: the service's default. */
export const usualTimeout = 300
/** s: longer ones get a warning. The contract has no bound. */
export const longTimeout = 3_600

/** A disabled row is not sent. */
export const pair = z.object({ name: z.string(), value: z.string(), enabled: z.boolean() })
export type Pair = z.infer<typeof pair>

/** Only main knows the place; the handle is valid in this run. */
export const fileRef = z.object({ ref: nameText, name: z.string(), bytes: z.number() })
export type FileRef = z.infer<typeof fileRef>

export const part = z.object({
  name: z.string(),
  enabled: z.boolean(),
  content: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), value: z.string() }),
    /** null: none chosen in this run. */
    z.object({ kind: z.literal('file'), file: fileRef.nullable() })
  ])
})
export type Part = z.infer<typeof part>

export const passthroughBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('json'), text: z.string() }),
  /** Sent as a JSON string. */
  z.object({ kind: z.literal('xml'), text: z.string() }),
  z.object({ kind: z.literal('parts'), parts: z.array(part) })
])
export type PassthroughBody = z.infer<typeof passthroughBody>

/** Never holds the token. */
export const chosenConnector = z.object({
  /** `<category>:<id>`. */
  key: nameText,
  tokenRef: nameText.nullable(),
  originId: z.string().nullable(),
  /** Known even while the connector is not listed. */
  endUser: z.string(),
  integrationSlug: nameText,
  isTest: z.boolean()
})
export type ChosenConnector = z.infer<typeof chosenConnector>

/** As typed, variables unfilled. */
export const passthroughDraft = z.object({
  workspaceId: z.uuid(),
  region,
  connector: chosenConnector.nullable(),
  method: passthroughMethod,
  path: z.string(),
  params: z.array(pair),
  /** A JSON object that replaces the rows: its values keep their types. */
  paramsJson: z.string().optional(),
  headers: z.array(pair),
  body: passthroughBody,
  /** null: untouched, and not sent. */
  requestFormat: requestFormat.nullable(),
  responseFormat: responseFormat.nullable(),
  /** Seconds, as typed; empty: untouched. */
  timeout: z.string(),
  /** `unified`: `path` names the operation, and only the body is sent. Absent: forwarded to the provider. */
  route: z.literal('unified').optional(),
  /** Of its answer; they change nothing that is sent. Empty: all were removed, which a team is told. */
  checks: z.array(answerCheck).max(mostChecks).optional()
})
export type PassthroughDraft = z.infer<typeof passthroughDraft>

/** Stored in plain text, so not for secrets. */
export const variable = z.object({ name: z.string().regex(/^[A-Za-z_][\w.-]{0,63}$/), value: z.string() })
export type Variable = z.infer<typeof variable>

/** `confirm`: sent once the operator agrees to this code; `warning`: shown, and sent. */
export interface DraftProblem {
  /**
   * `path`, `params.0.value`, `headers.2.name`, `body`, `body.1.name`, `timeout`, …; in a unified write a JSON pointer:
   * `body#/groups/0`.
   */
  field: string
  severity: 'refused' | 'confirm' | 'warning'
  /** The kind of problem, to which the operator agrees. */
  code: string
  message: string
  /** In the typed body, from 1. */
  position?: { line: number; column: number }
}
