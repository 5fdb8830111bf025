import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A letter as a server took it. */
export interface Taken {
  from: string
  to: string[]
  text: string
}

/**
 * A real SMTP server on loopback.
 * @param options what it does otherwise
 */
export async function smtpServer(options: Partial<SMTPServerOptions> = {}) {
  const taken: Taken[] = []
  let connections = 0
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], allowInsecureAuth: true, logger: false },
    onConnect(_, done) {
      connections++
      done()
    },
    onAuth({ username, password }, _, done) {
      if (username === 'desk' && password === 'right') done(null, { user: 'desk' })
      else done(new Error('Wrong user or password'))
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        taken.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(parts).toString()
        })
        done()
      })
    },
    ...options
  })
  // A client that dies is no fault of the server.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    get connections() {
      return connections
    },
    /** Ends every connection without an answer. */
    drop() {
      for (const connection of server.connections) connection._socket.destroy()
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

/** The text of a letter, decoded. */
export function textOf({ text }: Taken): string {
  const [head = '', body = ''] = text.split(/\r\n\r\n([\s\S]*)/)
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
