import { getEventListeners } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { MailAccount } from '../../shared/mail/mail'
import { Authority } from '../../practice/line/authority'
import { deliver, tryServer, type Mail } from './smtp'
import { smtpServer, textOf } from './testing/smtp'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
})

async function serving(options: Parameters<typeof smtpServer>[0] = {}) {
  const server = await smtpServer(options)
  open.push(server)
  return server
}

const account = (port: number, change: Partial<MailAccount> = {}): MailAccount => ({
  ...{ host: '127.0.0.1', port, security: 'none', user: '' },
  ...{ from: 'ops@harbourline.example', fromName: 'Harbourline Operations', replyTo: '' },
  ...change
})
const at = (port: number, change: Partial<MailAccount> = {}, certificates: string[] = [], password = 'right') => ({
  account: account(port, change),
  ...{ password, certificates }
})
const mail: Mail = {
  id: 'm-1',
  to: [{ address: 'd.hale@harrow.example', name: 'Dana Hale' }],
  subject: 'Bitte verbinden Sie Personio – für Müller',
  body: 'Hello,\n\n.\nEin Punkt und Grüße.\n',
  at: Date.UTC(2026, 10, 27)
}
const never = new AbortController().signal

describe('a letter', () => {
  it('leaves nothing at the signal of the app’s end', async () => {
    const server = await serving()
    const { signal } = new AbortController()
    await deliver(at(server.port), mail, signal)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('arrives once, as it was written, from the sender to its recipients', async () => {
    const server = await serving()
    expect(await deliver(at(server.port), mail, never)).toEqual({ state: 'sent', code: 250, why: '', isOver: false })
    expect(server.taken).toHaveLength(1)
    const [taken] = server.taken
    expect(taken).toMatchObject({ from: 'ops@harbourline.example', to: ['d.hale@harrow.example'] })
    expect(taken?.text).toMatch(/^From: Harbourline Operations <ops@harbourline.example>/m)
    expect(taken?.text).toMatch(/^Message-ID: <m-1@harbourline.example>/m)
    expect(taken && textOf(taken).replaceAll('\r\n', '\n').trim()).toBe(mail.body.trim())
  })

  it('names whom the server did not accept, and goes to the others', async () => {
    const server = await serving({
      onRcptTo: ({ address }, _, done) => done(address.startsWith('gone') ? new Error('No such person') : null)
    })
    const to = [...mail.to, { address: 'gone@harrow.example', name: '' }]
    const ended = await deliver(at(server.port), { ...mail, to }, never)
    expect(ended).toMatchObject({ state: 'sent', why: 'The server did not accept gone@harrow.example.' })
    expect(server.taken.map(({ to }) => to)).toEqual([['d.hale@harrow.example']])
  })

  it.each([
    [451, 'Try again later'],
    [550, 'No such mailbox']
  ])('that the server refuses with %d has not left, and its words say why', async (responseCode, words) => {
    const server = await serving({
      onRcptTo: (_, __, done) => done(Object.assign(new Error(words), { responseCode }))
    })
    const ended = await deliver(at(server.port), mail, never)
    expect(ended).toMatchObject({ state: 'refused', code: responseCode, isOver: false })
    expect(ended.why).toContain(words)
    expect(server.taken).toEqual([])
  })

  it('is unknown if the server takes it and dies without an answer', async () => {
    const server = await serving({ onData: (stream) => void stream.resume().on('end', () => server.drop()) })
    const ended = await deliver(at(server.port), mail, never)
    expect(ended).toMatchObject({ state: 'unknown', code: null, isOver: true })
  })

  it('has not left if nobody listens, and the next would fail alike', async () => {
    const socket = createServer()
    await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve))
    const { port } = socket.address() as AddressInfo
    await new Promise((resolve) => socket.close(resolve))
    expect(await deliver(at(port), mail, never)).toMatchObject({ state: 'refused', code: null, isOver: true })
  })

  it('has not left if the server closes before it takes a letter', async () => {
    const socket = createServer((one) => one.resume().end('220 hello\r\n'))
    await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve))
    open.push({ close: () => new Promise((resolve) => socket.close(() => resolve())) })
    const { port } = socket.address() as AddressInfo
    expect(await deliver(at(port), mail, never)).toMatchObject({ state: 'refused', isOver: true })
  })
})

describe('@attack the way to the server', () => {
  it('takes no server whose certificate is not trusted, and sends it neither password nor letter', async () => {
    const authority = Authority.make()
    const server = await serving({ disabledCommands: [], ...authority.issue('localhost') })
    const own = { security: 'starttls', user: 'desk', host: 'localhost' } as const
    const ended = await deliver(at(server.port, own), mail, never)
    expect(ended).toMatchObject({ state: 'refused', isOver: true })
    expect(ended.why).toContain('The certificate of localhost is not trusted')
    expect(server.taken).toEqual([])
    expect(await deliver(at(server.port, own, [authority.pem]), mail, never)).toMatchObject({ state: 'sent' })
    authority.remove()
  })

  it('sends nothing in the clear to a server that offers no encryption', async () => {
    const server = await serving()
    const ended = await deliver(at(server.port, { security: 'starttls' }), mail, never)
    expect(ended).toMatchObject({ state: 'refused' })
    expect(server.taken).toEqual([])
  })
})

describe('the test of a server', () => {
  it('connects and logs in, and sends nothing', async () => {
    const server = await serving()
    expect(await tryServer(at(server.port, { user: 'desk' }))).toBeNull()
    expect(await tryServer(at(server.port, { user: 'desk' }, [], 'wrong'))).toContain('refuses the login')
    expect(server.connections).toBe(2)
    expect(server.taken).toEqual([])
  })
})
