import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { AppError, toAppError } from '../../shared/errors'
import {
  doorVersion,
  hello,
  longestAnswer,
  longestHello,
  longestQuestion,
  question,
  reply,
  session,
  type AskerKind,
  type Question,
  type Reply
} from './contract'

/** At once; more are closed. */
export const mostClients = 8
/** Questions of a connection that wait for their turn. */
const mostWaiting = 16
/** ms until the first line must have come. */
const greetingMs = 10_000
/** Unix allows 104 bytes and more for a path, with its end. */
const longestPath = 103

const folderOf = (profile: string) => join(profile, 'door')
const sessionFile = (profile: string) => join(folderOf(profile), 'session.json')

export type Answer = (asked: Question, kind: AskerKind, signal: AbortSignal) => Promise<Reply>

/** The running app's door: a socket in the profile that only this account may use, with a secret of this run. */
export class Door {
  private server: Server | null = null
  private readonly clients = new Set<Socket>()
  private readonly secret = randomBytes(32).toString('base64url')
  /** On Windows a pipe: its random name cannot be taken before. */
  private readonly address: string

  constructor(
    private readonly profile: string,
    private readonly answer: Answer,
    private readonly platform: NodeJS.Platform = process.platform
  ) {
    this.address =
      platform === 'win32'
        ? `\\\\.\\pipe\\connector-desk-${randomBytes(16).toString('hex')}`
        : join(folderOf(profile), 'socket')
  }

  get isOpen(): boolean {
    return this.server !== null
  }

  /** @throws AppError busy if another app answers there; file-refused */
  async open(): Promise<void> {
    if (this.server) return
    if (this.platform !== 'win32' && Buffer.byteLength(this.address) > longestPath)
      throw new AppError('file-refused', `The folder of the profile has too long a name for a socket: ${this.address}`)
    try {
      mkdirSync(folderOf(this.profile), { recursive: true, mode: 0o700 })
      chmodSync(folderOf(this.profile), 0o700)
      if (this.platform !== 'win32') await this.clear()
      this.server = await listening(this.address, (client) => this.greet(client))
      if (this.platform !== 'win32') chmodSync(this.address, 0o600)
      const file = sessionFile(this.profile)
      const { address: socket, secret } = this
      writeFileSync(`${file}.part`, JSON.stringify({ socket, secret, pid: process.pid }), { mode: 0o600 })
      renameSync(`${file}.part`, file)
    } catch (thrown) {
      await this.close()
      if (thrown instanceof AppError) throw thrown
      throw new AppError('file-refused', `The socket cannot be made: ${toAppError(thrown).message}`)
    }
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    const { server } = this
    this.server = null
    for (const client of this.clients) client.destroy()
    if (!server) return
    await new Promise<void>((resolve) => server.close(() => resolve()))
    // Another run may have begun since.
    if (readSession(this.profile)?.secret === this.secret) rmSync(sessionFile(this.profile), { force: true })
  }

  /** Removes the socket of an app that was killed. @throws AppError busy if one answers */
  private async clear(): Promise<void> {
    if (await answers(this.address))
      throw new AppError('busy', 'Another Connector Desk answers at the socket of this profile.')
    rmSync(this.address, { force: true })
  }

  private greet(client: Socket): void {
    if (this.clients.size >= mostClients) return end(client, 'busy', `At most ${mostClients} programs ask at once.`)
    this.clients.add(client)
    const gone = new AbortController()
    client.setTimeout(greetingMs, () => client.destroy())
    client.on('error', () => client.destroy())
    client.once('close', () => {
      this.clients.delete(client)
      gone.abort()
    })
    let kind: AskerKind | null = null
    let waiting = 0
    let last = Promise.resolve()
    const limit = () => (kind === null ? longestHello : longestQuestion)
    const refuse = (code: 'too-large' | 'not-permitted' | 'invalid-input' | 'busy', words: string) =>
      end(client, code, words)
    onLines(client, limit, () => refuse('too-large', 'The question is too long.'), (line) => {
      const read = jsonIn(line)
      if (kind === null) {
        const greeting = hello.safeParse(read)
        if (!greeting.success || !this.knows(greeting.data.secret))
          return refuse('not-permitted', 'This is not the secret of this run of the app.')
        if (greeting.data.version !== doorVersion)
          return refuse('not-permitted', 'The running app is of another version. Quit it and start it again.')
        kind = greeting.data.kind
        client.setTimeout(0)
        return
      }
      const asked = question.safeParse(read)
      if (!asked.success) return refuse('invalid-input', 'This is no question.')
      if (waiting >= mostWaiting) return refuse('busy', 'Too many questions at once. Wait for the answers.')
      waiting++
      const asking = kind
      last = last.then(async () => {
        const answer = await this.answer(asked.data, asking, gone.signal)
        waiting--
        if (!client.destroyed) client.write(`${JSON.stringify(answer)}\n`)
      })
    }) // prettier-ignore
  }

