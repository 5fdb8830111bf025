import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Response } from '../../shared/ipc'
import { AppError, type ValidationIssue } from '../../shared/errors'
import { namedRecords as namedRecord, type Delivery, type DeliveryFilters } from '../../shared/webhooks/webhook'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import { isSuccess } from '../http/outcome'
import { paginate } from '../http/paginate'
import type { TransportResponse } from '../http/transport'
import type { Query } from '../http/url'
import type { Place } from '../../shared/workspaces/place'
import type { Masker } from '../secrets/masker'
import type { WebhookStore } from './store'
import { OpenRecords } from '../viewer/open-records'
import type { Responses } from '../viewer/responses'
import type { ResponseViews } from '../viewer/views'
import { addressSecrets } from '../base/address'
import { textOfBody } from '../base/body-text'
import { headerSecrets } from '../base/header-secrets'
import { isMissing, paths } from '../http/offered'
import { percentEncoded } from '../../shared/percent-encoded'
import { jsonOf, namedRecords } from './named-records'
import { readDelivery, readWebhook } from './read'

export interface WebhookParts {
  client: Client
  workspaces: { target(workspaceId: string, region: Place['region']): Promise<Target> }
  history: Pick<WebhookStore, 'connectorKeys'>
  masker: Masker
  responses: Pick<Responses, 'put' | 'drop'>
  views: Pick<ResponseViews, 'open'>
  now: () => number
}

const asker = 'webhooks'
/** The largest page_size of each list. */
const largestPage = { webhooks: 100, deliveries: 50 } as const
const mostWebhooks = 10_000
const mostBytes = 4e6
/** A shorter part of an address is hidden only where it stands: it may be any word. */
const leastText = 8

const parameters: Record<keyof DeliveryFilters, string> = {
  webhookId: 'webhook_id',
  connectorId: 'connector_id',
  actions: 'webhook_action',
  responseCodes: 'response_code',
  from: 'created_at_from',
  to: 'created_at_to',
  errorsOnly: 'errors_only'
}

export class Webhooks {
  private readonly opened: OpenRecords

  constructor(private readonly parts: WebhookParts) {
    this.opened = new OpenRecords(parts.responses, parts.views)
  }

  /** @throws AppError the errors of a fetch, except 404 and 405 */
  async list(place: Place, signal: AbortSignal): Promise<Response<'webhooks:list'>> {
    const { mask } = this.parts.masker
    const items = await this.refresh(place, 'webhooks', {}, mostWebhooks, signal)
    const webhooks = (items ?? []).slice(0, mostWebhooks).map((item) => readWebhook(item, mask))
    return { offered: items !== null, webhooks, readAt: this.parts.now() }
  }

  /**
   * Reads that many entries, and one page more to know whether there are more.
   * @throws AppError the errors of a fetch, except 404 and 405; validation with `fields` by filter
   */
  async deliveries(
    place: Place,
    filters: DeliveryFilters,
    most: number,
    signal: AbortSignal
  ): Promise<Response<'webhooks:deliveries'>> {
    const items = await this.refresh(place, 'deliveries', queryOf(filters), most, signal).catch((thrown: unknown) => {
      throw thrown instanceof AppError ? named(thrown) : thrown
    })
    const { mask } = this.parts.masker
    const read = (items ?? []).slice(0, most).map((item) => readDelivery(item, mask))
    const deliveries = await this.withKeys(place, read)
    return { offered: items !== null, deliveries, more: (items?.length ?? 0) > most, readAt: this.parts.now() }
  }

  /**
   * The newest lines, or those of one webhook. @param enough of a page: no further one is asked for
   * @returns null if the service does not offer it; `more`: not the end
   * @throws AppError the errors of a fetch, except 404 and 405
   */
  async newest(
    place: Place,
    { filters = {}, most, enough }: { filters?: DeliveryFilters; most: number; enough(page: Delivery[]): boolean },
    signal: AbortSignal
  ): Promise<{ lines: Delivery[]; more: boolean } | null> {
    const { mask } = this.parts.masker
    const read = (item: unknown) => ({ ...readDelivery(item, mask), connectorKey: null })
    let more = false
    const over = (items: readonly unknown[]) => {
      more = items.length >= most || enough(items.slice(-largestPage.deliveries).map(read))
      return more
    }
    const items = await this.refresh(place, 'deliveries', queryOf(filters), most, signal, over)
    return items && { lines: items.map(read), more }
  }

