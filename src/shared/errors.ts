import { z } from 'zod'
import { nameText } from './own-name'
import { tokenChange } from './workspaces/token-change'

/**
 * `ipcMain.handle` and contextBridge drop fields of errors, so errors cross as the plain object below and become an
 * `AppError` again on the other side.
 */
export const errorCodes = [
  // answers of the service
  'unauthorized', // 401
  'forbidden', // 403
  'validation', // 422, and a 400 that lists what is wrong
  'rate-limited', // 429
  'bad-request', // 400
  'not-offered', // 405, 501
  'conflict', // 409
  'request-too-large', // 413
  'format-refused', // 415
  'locked', // 423
  'rejected', // any other 4xx
  'service-unavailable', // 502, 503, 504
  'service-error', // 500 and any other 5xx
  // answers from something else, or malformed ones
  'not-the-service',
  'bad-response',
  'too-large',
  'cursor-loop',
  'redirected',
  'no-record', // 404 or 422 about one record
  'no-file', // from the host of a document's file
  // the connection
  'unreachable',
  'untrusted-certificate',
  'timeout',
  'cancelled',
  // this computer
  'keychain-missing',
  'keychain-locked',
  'no-token',
  'other-address',
  'invalid-input',
  'confirmation-needed',
  'not-recorded', // a change that would leave no record
  'not-found', // also 404
  'unsupported',
  'busy',
  'sync-failed',
  'outdated',
  'leak-refused',
  'file-conflict',
  'file-refused',
  'disk-full',
  'update-refused', // not a genuine newer version
  'update-failed',
  'not-permitted',
  'no-approval', // a colleague has to agree, and did not
  'tracker-refused', // or no answer that says it
  'team-read-only', // the account is a viewer's
  'managed', // set by the organization's policy
  'app-locked',
  'internal'
] as const
export type ErrorCode = (typeof errorCodes)[number]

export const validationIssue = z.looseObject({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  type: z.string()
})
export type ValidationIssue = z.infer<typeof validationIssue>

export const appErrorShape = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  /** HTTP status, if the service answered. */
  status: z.number().optional(),
  /** A sentence, or the list of a validation error. */
  detail: z.union([z.string(), z.array(validationIssue)]).optional(),
  /** `WWW-Authenticate` of a 401. */
  challenge: z.string().optional(),
  /** Of a 401: a colleague replaced the token, and this desk still has another. */
  tokenChange: tokenChange.optional(),
  /** After more than one try, or the check of an address. */
  tries: z.number().optional(),
  /** ms that the service asked to wait. */
  retryAfterMs: z.number().optional(),
  requestId: z.string().optional(),
  /** As `GET /api/hris/v1/connectors`, or a whole address. Never with a query, which may hold a token. */
  endpoint: z.string().optional(),
  /** Counted from 1. */
  page: z.number().optional(),
  /** By field of the request, for `invalid-input`. */
  fields: z.record(nameText, z.string()).optional()
})
export type AppErrorShape = z.infer<typeof appErrorShape>

export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly info: Omit<AppErrorShape, 'code' | 'message'>

  constructor(code: ErrorCode, message: string, info: Omit<AppErrorShape, 'code' | 'message'> = {}) {
    super(message)
    this.code = code
    this.info = info
  }

  /** Known details stay. */
  at(where: Pick<AppErrorShape, 'endpoint' | 'page' | 'requestId' | 'tries'>): AppError {
    return new AppError(this.code, this.message, { ...where, ...this.info })
  }

  toShape(): AppErrorShape {
    return { ...this.info, code: this.code, message: this.message }
  }

  static from(shape: AppErrorShape): AppError {
    const { code, message, ...info } = shape
    return new AppError(code, message, info)
  }
}

/** An unexpected error becomes `internal`. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  return new AppError('internal', thrown instanceof Error ? thrown.message : String(thrown))
}

export type Reply<T> = { ok: true; value: T } | { ok: false; error: AppErrorShape }
