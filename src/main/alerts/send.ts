import { createHmac } from 'node:crypto'
import type { AlertRule, ChannelKind, MessageEnd } from '../../shared/alerts/rule'
import type { Place } from '../../shared/workspaces/place'
import { elapsed, type Clock } from '../base/clock'
import { oneLine, shorten } from '../base/plain-text'
import type { LoggedCall } from '../http/call-log'
import { outcomeOf } from '../http/outcome'
import { retryDelay } from '../http/retry-after'
import { TransportFailure, type Transport, type TransportResponse } from '../http/transport'
import { deliver, type Server } from '../mail/smtp'
import { timeIn, type Told } from './judge'

/** ms: a longer wait that a service asks for is not waited for, as other messages would wait too. */
const longestWait = 60_000
const tries = 3
const largestAnswer = 64_000
/** Incidents that one message names; the others are counted. */
const mostNamed = 20

export interface Message {
  id: string
  /** ms since 1970 */
  at: number
  workspace: string
  rule: Pick<AlertRule, 'name' | 'zone'>
  told: readonly Told[]
}

/** Plain text, a line for each fact. */
export function textOf({ workspace, rule, told }: Message): string {
  const lines = told
    .slice(0, mostNamed)
    .flatMap(({ title, facts, first }) => [
      title,
      ...facts,
      ...(first ? [`Told ${timeIn(rule.zone, first.at)} as “${first.title}”.`] : [])
    ])
  const more = told.length > mostNamed ? [`And ${told.length - mostNamed} more.`] : []
  return [...lines, ...more, `Connector Desk, ${workspace}, rule “${rule.name}”`].join('\n')
}

/** Sent to an address of the web. */
export type PostedKind = Exclude<ChannelKind, 'desktop' | 'email'>

type Form = (message: Message, text: string, key: string | null) => { headers: Record<string, string>; body: string }

