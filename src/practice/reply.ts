/** What a route answers; `body` goes out as JSON, `raw` as it is. */
export interface Reply {
  status: number
  body?: unknown
  raw?: RawBody
  headers?: Record<string, string>
  /** No answer at all: the socket is reset. */
  reset?: true
}

/** A body that is not JSON of ours. */
export interface RawBody {
  type: string
  bytes: Buffer | string | Iterable<Buffer> | AsyncIterable<Buffer>
  /** Needed for what comes in pieces only. */
  length?: number
  /** The third party's own status, where it is passed on as it was. */
  relayed?: number
  /** Twice as much is promised, and the socket is gone after the half. */
  cut?: true
}

/** An entry of a validation error (spec: ValidationError). */
export interface Invalid {
  loc: (string | number)[]
  msg: string
  type: string
  input?: unknown
  ctx?: Record<string, unknown>
}

/** Thrown by routes to answer an error: a string detail (spec: ErrorResponse) or a list (spec: HTTPValidationError). */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly detail: string | Invalid[],
    readonly headers: Record<string, string> = {}
  ) {
    super(typeof detail === 'string' ? detail : detail.map((one) => one.msg).join('; '))
  }

  reply(): Reply {
    return { status: this.status, body: { detail: this.detail }, headers: this.headers }
  }
}
