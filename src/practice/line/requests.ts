export interface LineRequest {
  method: string
  path: string
  raw: Buffer
}

/** Bodies need a `content-length`. */
export class RequestCutter {
  private held: Buffer = Buffer.alloc(0)

  /** @returns complete requests */
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
