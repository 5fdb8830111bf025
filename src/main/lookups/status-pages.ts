import { z } from 'zod'
import { AppError, toAppError } from '../../shared/errors'
import {
  practiceStatusPath,
  readStatusAddress,
  statusLimits,
  statusRead,
  type StatusPage,
  type StatusRead
} from '../../shared/lookups/status-page'
import { nameText } from '../../shared/own-name'
import type { Place } from '../../shared/workspaces/place'
import type { Workspace } from '../../shared/workspaces/workspace'
import { elapsed, type Clock } from '../base/clock'
import type { Outside } from '../base/outside'
import type { Act, Confirmer } from '../guard/confirmer'
import type { LoggedCall } from '../http/call-log'
import { retryDelay } from '../http/retry-after'
import { TransportFailure, type Transport, type TransportResponse } from '../http/transport'
import { managed, type Policy } from '../policy/policy'
import type { KeptStatusPage } from '../store/tables/mappings/status-pages'
import { readStatusText } from './status-text'
import type { LookupStore } from './store'

export interface StatusPageParts {
  store: Pick<LookupStore, 'statusPages' | 'putStatusPage' | 'keepStatusRead' | 'removeStatusPage'>
  /** Sends no token or cookie by itself, and follows no redirect. */
  transport: Transport
  policy: Policy
  confirmer: Pick<Confirmer, 'confirm'>
  integrationName: (place: Place, slug: string) => Promise<string>
  workspaces: { list(): readonly Pick<Workspace, 'id' | 'kind' | 'baseUrl' | 'euBaseUrl'>[] }
  outside: Pick<Outside, 'status'>
  clock: Clock
  /** Records a request for the activity. */
  log: (call: LoggedCall) => void
  failed: (what: string) => (error: unknown) => void
  /** Per request, ms. */
  timeoutMs?: number
}

/** As it is kept: with what the next request needs. */
export const keptStatusRead = statusRead.extend({
  /** Not asked before, ms since 1970. */
  nextAt: z.number(),
  etag: nameText.nullable()
})
type KeptRead = z.infer<typeof keptStatusRead>

const largestPage = 1e6
const mostRedirects = 3
const longestRest = 86_400_000

/**
 * Status pages of providers. Each is asked by GET alone, with nothing of a workspace or customer, once the operator or
 * the organization agreed to its address, and at most every five minutes.
 */
export class StatusPages {
  private readonly reading = new Map<string, Promise<StatusPage | null>>()
  private readonly stopping = new AbortController()

  constructor(private readonly parts: StatusPageParts) {}

  /** False while the organization forbids status pages: none is shown or asked. */
  get allowed(): boolean {
    const { policy } = this.parts
    return !policy.isBroken && policy.of('status.enabled')?.value !== false
  }

  /** By integration. If the organization's are locked, there are no others; else the operator's comes first. */
  async list(place: Place): Promise<StatusPage[]> {
    const { policy, store } = this.parts
    if (!this.allowed) return []
    const kept = await store.statusPages({ workspaceId: place.workspaceId })
    const pages = new Map<string, StatusPage>()
    const add = (integration: string, address: string, state: StatusPage['state']) => {
      const row = kept.find((one) => one.integration === integration && one.address === address)
      pages.set(integration, { integration, address, state, read: readOf(row) })
    }
    for (const { integration, address, agreed } of kept) add(integration, address, agreed ? 'agreed' : 'offered')
    if (policy.isLocked('status.pages')) pages.clear()
    for (const { integration, address } of policy.of('status.pages')?.value ?? [])
      if (pages.get(integration)?.state !== 'agreed') add(integration, address, 'managed')
    return [...pages.values()].sort((a, b) => (a.integration < b.integration ? -1 : 1))
  }

  async page(place: Place, integration: string): Promise<StatusPage | null> {
    const set = (await this.list(place)).find((one) => one.integration === integration)
    return set ?? this.offered(place, integration)
  }

