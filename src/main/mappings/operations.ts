import { randomUUID } from 'node:crypto'
import type { AppError } from '../../shared/errors'
import type { MappingOperation, MappingOperations } from '../../shared/mappings/mapping'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import { answerError } from '../http/answer'

export const base = '/api/v1/custom-fields'

/** A request that changes nothing and shows whether the route exists. */
interface Probe {
  method: string
  path: () => string
  query?: Record<string, number>
  body?: string
}

const unusedId = () => randomUUID()

/**
 * - `POST` with an empty object lacks required fields: 422. A missing route answers 405 or 404.
 * - No record has a made-up id, so nothing happens. DELETE is at the same paths, so a missing GET or PATCH answers 405;
 * a 404 says only that the id is unknown.
 * - Lists refuse missing parameters: 422. Without the list, the route of a field's id may take the last segment for an
 * id: 404, or a 422 about the path.
 */
const probes: Record<MappingOperation, Probe> = {
  listFields: { method: 'GET', path: () => base, query: { page_size: 1 } },
  createField: { method: 'POST', path: () => base, body: '{}' },
  readField: { method: 'GET', path: () => `${base}/${unusedId()}` },
  changeField: { method: 'PATCH', path: () => `${base}/${unusedId()}`, body: '{}' },
  listMappings: { method: 'GET', path: () => `${base}/mapping` },
  changeMapping: { method: 'PATCH', path: () => `${base}/mapping/${unusedId()}`, body: '{}' },
  configuration: { method: 'GET', path: () => `${base}/configuration` },
  rawData: { method: 'GET', path: () => `${base}/raw-data` },
  preview: { method: 'POST', path: () => `${base}/preview`, body: '{}' }
}
const ofAnId: readonly MappingOperation[] = ['readField', 'changeField', 'changeMapping']

/**
 * Whether a 404 may mean a missing route. A 404 about an id or a connector has its own text. Frameworks say "Not Found"
 * for both, so a known id is possible, too.
 */
export const isRouteless = ({ status, detail }: AppError['info']): boolean =>
  status === 404 && (detail === undefined || detail === 'Not Found')

/** Whether the answer to an operation says that the service has no route for it. */
export const isMissing = (operation: MappingOperation, { info }: AppError): boolean =>
  info.status === 405 || (isRouteless(info) && !ofAnId.includes(operation))

/** For who finds out by the answers: asking first sends requests that would change something if they were not empty. */
export const offeredAll = Object.fromEntries(Object.keys(probes).map((name) => [name, true])) as MappingOperations

/** Optional operations, asked once and corrected by later answers. */
export class OfferedOperations {
  private readonly known = new Map<string, Promise<MappingOperations>>()

  constructor(private readonly client: Client) {}

  /** @throws AppError unauthorized, or why the service did not answer: the next call asks again */
  of(target: Target): Promise<MappingOperations> {
    return this.known.get(nameOf(target)) ?? this.keep(target, this.probeAll(target))
  }

  /** After a failed call: stops offering an operation without a route. */
  async heard(target: Target, operation: MappingOperation, error: AppError): Promise<boolean> {
    if (!isMissing(operation, error)) return false
    await this.keep(
      target,
      this.of(target).then((known) => ({ ...known, [operation]: false }))
    )
    return true
  }

  private keep(target: Target, asked: Promise<MappingOperations>): Promise<MappingOperations> {
    const name = nameOf(target)
    this.known.set(name, asked)
    asked.catch(() => {
      if (this.known.get(name) === asked) this.known.delete(name)
    })
    return asked
  }

  private async probeAll(target: Target): Promise<MappingOperations> {
    const names = Object.keys(probes) as MappingOperation[]
    const offered = await Promise.all(names.map((name) => this.offers(target, name)))
    return Object.fromEntries(names.map((name, at) => [name, offered[at]])) as MappingOperations
  }

  private async offers(target: Target, operation: MappingOperation): Promise<boolean> {
    const { method, path, query, body } = probes[operation]
    const answer = await this.client
      .exchange(target, {
        asker: 'mappings',
        subject: 'Ask whether this is offered',
        probe: true,
        method,
        path: path(),
        signal: new AbortController().signal,
        failFast: true,
        ...(query && { query }),
        ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } })
      })
      .catch((thrown: unknown) => {
        throw this.client.errorOf(thrown as Error)
      })
    const { status } = answer
    if (status === 405 || status === 501) return false
    // These statuses do not concern the operation.
    const elsewhere = (status >= 300 && status < 400) || status === 401 || status === 429 || status > 500
    if (elsewhere) throw this.client.errorOf(answer)
    if (status === 404) return ofAnId.includes(operation)
    const { detail } = answerError(answer).info
    const takenForId = Array.isArray(detail) && detail.length > 0 && detail.every(({ loc }) => loc[0] === 'path')
    return !(status === 422 && takenForId && !ofAnId.includes(operation))
  }
}

const nameOf = ({ workspaceId, region, baseUrl }: Target) => `${workspaceId} ${region} ${baseUrl}`