  private knows(secret: string): boolean {
    const digest = (text: string) => createHash('sha256').update(text).digest()
    return timingSafeEqual(digest(secret), digest(this.secret))
  }
}

/** A program's end of the door. */
export interface Asking {
  /** @throws AppError as the app answers; unreachable once the app has ended */
  ask(client: string, asked: string, input: unknown): Promise<unknown>
  end(): void
}

/** @throws AppError unreachable: no app of this profile runs, or it lets nobody ask */
export async function askAt(profile: string, kind: AskerKind): Promise<Asking> {
  const found = readSession(profile)
  if (!found) throw notRunning()
  const socket = connect(found.socket)
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: AppError): void }>()
  let refused: AppError | null = null
  const gone = (error: AppError) => {
    refused ??= error
    for (const { reject } of waiting.values()) reject(refused)
    waiting.clear()
  }
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    // Of an app that was killed.
    socket.once('error', () => reject(notRunning()))
  })
  socket.on('error', () => gone(notRunning()))
  socket.once('close', () => gone(notRunning()))
  onLines(socket, () => 2 * longestAnswer, () => socket.destroy(), (line) => {
    const read = reply.safeParse(jsonIn(line))
    if (!read.success) return gone(new AppError('not-the-service', 'What answers there is no Connector Desk.'))
    const answer = read.data
    const one = answer.id === null ? undefined : waiting.get(answer.id)
    if (!one) return answer.ok ? undefined : gone(AppError.from(answer.error))
    waiting.delete(answer.id ?? 0)
    if (answer.ok) one.resolve(answer.value)
    else one.reject(AppError.from(answer.error))
  }) // prettier-ignore
  socket.write(`${JSON.stringify({ version: doorVersion, secret: found.secret, kind })}\n`)
  let next = 0
  return {
    async ask(client, asked, input) {
      if (refused) throw refused
      const id = next++
      const line = `${JSON.stringify({ id, client, asked, input })}\n`
      if (Buffer.byteLength(line) > longestQuestion)
        throw new AppError('too-large', 'The question is too long: at most 1 MB.')
      const answer = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
      socket.write(line)
      return answer
    },
    end: () => socket.destroy()
  }
}

const notRunning = () =>
  new AppError('unreachable', 'No Connector Desk answers: start it, and let a workspace be asked in its Settings.')

function readSession(profile: string) {
  try {
    return session.parse(JSON.parse(readFileSync(sessionFile(profile), 'utf8')))
  } catch {
    return null
  }
}

function end(client: Socket, code: AppError['code'], message: string): void {
  client.removeAllListeners('data')
  client.end(`${JSON.stringify({ id: null, ok: false, error: { code, message } })}\n`, () => client.destroy())
}

function listening(address: string, came: (client: Socket) => void): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(came)
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(address)
    const is = (answered: boolean) => {
      probe.destroy()
      resolve(answered)
    }
    probe.once('connect', () => is(true))
    probe.once('error', () => is(false))
  })
}

/** Calls `take` with each line; keeps no more than the limit of one that has no end. */
function onLines(socket: Socket, limit: () => number, tooLong: () => void, take: (line: string) => void): void {
  let pieces: Buffer[] = []
  let bytes = 0
  socket.on('data', (data: Buffer) => {
    let rest = data
    for (let at = rest.indexOf(10); ; at = rest.indexOf(10)) {
      const piece = at === -1 ? rest : rest.subarray(0, at)
      bytes += piece.length
      if (bytes > limit()) return tooLong()
      pieces.push(piece)
      if (at === -1) return
      const line = Buffer.concat(pieces).toString()
      pieces = []
      bytes = 0
      rest = rest.subarray(at + 1)
      take(line)
      if (socket.destroyed || socket.writableEnded) return
    }
  })
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}
