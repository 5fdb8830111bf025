import { z } from 'zod'
import { AppError, toAppError } from '../../shared/errors'
import type { CustomField, EffectiveField, FieldDetail, MappingOperation } from '../../shared/mappings/mapping'
import { pageSize } from '../../shared/http/page'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import { paginate } from '../http/paginate'
import type { Query } from '../http/url'
import type { ConnectorTokens } from '../secrets/connector-tokens'
import { base, type OfferedOperations } from './operations'
import { withoutInput } from './refusal'
import { readField, readMapping, text, type FoundMapping } from './service-json'

const mostFields = 100_000
const detailAnswer = z.looseObject({ mappings: z.array(z.unknown()).optional() })
const countsAnswer = z.looseObject({ total: z.number(), organization: z.number(), connector: z.number() })
const configurationAnswer = z.looseObject({
  fields: z.array(z.looseObject({ custom_field_id: z.string() }))
})

export interface ReadDetail {
  field: CustomField
  /** null if the answer has none */
  mappings: FoundMapping[] | null
  counts: FieldDetail['counts']
}

/** What the service answered of each field. */
export type FieldReads = Map<string, Promise<ReadDetail | null>>

/** Exactly one of both. */
export type ListedScope = { integration_slug: string } | { connector_token: string }

/** Each method answers null if the service turns out not to offer it, and throws any other error. */
export class MappingReader {
  constructor(
    private readonly client: Client,
    private readonly operations: Pick<OfferedOperations, 'of' | 'heard'>,
    private readonly tokens: ConnectorTokens
  ) {}

  fields(target: Target, signal: AbortSignal): Promise<CustomField[] | null> {
    return this.whereOffered(target, 'listFields', async () => {
      const fields: CustomField[] = []
      const refresh = { asker: 'mappings' as const, path: base, pageSize: pageSize.max, signal, maxItems: mostFields }
      for await (const { items } of paginate(this.client, target, refresh))
        for (const item of items) fields.push(readField(item))
      // A change meanwhile may shift the pages.
      return [...new Map(fields.map((field) => [field.id, field])).values()]
    })
  }

  /** @throws AppError not-found */
  field(target: Target, id: string, signal: AbortSignal): Promise<ReadDetail | null> {
    return this.whereOffered(target, 'readField', async () => {
      const json = await this.get(target, `${base}/${id}`, {}, signal)
      const listed = detailAnswer.safeParse(json)
      const counts = countsAnswer.safeParse((json as { mapping_counts?: unknown } | undefined)?.mapping_counts)
      const mappings = listed.data?.mappings?.map((one) => this.mapping(target, one, id)) ?? null
      return { field: readField(json), mappings, counts: counts.data ?? null }
    })
  }

  mappings(target: Target, scope: ListedScope, signal: AbortSignal): Promise<FoundMapping[] | null> {
    return this.whereOffered(target, 'listMappings', async () => {
      const path = `${base}/mapping`
      const json = await this.get(target, path, scope, signal)
      if (!Array.isArray(json))
        throw new AppError('bad-response', 'The answer is not a list of mappings.', { endpoint: `GET ${path}` })
      return json.map((one) => this.mapping(target, one, ''))
    })
  }

  configuration(
    target: Target,
    of: { connector_token: string; category: string; model: string },
    signal: AbortSignal
  ): Promise<EffectiveField[] | null> {
    return this.whereOffered(target, 'configuration', async () => {
      const path = `${base}/configuration`
      const read = configurationAnswer.safeParse(await this.get(target, path, of, signal))
      if (!read.success)
        throw new AppError('bad-response', 'The answer is not a configuration.', { endpoint: `GET ${path}` })
      return read.data.fields.map((field) => {
        const expression = text(field['json_path'])
        const own = field['source'] === 'connector' ? ('connector' as const) : ('integration' as const)
        return {
          fieldId: field.custom_field_id,
          name: text(field['name']),
          category: text(field['category']),
          model: text(field['model']),
          expression,
          source: expression === null ? null : own,
          mappingId: text(field['mapping_id'])
        }
      })
    })
  }

  /** Names the connector by its key, not by its token. */
  mapping(target: Target, json: unknown, fieldId: string): FoundMapping {
    return readMapping(json, fieldId, (token) => this.tokens.keyOf(target, token))
  }

  private async get(target: Target, path: string, query: Query, signal: AbortSignal): Promise<unknown> {
    const token = typeof query['connector_token'] === 'string' ? query['connector_token'] : null
    const connectorKey = token && this.tokens.keyOf(target, token)
    const about = connectorKey ? { connectorKey } : {}
    const call = { asker: 'mappings' as const, method: 'GET', path, query, signal, failFast: true, ...about }
    try {
      return (await this.client.send(target, call)).json
    } catch (thrown) {
      throw withoutInput(toAppError(thrown))
    }
  }

  private async whereOffered<T>(
    target: Target,
    operation: MappingOperation,
    read: () => Promise<T>
  ): Promise<T | null> {
    if (!(await this.operations.of(target))[operation]) return null
    try {
      return await read()
    } catch (thrown) {
      if (await this.operations.heard(target, operation, toAppError(thrown))) return null
      throw thrown
    }
  }
}
