import { randomUUID } from 'node:crypto'
import type { AppError } from '../../shared/errors'
import type { MappingOperation, MappingOperations } from '../../shared/mappings/mapping'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import { answerError } from '../http/answer'

export const base = '/api/v1/custom-fields'

/** A request that can change nothing, and how its answer shows that the route exists. */
interface Probe {
  method: string
  path: () => string
  query?: Record<string, number>
  body?: string
}

/** No field or mapping can have this id. */
const unusedId = () => randomUUID()

/**
 * - `POST` with an empty object lacks its required fields: 422. No other POST is at these paths, so a missing
 *   one is a 405 or a 404.
 * - No record has a made-up id: whatever the answer, nothing happens. DELETE is at the same paths by the contract
 *   (spec §7, §8), so a missing GET or PATCH is a 405; a 404 says only that there is no such id.
 * - Lists without their parameters are refused: 422. Where one is missing, the route of a field's id may take its last
 *   segment for an id, and then refuses that: 404, or a 422 that complains of the path.
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
 * Whether a 404 may come from a missing route: one about an id, or a connector, has words of its own, a router's
 * has none. Frameworks say "Not Found" for both, so a known id may be meant too.
 */
export const isRouteless = ({ status, detail }: AppError['info']): boolean =>
  status === 404 && (detail === undefined || detail === 'Not Found')

/** Which optional operations a service offers, asked once and corrected by what it answers later. */
export class OfferedOperations {
  private readonly known = new Map<string, Promise<MappingOperations>>()

  constructor(private readonly client: Client) {}

  /** @throws AppError unauthorized, and whatever keeps the service from answering: then it is asked again next time */
  of(target: Target): Promise<MappingOperations> {
    return this.known.get(nameOf(target)) ?? this.keep(target, this.probeAll(target))
  }

  /** After a call of it failed: where its route is not there (any more), it is not offered from here on. */
  async heard(target: Target, operation: MappingOperation, { info }: AppError): Promise<boolean> {
    if (info.status !== 405 && !(isRouteless(info) && !ofAnId.includes(operation))) return false
    await this.keep(
      target,
      this.of(target).then((known) => ({ ...known, [operation]: false }))
    )
    return true
  }

  /** What failed is not kept. */
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
    // These say nothing about the operation, only about this moment, this token or the connection.
    const elsewhere = (status >= 300 && status < 400) || status === 401 || status === 429 || status > 500
    if (elsewhere) throw this.client.errorOf(answer)
    if (status === 404) return ofAnId.includes(operation)
    const { detail } = answerError(answer).info
    const takenForId = Array.isArray(detail) && detail.length > 0 && detail.every(({ loc }) => loc[0] === 'path')
    return !(status === 422 && takenForId && !ofAnId.includes(operation))
  }
}

const nameOf = ({ workspaceId, region, baseUrl }: Target) => `${workspaceId} ${region} ${baseUrl}`