  /**
   * Asks the operator, because a script in the window must not choose where the app connects to.
   * @throws AppError invalid-input, managed, cancelled
   */
  async set(place: Place, integration: string, typed: string): Promise<void> {
    const { confirmer, integrationName, policy, store } = this.parts
    policy.refuseChange('status.pages')
    if (!this.allowed) throw managed('Status pages of providers are off. Your organization decided so.')
    const read = readStatusAddress(typed)
    if ('problem' in read) throw new AppError('invalid-input', read.problem, { fields: { address: read.problem } })
    const pages = await store.statusPages({ workspaceId: place.workspaceId })
    const before = pages.findLast((one) => one.integration === integration)
    if (before?.agreed && before.address === read.url) return
    if (!before && pages.length >= statusLimits.pages)
      throw new AppError('invalid-input', `A workspace has at most ${statusLimits.pages} status pages.`)
    const act = agreeing(place, await integrationName(place, integration), read.url)
    await confirmer.confirm(act, this.stopping.signal)
    const row = { integration, address: read.url, agreed: true, content: null }
    await store.putStatusPage({ workspaceId: place.workspaceId, page: row })
  }

  /** @throws AppError managed */
  async remove(place: Place, integration: string): Promise<void> {
    this.parts.policy.refuseChange('status.pages')
    await this.parts.store.removeStatusPage({ workspaceId: place.workspaceId, integration })
  }

  /** The page, asked again if it is time. A failure is in its words. null: the integration has none */
  async read(place: Place, integration: string): Promise<StatusPage | null> {
    const id = JSON.stringify([place.workspaceId, integration])
    const running = this.reading.get(id)
    if (running) return running
    const reading = this.readOnce(place, integration).finally(() => this.reading.delete(id))
    this.reading.set(id, reading)
    return reading
  }

  /** Reads pages of integrations that have open issues, beside what the operator waits for. */
  look(place: Place, integrations: ReadonlySet<string>): void {
    const reads = this.list(place).then((pages) =>
      Promise.all(
        pages.filter((one) => integrations.has(one.integration)).map((one) => this.read(place, one.integration))
      )
    )
    void reads.catch(this.parts.failed('Status pages'))
  }

  /**
   * Opens an incident's page, or with null the status page, in the browser.
   * @throws AppError not-found for a link that the page did not bring, or that leads to another host
   */
  async open(place: Place, integration: string, link: string | null): Promise<void> {
    const page = await this.page(place, integration)
    const { origin } = new URL(page?.address ?? 'http://none.invalid')
    const known = link === null || page?.read?.incidents.some((one) => one.link === link)
    if (!page || page.state === 'offered' || !known || new URL(link ?? origin).origin !== origin)
      throw new AppError('not-found', 'The status page has no such link.')
    await this.parts.outside.status(link ?? origin)
  }

  stop(): void {
    this.stopping.abort()
  }

  /** The practice service has pages for its integrations. */
  private offered({ workspaceId, region }: Place, integration: string): StatusPage | null {
    const { policy, workspaces } = this.parts
    const workspace = workspaces.list().find(({ id }) => id === workspaceId)
    const base = (region === 'eu' ? workspace?.euBaseUrl : null) ?? workspace?.baseUrl
    if (workspace?.kind !== 'practice' || !base || !this.allowed || policy.isLocked('status.pages')) return null
    return { integration, address: base + practiceStatusPath(integration), state: 'offered', read: null }
  }

  private async readOnce(place: Place, integration: string): Promise<StatusPage | null> {
    const { clock, store } = this.parts
    const page = await this.page(place, integration)
    if (!page || page.state === 'offered') return page
    const { workspaceId } = place
    const rows = await store.statusPages({ workspaceId })
    const row = rows.find((one) => one.integration === integration && one.address === page.address)
    const before = keptRead(row)
    if (before && clock.now() < before.nextAt && clock.now() >= before.askedAt) return page
    const read = await this.ask(place, page.address, before)
    const content = JSON.stringify(read)
    const kept = { workspaceId, page: { integration, address: page.address, content } }
    // An address of the organization has no row before it was read.
    if (!row && page.state === 'managed')
      await store.putStatusPage({ workspaceId, page: { ...kept.page, agreed: false } })
    else if (!(await store.keepStatusRead(kept))) return this.page(place, integration)
    return { ...page, read: statusRead.parse(read) }
  }

