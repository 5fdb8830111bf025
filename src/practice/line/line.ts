import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Identity } from './authority'
import { gzipSync } from 'node:zlib'

const head = (status: string, headers: Record<string, string | number>) =>
  [`HTTP/1.1 ${status}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')

const whole = (status: string, type: string, body: string, more: Record<string, string> = {}) =>
  head(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...more }) + body

const signIn = '<!DOCTYPE html><title>Sign in</title><h1>Welcome to the hotel</h1>'

const falseAnswers = {
  garbage: () => '\0\x01\x02 this is no HTTP\r\n\r\n',
  'cut-length': () => head('200 OK', { 'content-type': 'application/json', 'content-length': 1_000 }) + '{"items":[',
  'cut-chunk': () =>
    head('200 OK', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }) + 'ff\r\n{"items":[',
  'endless-headers': () => `HTTP/1.1 200 OK\r\n${'x-more: and more\r\n'.repeat(30_000)}`,
  'not-json': () => whole('200 OK', 'application/json', '{"items": [}'),
  'portal-page': () => whole('200 OK', 'text/html; charset=utf-8', signIn),
  'portal-untyped': () => whole('200 OK', 'text/plain', signIn),
  'portal-redirect': () => whole('302 Found', 'text/html', signIn, { location: 'http://hotel.invalid/sign-in' }),
  'bad-gateway': () => whole('502 Bad Gateway', 'text/html', '<h1>Bad gateway</h1>'),
  'proxy-password': () =>
    whole('407 Proxy Authentication Required', 'text/plain', '', { 'proxy-authenticate': 'Basic' }),
  bomb: () => {
    // Gzip members may follow each other.
    const body = Buffer.concat(Array<Buffer>(100).fill(gzipSync(Buffer.alloc(1e6))))
    const types = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'content-length': body.length }
    return Buffer.concat([Buffer.from(head('200 OK', types)), body])
  }
} satisfies Record<string, () => string | Buffer>

type FalseAnswer = keyof typeof falseAnswers

/** What happens to a request. */
export type LineFault =
  /** Before the service gets the request, or after its answer. */
  | { kind: 'reset'; after?: boolean }
  /** A proper end without an answer. */
  | { kind: 'half-close' }
  | { kind: 'black-hole' }
  /** ms, plus a random part of the jitter. */
  | { kind: 'late'; ms: number; jitterMs?: number }
  | { kind: 'drip'; everyMs: number }
  | { kind: FalseAnswer }

interface Planned {
  fault: LineFault
  /** Part of the path; absent: any. */
  path: string
  method: string | undefined
  times: number
}

/** Real sockets, because mocks cannot show network faults. Without a fault every byte passes. */
export class Line {
  /** In order, faulty or not. */
  readonly arrived: Pick<LineRequest, 'method' | 'path'>[] = []
  private planned: Planned[] = []
  private closedAt: number | null = null
  private readonly sockets = new Set<Socket>()

  private constructor(
    private readonly server: Server,
    private readonly to: URL,
    private readonly secure: boolean
  ) {
    server.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => this.serve(socket))
    // A client may refuse the certificate.
    server.on('tlsClientError', () => undefined)
  }

  /**
   * @param to the service
   * @param identity for TLS; absent: plain HTTP
   * @param port 0: any
   */
  static async open(to: string, identity?: Identity, port = 0): Promise<Line> {
    const server = identity ? createTlsServer(identity) : createServer()
    const line = new Line(server, new URL(to), identity !== undefined)
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
    return line
  }

  /** TLS needs a name. */
  get url(): string {
    return this.secure ? `https://localhost:${this.port}` : `http://127.0.0.1:${this.port}`
  }

  get port(): number {
    return this.closedAt ?? (this.server.address() as AddressInfo).port
  }

  /** For the next matching requests. */
  fail(fault: LineFault, { path = '', method, times = 1 }: Partial<Omit<Planned, 'fault'>> = {}): void {
    this.planned.push({ fault, path, method, times })
  }

  heal(): void {
    this.planned = []
  }

  /** Kills connections silently, as a network change does. */
  strand(): void {
    for (const socket of this.sockets) socket.removeAllListeners('data').pause()
  }

  /** Listens at the same address again. */
  async reopen(): Promise<void> {
    const { closedAt } = this
    if (closedAt === null) return
    this.closedAt = null
    await new Promise<void>((resolve) => this.server.listen(closedAt, '127.0.0.1', resolve))
  }

  /** Refuses connections. */
  async close(): Promise<void> {
    if (this.closedAt !== null) return
    this.closedAt = this.port
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private serve(client: Socket): void {
    this.keep(client)
    const cutter = new RequestCutter()
    let service: Socket | null = null
    const toService = () => {
      service ??= this.keep(connect(Number(this.to.port), this.to.hostname))
      service.removeAllListeners('data')
      return service
    }
    client.on('data', (bytes: Buffer) => {
      for (const request of cutter.take(bytes)) {
        this.arrived.push({ method: request.method, path: request.path })
        this.handle(client, toService, request, this.faultFor(request))
      }
    })
    client.on('close', () => service?.destroy())
  }

  private handle(client: Socket, toService: () => Socket, { raw }: LineRequest, fault: LineFault | null): void {
    const pass = (bytes: Buffer) => void client.write(bytes)
    if (!fault) {
      toService().on('data', pass).write(raw)
      return
    }
    switch (fault.kind) {
      case 'black-hole':
        return
      case 'half-close':
        client.end()
        return
      case 'reset':
        if (fault.after)
          toService()
            .once('data', () => client.resetAndDestroy())
            .write(raw)
        else client.resetAndDestroy()
        return
      case 'late': {
        // One delay keeps the order of the pieces.
        const lateMs = fault.ms + Math.random() * (fault.jitterMs ?? 0)
        const late = (bytes: Buffer) => setTimeout(() => client.destroyed || pass(bytes), lateMs)
        toService().on('data', late).write(raw)
        return
      }
      case 'drip':
        toService().on('data', dripTo(client, fault.everyMs)).write(raw)
        return
      default:
        client.end(falseAnswers[fault.kind]())
    }
  }

  private faultFor({ method, path }: LineRequest): LineFault | null {
    const planned = this.planned.find((one) => path.includes(one.path) && (one.method ?? method) === method)
    if (!planned) return null
    if (--planned.times <= 0) this.planned.splice(this.planned.indexOf(planned), 1)
    return planned.fault
  }

  private keep(socket: Socket): Socket {
    this.sockets.add(socket)
    // Faults break sockets on purpose.
    socket.on('error', () => undefined)
    socket.on('close', () => this.sockets.delete(socket))
    return socket
  }
}

/** Keeps the order of the bytes. */
function dripTo(client: Socket, everyMs: number): (bytes: Buffer) => void {
  let held: Buffer = Buffer.alloc(0)
  const dripping = setInterval(() => {
    if (client.destroyed) return clearInterval(dripping)
    client.write(held.subarray(0, 1))
    held = held.subarray(1)
  }, everyMs)
  client.on('close', () => clearInterval(dripping))
  return (bytes) => (held = Buffer.concat([held, bytes]))
}

interface LineRequest {
  method: string
  path: string
  raw: Buffer
}

/** Bodies need a `content-length`. */
class RequestCutter {
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
