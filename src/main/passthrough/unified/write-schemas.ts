import { AppError } from '../../../shared/errors'
import type { WriteSchema, WriteSchemaRequest } from '../../../shared/passthrough/send'
import type { Region } from '../../../shared/workspaces/region'
import { writeOperationAt } from '../../../shared/passthrough/unified/operations'
import { changedTexts } from '../../base/texts'
import { findToken, type TokenSources } from '../../connectors/find-token'
import type { Target } from '../../http/call'
import type { Masker } from '../../secrets/masker'

const text = { type: ['string', 'null'] }
const uuid = { type: ['string', 'null'], format: 'uuid' }
const uuids = { type: ['array', 'null'], items: { type: 'string', format: 'uuid' } }
/** The API may take other values, too. */
const known = (...values: string[]) => ({ ...text, description: `Known: ${values.join(', ')}` })

/** For creates without a meta operation. */
const declaredSchemas: Readonly<Record<string, object>> = {
  '/api/ats/v1/activities': {
    type: 'object',
    required: ['user', 'activity_type', 'body', 'visibility', 'candidate'],
    properties: {
      user: uuid,
      activity_type: known('NOTE', 'EMAIL', 'OTHER'),
      subject: text,
      body: text,
      visibility: known('ADMIN_ONLY', 'PUBLIC', 'PRIVATE'),
      candidate: uuid
    }
  },
  '/api/ats/v1/jobs': {
    type: 'object',
    properties: {
      name: text,
      description: text,
      code: text,
      template_id: text,
      status: known('OPEN', 'CLOSED', 'DRAFT', 'ARCHIVED', 'PENDING', '-'),
      confidential: { type: ['boolean', 'null'] },
      openings: { type: ['integer', 'null'] },
      departments: uuids,
      offices: uuids,
      hiring_managers: uuids,
      recruiters: uuids,
      remote_user_id: uuid,
      job_posting_urls: {
        type: ['array', 'null'],
        items: { type: 'object', required: ['value', 'url_type'], properties: { value: text, url_type: text } }
      }
    }
  }
}

interface SchemaParts extends TokenSources {
  workspaces: { target(id: string, region: Region): Promise<Target> }
  masker: Masker
}

/** These answers mean that there is no schema. The write may still work. */
const without = ['not-offered', 'not-found', 'not-the-service']

/** From the contract, or from meta operations, the newest first. */
export class WriteSchemas {
  constructor(private readonly parts: SchemaParts) {}

  /**
   * @throws AppError invalid-input for a path that creates nothing; the errors of finding the token, and of the call
   */
  async read(request: WriteSchemaRequest, signal: AbortSignal): Promise<WriteSchema> {
    const { client, workspaces, masker } = this.parts
    const operation = writeOperationAt(request.path)
    if (!operation) throw new AppError('invalid-input', 'No unified write exists at this path.')
    const declared = declaredSchemas[operation.path]
    if (declared) return { schema: declared, reason: '' }
    let reason = 'The API has no schema for this operation.'
    if (operation.meta.length === 0) return { schema: null, reason }
    const { connector } = request
    const target = await workspaces.target(request.workspaceId, request.region)
    const { token, ref } = await findToken(this.parts, target, connector, signal)
    masker.add(token)
    for (const path of operation.meta) {
      try {
        const { json } = await client.send(target, {
          ...{ asker: 'passthrough', subject: `${connector.endUser} (${connector.key})`, connectorKey: connector.key },
          ...{ method: 'GET', path, headers: { 'x-connector-token': token }, scope: ref, signal, failFast: true }
        })
        const found = schemaIn(json)
        if (found.schema !== null) return { ...found, schema: changedTexts(found.schema, masker.mask) }
        reason = masker.mask(found.reason)
      } catch (thrown) {
        if (!(thrown instanceof AppError) || !without.includes(thrown.code)) throw thrown
        const { detail } = thrown.info
        reason = typeof detail === 'string' ? detail : 'The API has no schema for this integration.'
      }
    }
    return { schema: null, reason }
  }
}

/** The older form wraps the schema: `{success, data, error}`. */
function schemaIn(json: unknown): { schema: object | null; reason: string } {
  if (!isObject(json)) return { schema: null, reason: 'The API’s response is not a schema.' }
  if (typeof json['success'] !== 'boolean') return { schema: json, reason: '' }
  const { data, error } = json
  if (isObject(data)) return { schema: data, reason: '' }
  const said = isObject(error) && typeof error['message'] === 'string' ? error['message'] : ''
  return { schema: null, reason: said || 'The API has no schema for this integration.' }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
