/** One request of a connection, as its bytes came. */
export interface LineRequest {
  method: string
  path: string
  raw: Buffer
}

/** Cuts the bytes of one connection into its requests. Bodies have a `content-length`, as those of this app do. */
export class RequestCutter {
  private held: Buffer = Buffer.alloc(0)

  /** @returns the requests that are whole now */
  take(bytes: Buffer): LineRequest[] {
    this.held = Buffer.concat([this.held, bytes])
    const whole: LineRequest[] = []
    for (let next = this.next(); next; next = this.next()) whole.push(next)
    return whole
  }

  private next(): LineRequest | null {
    const end = this.held.indexOf('\r\n\r\n')
    if (end < 0) return null
    const head = this.held.subarray(0, end).toString('latin1')
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
    const size = end + 4 + length
    if (this.held.length < size) return null
    const raw = this.held.subarray(0, size)
    this.held = this.held.subarray(size)
    const [method = '', path = ''] = head.split(' ')
    return { method, path, raw }
  }
}
