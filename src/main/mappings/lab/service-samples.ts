import { placeOf, type Place } from '../../../shared/workspaces/place'
import { AppError } from '../../../shared/errors'
import type { Request } from '../../../shared/ipc'
import { categorySegment } from '../../../shared/connectors/category'
import type { SampleSet, ServicePreview } from '../../../shared/mappings/lab'
import { modelOfPath } from '../../../shared/mappings/tested-on'
import { expressionLength } from '../../../shared/mappings/mapping'
import type { Client } from '../../http/client'
import { pageByPage, paginate } from '../../http/paginate'
import { readJson } from '../../jmespath/json/read'
import { jsonText } from '../../jmespath/json/write'
import { isObject, typeOf } from '../../jmespath/values'
import type { Piece } from '../../secrets/masked'
import type { Masker } from '../../secrets/masker'
import type { TokenFinder } from '../../connectors/token-finder'
import type { Workspaces } from '../../workspaces/workspaces'
import { refused } from '../checks'
import { categoryOf, originOf, type SlugOf } from './origin'
import type { Payloads } from './payloads'
import { holdsObject, type LabSets } from './sets'
import { indexJson, isProblem, type JsonIndex } from '../../../shared/passthrough/json-index'
import { keyOf } from '../../../shared/passthrough/json-lint'
import { childrenOf, kindOf } from '../../viewer/json-values'

// Cuts payloads from the answer as text: parsing would lose the order of keys, 1.0 and integers beyond 2^53.

function rawDataOf(page: string): (string | null)[] {
  const index = indexJson(page)
  if (isProblem(index)) return []
  const items = childOf(index, 0, 'items')
  if (items === undefined) return []
  return [...childrenOf(index, items)].map((item) => {
    const raw = childOf(index, item, 'raw_data')
    return raw === undefined || kindOf(index, raw) === 'null' ? null : textOf(index, raw)
  })
}

/** JSON readers take the last of equal names. */
function childOf(index: JsonIndex, container: number, name: string): number | undefined {
  if (kindOf(index, container) !== 'object') return undefined
  return [...childrenOf(index, container)].findLast((child) => keyOf(index, child) === name)
}

const textOf = (index: JsonIndex, n: number) => index.text.slice(index.start[n], index.end[n])

export interface ServiceSampleParts {
  client: Client
  workspaces: Pick<Workspaces, 'target'>
  finder: Pick<TokenFinder, 'find'>
  sets: LabSets
  masker: Masker
  slugOf: SlugOf
  take(
    place: Place,
    from: Pick<SampleSet, 'source' | 'name' | 'of'> & { notices?: readonly string[] },
    bytes: Uint8Array,
    hidden: readonly Piece[],
    signal: AbortSignal
  ): Promise<SampleSet>
  now: () => number
}

const pageSize = 50
const mostPages = 200
const previewCut = 10_000
const asker = 'mappings' as const

export class ServiceSamples {
  constructor(private readonly parts: ServiceSampleParts) {}

  /** Errors: of `collection`. */
  async takeCollection(of: Request<'mappings:takeCollection'>, signal: AbortSignal): Promise<SampleSet> {
    const { from, payloads } = await this.collection(of, signal)
    return this.parts.sets.put(placeOf(of), from, payloads, of.path)
  }

  /**
   * Fetches until enough records have raw data; keeps none.
   * @throws AppError invalid-input for a collection of another category; bad-response if no record has raw data; the
   * errors of a fetch
   */
  async collection(
    of: Omit<Request<'mappings:takeCollection'>, 'requestId'>,
    signal: AbortSignal
  ): Promise<{ from: Parameters<LabSets['put']>[1]; payloads: Payloads }> {
    const { client, sets, now } = this.parts
    const { key, path, most } = of
    const prefix = `/api/${categorySegment(categoryOf(key))}/v1/`
    if (!path.startsWith(prefix) || !/^[a-z-]+$/.test(path.slice(prefix.length))) {
      throw new AppError('invalid-input', `${path} is no collection of this connector’s category.`, {
        fields: { path: `Choose a collection under ${prefix}` }
      })
    }
    const { target, held } = await this.connector(of, key, signal)
    const fetch = {
      asker,
      path,
      filters: { include_raw_data: true },
      pageSize: Math.min(pageSize, most),
      headers: { 'x-connector-token': held.token },
      scope: held.ref,
      signal,
      ...pageByPage
    }
    const wanted = Math.min(most, sets.limits.records)
    const records: Uint8Array[] = []
    let without = 0
    let bytes = 0
    let ended = true
    for await (const { number, body } of paginate(client, target, fetch)) {
      for (const raw of rawDataOf(this.clean(body))) {
        if (raw === null) without++
        else if (records.length < wanted) {
          const record = Buffer.from(raw)
          records.push(record)
          bytes += record.length
        }
      }
      ended = records.length < wanted && bytes <= sets.limits.setBytes && number < mostPages
      if (!ended) break
    }
    if (records.length === 0) {
      const looked = without === 0 ? 'It is empty.' : `None of the ${without.toLocaleString('en')} records read has it.`
      throw new AppError('bad-response', `${path} brings no raw data for this connector. ${looked}`)
    }
    const notices: string[] = []
    if (without > 0) notices.push(`${without.toLocaleString('en')} records have no raw data and were left out.`)
    if (!ended)
      notices.push(`The first ${records.length.toLocaleString('en')} records with raw data; there may be more.`)
    const name = called(path.slice(prefix.length), of.name)
    const whose = { ...(await originOf(of, key, this.parts.slugOf)), model: modelOfPath(path) }
    const from = { source: 'collection' as const, name, of: whose, readAt: now() }
    return { from, payloads: { records, notices, itemsOf: null } }
  }