  private async ask(place: Place, address: string, before: KeptRead | null): Promise<KeptRead> {
    const { clock } = this.parts
    const askedAt = clock.now()
    const last = before ?? { readAt: null, incidents: [], more: 0, etag: null }
    const failed = (problem: string, nextAt: number): KeptRead => ({ ...last, askedAt, nextAt, problem, etag: null })
    const usual = askedAt + statusLimits.every
    try {
      const answer = await this.get(place, address, before?.problem === null ? before.etag : null)
      const asked = retryDelay(answer.headers, clock.now(), 1, 0)
      const rest = asked.source === 'retry-after' ? Math.min(asked.ms, longestRest) : 0
      const nextAt = Math.max(usual, clock.now() + rest)
      if (answer.status === 304 && before) return { ...before, askedAt, readAt: askedAt, nextAt, problem: null }
      if (answer.status !== 200) return failed(statusWords(answer.status), nextAt)
      try {
        const said = readStatusText(answer.body, address)
        return { askedAt, nextAt, readAt: askedAt, ...said, problem: null, etag: etagOf(answer) }
      } catch (thrown) {
        return failed(toAppError(thrown).message, nextAt)
      }
    } catch (thrown) {
      return failed(toAppError(thrown).message, usual)
    }
  }

  /** Redirects on its own host are followed. @throws AppError */
  private async get(place: Place, address: string, etag: string | null): Promise<TransportResponse> {
    const { transport, timeoutMs = 15_000 } = this.parts
    const headers = {
      accept: 'application/json, application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.5',
      ...(etag !== null && { 'if-none-match': etag })
    }
    let url = new URL(address)
    for (let redirects = 0; ; redirects++) {
      const answer = await this.logged(place, url, () =>
        transport({ method: 'GET', url, headers, signal: this.stopping.signal, timeoutMs, maxBytes: largestPage })
      )
      const to = answer.headers['location']
      if (answer.status < 300 || answer.status >= 400 || to === undefined || answer.status === 304) return answer
      const next = URL.canParse(to, url.href) ? new URL(to, url) : null
      if (!next) throw new AppError('bad-response', 'It leads to an address that cannot be read.')
      if (next.origin !== url.origin)
        throw new AppError('bad-response', `It leads to ${next.host}, which you have not agreed to, so it is not asked. If that is its new place, enter it.`) // prettier-ignore
      if (redirects === mostRedirects)
        throw new AppError('bad-response', 'It leads from one address to another without end.')
      url = next
    }
  }

  private async logged(place: Place, url: URL, send: () => Promise<TransportResponse>): Promise<TransportResponse> {
    const { clock, log } = this.parts
    const at = clock.now()
    const tell = (how: Pick<LoggedCall, 'status' | 'error' | 'bytes'>) =>
      log({
        ...{ at, ...place, asker: 'status', subject: `Status page of ${url.host}`, connectorKey: '', partOf: '' },
        ...{ method: 'GET', path: url.pathname, query: '', forwarded: '', requestId: null },
        ...{ mutation: false, unknown: false, probe: false, tries: 1, waitedMs: 0 },
        ...{ limited: Number(how.status === 429), durationMs: elapsed(at, clock), ...how }
      })
    try {
      const answer = await send()
      tell({ status: answer.status, error: null, bytes: answer.body.length })
      return answer
    } catch (thrown) {
      const error = thrown instanceof TransportFailure ? new AppError(thrown.code, thrown.message) : toAppError(thrown)
      tell({ status: null, error: error.code, bytes: 0 })
      throw error
    }
  }
}

function keptRead(row: KeptStatusPage | undefined): KeptRead | null {
  const read = row?.content ? keptStatusRead.safeParse(JSON.parse(row.content)) : null
  return read?.success ? read.data : null
}

function readOf(row: KeptStatusPage | undefined): StatusRead | null {
  const kept = keptRead(row)
  return kept && statusRead.parse(kept)
}

const etagOf = ({ headers }: TransportResponse) => {
  const etag = headers['etag']
  return etag !== undefined && etag.length <= 200 ? etag : null
}

function statusWords(status: number): string {
  if (status === 429) return 'It asks to be read less often (429).'
  if (status === 404 || status === 410) return `Nothing is at this address any more (${status}).`
  if (status === 401 || status === 403) return `It does not let itself be read without signing in (${status}).`
  return `It answered ${status}.`
}

const agreeing = (place: Place, name: string, address: string): Act => ({
  place,
  title: `Read the status page ${new URL(address).host} for ${name}?`,
  verb: 'Allow',
  note: 'From now on it is read while issues of this integration are open or looked at, at most every 5 minutes. Nothing of a workspace or customer is sent. Agree only if you know this address.',
  facts: [
    ['Status page', address],
    ['Integration', name]
  ],
  requests: []
})
