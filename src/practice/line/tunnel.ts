import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Connects, answers with this status line, or never. */
export type TunnelWay = 'connects' | 'silent' | `${number} ${string}`

/** Takes only CONNECT. */
export class Tunnel {
  /** As "api.example.test:443". */
  readonly asked: string[] = []
  way: TunnelWay = 'connects'
  private readonly sockets = new Set<Socket>()

  private constructor(
    private readonly server: Server,
    private readonly to: (target: string) => number
  ) {
    server.on('connection', (socket) => this.serve(socket))
  }

  /** @param to local port for a target: names need no DNS */
  static async open(to: (target: string) => number): Promise<Tunnel> {
    const server = createServer()
    const tunnel = new Tunnel(server, to)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return tunnel
  }

  /** As "127.0.0.1:40123". */
  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private serve(client: Socket): void {
    this.keep(client)
    client.once('data', (head: Buffer) => {
      const [, target = ''] = head.toString('latin1').split(' ')
      this.asked.push(target)
      if (this.way === 'silent') return
      if (this.way !== 'connects') return void client.end(`HTTP/1.1 ${this.way}\r\ncontent-length: 0\r\n\r\n`)
      const far = this.keep(connect(this.to(target), '127.0.0.1'))
      far.once('connect', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n')
        client.pipe(far).pipe(client)
      })
      client.on('close', () => far.destroy())
      far.on('close', () => client.destroy())
    })
  }

  private keep(socket: Socket): Socket {
    this.sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => this.sockets.delete(socket))
    return socket
  }
}