  /**
   * The service's payload for writing an expression: a connector's, or an integration's sample.
   * @returns null if there is none yet
   * @throws AppError bad-response, the errors of a call
   */
  async takeRawData(of: Request<'mappings:takeRawData'>, signal: AbortSignal): Promise<SampleSet | null> {
    const { client, take, workspaces } = this.parts
    const { from, model } = of
    const connector = from.kind === 'connector' ? await this.connector(of, from.key, signal) : null
    const target = connector?.target ?? (await workspaces.target(of.workspaceId, of.region))
    const scope =
      from.kind === 'connector'
        ? { connector_token: connector?.held.token ?? '', category: categoryOf(from.key) }
        : { integration_slug: from.slug, category: from.category }
    const call = { asker, method: 'GET', path: '/api/v1/custom-fields/raw-data', failFast: true, signal }
    const { json, body } = await client.send(target, { ...call, query: { ...scope, model } })
    if (json === undefined) throw new AppError('bad-response', 'The answer is empty: it is neither a payload nor null.')
    if (json === null) return null
    const name = called(model ? `raw data, ${model}` : 'raw data', of.name)
    const origin =
      from.kind === 'connector'
        ? await originOf(of, from.key, this.parts.slugOf)
        : { slug: from.slug, category: from.category, key: null }
    const whose = { ...origin, model: model || null }
    const taken = { source: 'raw-data' as const, name, of: whose, notices: [isWhose[from.kind]] }
    return take(of, taken, Buffer.from(this.clean(body)), [], signal)
  }

  /**
   * Saves nothing.
   * @throws AppError invalid-input (`expression`, `sample`), bad-response, the errors of a call
   */
  async preview(of: Request<'mappings:preview'>, signal: AbortSignal): Promise<ServicePreview> {
    const { client } = this.parts
    const { min, max } = expressionLength
    if (of.expression.length < min || of.expression.length > max) {
      throw refused('expression', `Enter ${min} to ${max.toLocaleString('en')} characters.`)
    }
    const record = of.sample && this.whole(of.sample)
    const { target, held } = await this.connector(of, of.key, signal)
    const asked = JSON.stringify({
      connector_token: held.token,
      category: categoryOf(of.key),
      model: of.model,
      json_path: of.expression
    })
    const { body } = await client.send(target, {
      asker,
      method: 'POST',
      path: '/api/v1/custom-fields/preview',
      // Parsing would round integers beyond 2^53.
      body: record === null ? asked : `${asked.slice(0, -1)},"raw_data":${record}}`,
      headers: { 'content-type': 'application/json' },
      failFast: true,
      reads: true,
      signal
    })
    const answer = body.length === 0 ? null : readJson(this.clean(body))
    if (!isObject(answer)) throw new AppError('bad-response', 'The answer is not a preview: it is not an object.')
    // The contract lets `resolved_value` be absent, which means null.
    const value = answer.get('resolved_value') ?? null
    const type = answer.get('resolved_value_type')
    const source = answer.get('raw_data_source')
    return {
      text: jsonText(value).slice(0, previewCut),
      type: typeof type === 'string' ? type : typeOf(value),
      rawDataSource: typeof source === 'string' ? source : ''
    }
  }

  /** @throws AppError invalid-input for anything but a whole object */
  private whole({ setId, index }: { setId: string; index: number }): string {
    const { sets } = this.parts
    const { itemsOf } = sets.get(setId).set
    if (itemsOf !== null) throw refused('sample', 'Items of a list are parts of a payload and are not sent.')
    const record = sets.record(setId, index)
    if (!holdsObject(record)) throw refused('sample', 'The API accepts objects only: this sample is not sent.')
    return Buffer.from(record).toString('utf8')
  }

  private clean(body: Buffer): string {
    return this.parts.masker.mask(body.toString('utf8'))
  }

  private async connector(of: Place, key: string, signal: AbortSignal) {
    const { workspaces, finder } = this.parts
    const target = await workspaces.target(of.workspaceId, of.region)
    const held = await finder.find(placeOf(of), target, key, signal)
    return { target, held }
  }
}

/** The answer does not name its kind. */
const isWhose = {
  connector: 'The latest synced record of the connector, or a standard sample: the API does not say which.',
  integration: 'The standard sample of the integration: its values are of no customer.'
}

const called = (what: string, connector: string) =>
  connector.trim() ? `${what} of ${connector.trim().slice(0, 120)}` : what
