/** `body` goes out as JSON, `raw` unchanged. */
export interface Reply {
  status: number
  body?: unknown
  raw?: RawBody
  headers?: Record<string, string>
  /** Resets the socket. */
  reset?: true
}

export interface RawBody {
  type: string
  bytes: Buffer | string | Iterable<Buffer> | AsyncIterable<Buffer>
  /** Needed only for a body in pieces. */
  length?: number
  /** The provider's status. */
  relayed?: number
  /** The provider's, s. */
  retryAfter?: number
  /** Promises twice the length, then closes the socket. */
  cut?: true
}

export interface Invalid {
  loc: (string | number)[]
  msg: string
  type: string
  input?: unknown
  ctx?: Record<string, unknown>
}

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