  /** Opens a delivery's request and response. @returns null if the service does not offer it */
  async open(place: Place, id: string, signal: AbortSignal): Promise<Response<'webhooks:openDelivery'>> {
    const answer = await this.detail(place, id, signal)
    if (answer === null) return null
    const type = answer.headers['content-type'] ?? ''
    // Places are those of UTF-8, whatever the service wrote.
    const text = textOfBody(answer.body, type)?.text ?? answer.body.toString()
    const [inAddresses, inHeaders] = [addressSecrets(text), headerSecrets(text)]
    const repeated = inAddresses.map(({ from, to }) => text.slice(from, to)).filter(({ length }) => length >= leastText)
    const hidden = new Set([...(await this.parts.masker.search(text)), ...repeated])
    const opened = await this.opened.open(`delivery:${randomUUID()}`, {
      body: Buffer.from(text),
      contentType: 'application/json',
      complete: true,
      // The longest first: removing a text inside another would leave the rest of the longer one.
      hidden: [...inAddresses, ...inHeaders, ...[...hidden].sort((one, other) => other.length - one.length)]
    })
    return { ...opened, records: this.parts.masker.clean(z.array(namedRecord), namedRecords(jsonOf(answer.body))) }
  }

  /** The unchanged log entry; null if the service does not offer it. */
  async detail(place: Place, id: string, signal: AbortSignal): Promise<TransportResponse | null> {
    if (id === '') throw new AppError('invalid-input', 'This delivery has no id to ask for it by.')
    const { client, workspaces } = this.parts
    const target = await workspaces.target(place.workspaceId, place.region)
    const address = `${paths.deliveries}/${percentEncoded(id)}`
    const call = { asker, method: 'GET', path: address, signal, maxBytes: mostBytes } as const
    const answer = await client.exchange(target, call).catch((thrown: Error) => {
      throw client.errorOf(thrown).at({ endpoint: `GET ${address}` })
    })
    if (isMissing(answer.status)) return null
    if (!isSuccess(answer.status)) throw client.errorOf(answer).at({ endpoint: `GET ${address}` })
    return answer
  }

  /** @returns null if the service does not offer it; more than `most` entries mean that there are more */
  private async refresh(
    place: Place,
    of: keyof typeof paths,
    filters: Query,
    most: number,
    signal: AbortSignal,
    over?: (items: readonly unknown[]) => boolean
  ) {
    const target = await this.parts.workspaces.target(place.workspaceId, place.region)
    const items: unknown[] = []
    // Asks for the page after a possible last one only when it is needed.
    const holds = () => over !== undefined || items.length + largestPage[of] > most
    const refresh = { asker, path: paths[of], filters, pageSize: largestPage[of], signal, holds } as const
    try {
      for await (const page of paginate(this.parts.client, target, refresh)) {
        for (const item of page.items) items.push(item)
        if (over?.(items) ?? items.length > most) break
      }
    } catch (thrown) {
      if (items.length === 0 && thrown instanceof AppError && isMissing(thrown.info.status)) return null
      throw thrown
    }
    return items
  }

  private async withKeys(place: Place, read: Omit<Delivery, 'connectorKey'>[]): Promise<Delivery[]> {
    const ids = [...new Set(read.flatMap(({ connectorId }) => connectorId ?? []))]
    // Without a history there are no keys, but there are deliveries.
    const known = ids.length > 0 ? await this.parts.history.connectorKeys({ place, ids }).catch(() => []) : []
    const keys = new Map(known)
    return read.map((one) => ({ ...one, connectorKey: keys.get(one.connectorId ?? '') ?? null }))
  }
}

function queryOf(filters: DeliveryFilters): Query {
  const given = (Object.keys(parameters) as (keyof DeliveryFilters)[]).flatMap((name) => {
    const value = filters[name]
    const text = Array.isArray(value) ? value.join(',') : value
    return text === undefined || text === '' || text === false ? [] : [[parameters[name], text] as const]
  })
  return Object.fromEntries(given)
}

/** A 422 with its errors by filter. */
function named(error: AppError): AppError {
  const { detail } = error.info
  if (error.code !== 'validation' || !Array.isArray(detail)) return error
  const said = Object.entries(parameters).flatMap(([name, parameter]) => {
    const about = detail.filter((issue: ValidationIssue) => issue.loc.includes(parameter)).map(({ msg }) => msg)
    return about.length > 0 ? [[name, about.join(' ')]] : []
  })
  return new AppError(error.code, error.message, { ...error.info, fields: Object.fromEntries(said) })
}
