import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors'

/** A body as it came, and what is needed to show and to name it. */
export interface KeptResponse {
  id: string
  body: Buffer
  contentType: string
  /** Of a saved file. */
  suggestedName: string
  complete: boolean
  /** Secrets that occur in the body: views show `[token]` in their place; a saved file holds them as they came. */
  hidden: readonly string[]
}

export interface ResponseLimits {
  count: number
  bytes: number
}

/** Bodies of this run by id, the least recently used forgotten first. The renderer gets windows of them only. */
export class Responses {
  private readonly kept = new Map<string, KeptResponse>()

  constructor(
    private readonly forgotten: (id: string) => void = () => undefined,
    private readonly limits: ResponseLimits = { count: 50, bytes: 400e6 }
  ) {}

  /** @param id a known one, where an earlier response is opened again */
  put(response: Omit<KeptResponse, 'id'>, id: string = randomUUID()): KeptResponse {
    const kept = { ...response, id }
    this.kept.set(id, kept)
    let bytes = 0
    for (const { body } of this.kept.values()) bytes += body.length
    for (const [oldest, { body }] of this.kept) {
      if (oldest === id || (this.kept.size <= this.limits.count && bytes <= this.limits.bytes)) break
      bytes -= body.length
      this.drop(oldest)
    }
    return kept
  }

  /** @throws AppError not-found for one that was forgotten */
  get(id: string): KeptResponse {
    const kept = this.kept.get(id)
    if (!kept) throw new AppError('not-found', 'This response is no longer in memory. Open it again from the history.')
    this.kept.delete(id)
    this.kept.set(id, kept)
    return kept
  }

  drop(id: string): void {
    if (this.kept.delete(id)) this.forgotten(id)
  }
}