/** Other people's texts must not become links or mentions. */
const forSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const forTeams = (text: string) => text.replace(/[\\`*_[\]()#<>|~]/g, '\\$&')

const json = (body: unknown) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** What each channel's service takes. */
export const forms: Record<PostedKind, Form> = {
  slack: (_, text) => json({ text: forSlack(text), mrkdwn: false, unfurl_links: false }),
  teams: (_, text) => {
    const block = (line: string) => ({ type: 'TextBlock', text: forTeams(line), wrap: true, spacing: 'Small' })
    const content = { type: 'AdaptiveCard', version: '1.4', body: text.split('\n').map(block) }
    const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }
    return json({ type: 'message', attachments: [attachment] })
  },
  /** The signature covers the body, in which `id` and `at` tell a repeated one. */
  webhook: ({ id, at, workspace, rule, told }, text, key) => {
    const incidents = told.map(({ about, number, part, title, first }) => ({ about, number, part, title, first }))
    const { headers, body } = json({ id, at: new Date(at).toISOString(), workspace, rule: rule.name, text, incidents })
    const signature = createHmac('sha256', key ?? '')
      .update(body)
      .digest('hex')
    return { headers: { ...headers, 'x-connector-desk-signature': `sha256=${signature}` }, body }
  }
}

export interface SendParts {
  /** Sends no token or cookie by itself, and follows no redirect. */
  transport: Transport
  clock: Clock
  log: (call: LoggedCall) => void
  signal: AbortSignal
  timeoutMs?: number
}

/** What a channel needs, as it is in the keychain. `key`: of the signature. */
export interface Way {
  url: string
  key: string | null
}

/** https; plain http only to this computer. */
export function readWebhookAddress(typed: string): { url: URL } | { problem: string } {
  const text = typed.trim()
  if (!URL.canParse(text)) return { problem: 'This is not an address: paste the whole of it.' }
  const url = new URL(text)
  const isLocal = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    return { problem: 'It must start with https://.' }
  if (url.username !== '' || url.password !== '') return { problem: 'An address with a name and password is not used.' }
  url.hash = ''
  return { url }
}

/** `gone`: its address is, for good. */
export type Ended = MessageEnd & { gone?: true }

/** Through the mail server, once: what the server may have taken is unknown. */
export async function mailOnce(
  { clock, log, signal }: Pick<SendParts, 'clock' | 'log' | 'signal'>,
  place: Place,
  { server, to, message }: { server: Server; to: readonly string[]; message: Message }
): Promise<Ended> {
  const { id, at, rule, told } = message
  const more = told.length > 1 ? ` and ${told.length - 1} more` : ''
  const subject = `${shorten(oneLine(told[0]?.title ?? ''), 160)}${more}`
  const mail = { id, at, to: to.map((address) => ({ address, name: '' })), subject, body: textOf(message) }
  const began = clock.now()
  const { state, code, why } = await deliver(server, mail, signal)
  const { host, port } = server.account
  log({
    ...callOf(place, rule.name, host, began),
    ...{ method: 'SEND', path: `${host}:${port}`, durationMs: elapsed(began, clock), unknown: state === 'unknown' },
    ...{ status: code, error: code === null ? 'unreachable' : null, limited: 0, bytes: 0 }
  })
  const again = state === 'unknown' ? ' It is not sent again.' : ''
  return { outcome: state, said: `${why || String(code ?? '')}${again}` }
}

const callOf = (place: Place, rule: string, host: string, at: number) => ({
  ...{ at, ...place, asker: 'alerts' as const, subject: `Alert rule ${rule} to ${host}`, connectorKey: '', partOf: '' },
  // The path of a webhook is a secret.
  ...{ method: 'POST', path: '/', query: '', forwarded: '', requestId: null, mutation: false, unknown: false },
  ...{ probe: false, tries: 1, waitedMs: 0 }
})

/** Tries again only what was certainly not taken. */
export async function sendOnce(
  parts: SendParts,
  place: Place,
  { kind, way, message }: { kind: PostedKind; way: Way; message: Message }
): Promise<Ended> {
  const { headers, body } = forms[kind](message, textOf(message), way.key)
  for (let tried = 1; ; tried++) {
    const ended = await post(parts, place, new URL(way.url), message.rule.name, headers, body)
    const wait = tried < tries ? waitAfter(parts, ended, tried) : null
    if (wait === null) return endOf(ended, tried)
    await parts.clock.sleep(wait, parts.signal)
  }
}

/** @returns ms, or null if it is not tried again: only what was certainly not taken is */
function waitAfter(
  { clock }: Pick<SendParts, 'clock'>,
  ended: TransportResponse | TransportFailure,
  tried: number
): number | null {
  if (ended instanceof TransportFailure) return !ended.sent && ended.code === 'unreachable' ? 2_000 * tried : null
  if (ended.status !== 429) return null
  const { ms } = retryDelay(ended.headers, clock.now(), tried, clock.random())
  return ms <= longestWait ? ms : null
}

async function post(
  { clock, log, signal, timeoutMs = 10_000, transport }: SendParts,
  place: Place,
  url: URL,
  rule: string,
  headers: Record<string, string>,
  body: string
): Promise<TransportResponse | TransportFailure> {
  const at = clock.now()
  const request = { method: 'POST', url, headers, body, signal, timeoutMs, maxBytes: largestAnswer }
  const ended = await transport(request).catch((thrown: unknown) => {
    if (thrown instanceof TransportFailure) return thrown
    throw thrown
  })
  const broken = ended instanceof TransportFailure
  log({
    ...callOf(place, rule, url.host, at),
    ...{ durationMs: elapsed(at, clock), status: broken ? null : ended.status, error: broken ? ended.code : null },
    ...{ limited: Number(!broken && ended.status === 429), bytes: broken ? 0 : ended.body.length }
  })
  return ended
}

function endOf(ended: TransportResponse | TransportFailure, tried: number): Ended {
  const after = tried > 1 ? `, try ${tried}` : ''
  if (ended instanceof TransportFailure) {
    const outcome = outcomeOf('POST', { kind: 'broken', code: ended.code, sent: ended.sent })
    if (outcome === 'answered') return { outcome: 'sent', said: ended.message }
    if (outcome === 'unknown') return { outcome: 'unknown', said: `${ended.message} It is not sent again.` }
    return { outcome: 'refused', said: `Not sent${after}. ${ended.message}` }
  }
  const { status } = ended
  const outcome = outcomeOf('POST', { kind: 'answer', status })
  if (outcome === 'answered') return { outcome: 'sent', said: `${status}${after}` }
  if (outcome === 'unknown')
    return { outcome: 'unknown', said: `It answered ${status}, after it may have been taken. It is not sent again.` }
  if (status === 410)
    return { outcome: 'refused', said: 'The address is gone for good (410). The rule is off.', gone: true }
  if (status >= 300 && status < 400)
    return { outcome: 'refused', said: `It leads to another address (${status}), which was not agreed to.` }
  return { outcome: 'refused', said: `It answered ${status}${after}.` }
}
