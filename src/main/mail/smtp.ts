import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Contact } from '../../shared/mail/contact'
import type { MailAccount } from '../../shared/mail/mail'
import { cleanText } from '../base/plain-text'
import { connectOptions, connectTimeoutMs } from '../http/trust'

/** ms without a word of the server, after which it has stalled. */
const silentMs = 30_000
/** Characters of what the server says. */
const longestSaid = 300

type Failure = Error & { code?: string; responseCode?: number; response?: string; originalCode?: string }

/** A letter as it leaves: whole, with its head. */
export interface Mail {
  id: string
  to: readonly Pick<Contact, 'address' | 'name'>[]
  subject: string
  body: string
  files?: readonly { name: string; content: Buffer }[]
  /** ms since 1970 */
  at: number
}

/**
 * How it ended. `code`: of the server; null if it said none. `isOver`: the way to the server failed, so other letters
 * would fail alike.
 */
export interface Delivered {
  state: 'sent' | 'refused' | 'unknown'
  code: number | null
  why: string
  isOver: boolean
}

export interface Server {
  account: MailAccount
  password: string
  /** PEM of further CA certificates. */
  certificates: readonly string[]
}

/** Its id stays, so that a copy can be known for one. */
export function mailBytes(
  { account }: Pick<Server, 'account'>,
  { id, to, subject, body, at, files = [] }: Mail
): Promise<Buffer> {
  const { from, fromName, replyTo } = account
  return new MailComposer({
    ...{ from: { name: fromName, address: from }, to: to.map(({ name, address }) => ({ name, address })) },
    ...(replyTo && { replyTo }),
    ...{ subject, text: body, date: new Date(at), messageId: `<${id}@${from.split('@')[1]}>` },
    attachments: files.map(({ name: filename, content }) => ({ filename, content })),
    ...{ newline: 'windows', disableFileAccess: true, disableUrlAccess: true }
  })
    .compile()
    .build()
}

/** Hands over one letter. What fails after its first byte may have arrived. */
export async function deliver(server: Server, mail: Mail, closing: AbortSignal): Promise<Delivered> {
  const bytes = await mailBytes(server, mail)
  let hasBegun = false
  let isOpen = false
  const sent = new AbortController()
  const content = new Readable({
    read() {
      hasBegun = true
      this.push(bytes)
      this.push(null)
    }
  })
  try {
    const refused = await atServer<string[]>(server, (connection, done, fail) => {
      isOpen = true
      if (closing.aborted) connection.close()
      closing.addEventListener('abort', () => connection.close(), { signal: sent.signal })
      const envelope = { from: server.account.from, to: mail.to.map(({ address }) => address) }
      connection.send(envelope, content, (error, info) => (error ? fail(error) : done(info.rejected)))
    })
    const why = refused.length > 0 ? `The server did not accept ${refused.join(', ')}.` : ''
    return { state: 'sent', code: 250, why, isOver: false }
  } catch (thrown) {
    const error = thrown as Failure
    const code = error.responseCode ?? null
    if (code === null && hasBegun)
      return {
        state: 'unknown',
        code,
        why: 'The connection ended before the server said whether it took it.',
        isOver: true
      }
    return { state: 'refused', code, why: failureWords(error, server.account), isOver: !isOpen || code === null }
  } finally {
    sent.abort()
  }
}

/** Connects, encrypts and logs in. @returns what failed; null for nothing */
export async function tryServer(server: Server): Promise<string | null> {
  try {
    await atServer(server, (_, done) => done(null))
    return null
  } catch (thrown) {
    return failureWords(thrown as Failure, server.account)
  }
}

function atServer<T>(
  { account, password, certificates }: Server,
  work: (connection: SMTPConnection, done: (value: T) => void, fail: (error: Error) => void) => void
): Promise<T> {
  const { host, port, security, user } = account
  const { timeout: _, ...trust } = connectOptions(certificates)
  const connection = new SMTPConnection({
    ...{ host, port, secure: security === 'tls', requireTLS: security === 'starttls', ignoreTLS: security === 'none' },
    // A server may write the name into the letter's head, which customers see.
    ...{ tls: trust, name: '[127.0.0.1]', logger: false },
    ...{ connectionTimeout: connectTimeoutMs, dnsTimeout: connectTimeoutMs },
    ...{ greetingTimeout: silentMs, socketTimeout: silentMs, socketCloseTimeout: 0 }
  })
  const answer = new Promise<T>((resolve, reject) => {
    connection.on('error', reject)
    connection.on('end', () => reject(new Error('The server closed the connection.')))
    connection.connect((error) => {
      if (error) return reject(error)
      if (user === '') return work(connection, resolve, reject)
      connection.login({ user, pass: password }, (refused) =>
        refused ? reject(refused) : work(connection, resolve, reject)
      )
    })
  })
  // It takes its leave only of a server that answers.
  answer.then(
    () => connection.quit(),
    () => connection.close()
  )
  return answer
}

const untrusted =
  /^(?:CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/

function failureWords(error: Failure, { host, port, security }: MailAccount): string {
  const { code = '', originalCode = '', responseCode, response = '', message } = error
  const said = cleanText(response || message).slice(0, longestSaid)
  if (untrusted.test(originalCode) || untrusted.test(code) || /certificate|altnames/i.test(message))
    return `The certificate of ${host} is not trusted, so nothing was sent: ${cleanText(message)}.`
  if (code === 'EAUTH') return `${host} refuses the login: ${said}`
  if (code === 'ENOAUTH') return `${host} offers no login that this app knows.`
  if (responseCode !== undefined) return `${host} said: ${said}`
  if (code === 'ETLS')
    return `${host}:${port} offers no encryption${security === 'starttls' ? ' (STARTTLS)' : ''}: ${said}`
  return `${host}:${port} could not be used: ${said}`
}
