import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors'
import type { Piece } from '../secrets/masked'

export interface KeptResponse {
  id: string
  body: Buffer
  contentType: string
  /** Of a saved file. Without one, the view offers no save. */
  suggestedName?: string
  complete: boolean
  /** Secrets in the body: views show `[token]`; a saved file keeps them. */
  hidden: readonly Piece[]
}

/** Reads a stored body; null if it is gone. */
export type ReadBody = () => Promise<Buffer | null>

export interface ResponseLimits {
  count: number
  /** Limit for bodies kept only here; the response goes with its body. */
  bytes: number
  /** Limit for bodies that can be read again. The last used body always stays. */
  atHand: number
}

/** Without `hidden` until someone has searched the body. */
export type NewResponse = Omit<KeptResponse, 'id' | 'hidden'> & { hidden?: readonly Piece[] }

const notLooked = () => Promise.reject(new Error('It is not known what is hidden in this response.'))

interface Held {
  response: Omit<NewResponse, 'body'> & { id: string }
  body: Buffer | null
  read: ReadBody | null
}

/**
 * Responses of this run by id; the renderer gets only windows of them. Memory holds the last used bodies; others are
 * read again from the encrypted history.
 */
export class Responses {
  private readonly held = new Map<string, Held>()

  /**
   * @param forgotten called when a response is dropped or gets another body
   * @param look finds hidden texts; without it, `hidden` is required
   */
  constructor(
    private readonly forgotten: (id: string) => void = () => undefined,
    private readonly look: (id: string) => Promise<readonly Piece[]> = notLooked,
    private readonly limits: ResponseLimits = { count: 50, bytes: 100e6, atHand: 32e6 }
  ) {}

  /** @param id of an earlier response that is opened again */
  put({ body, ...rest }: NewResponse, id: string = randomUUID(), read: ReadBody | null = null): string {
    this.drop(id)
    this.held.set(id, { response: { ...rest, id }, body, read })
    this.makeRoom(id)
    return id
  }

  /** From now on the body can be read from elsewhere. */
  keptElsewhere(id: string, read: ReadBody): void {
    const held = this.held.get(id)
    if (held) held.read = read
    this.makeRoom(id)
  }

  /**
   * Marks a response as used.
   * @throws AppError not-found
   */
  use(id: string): void {
    this.held.set(id, this.taken(id))
  }

  /** @throws AppError not-found if the response or its body is gone */
  async get(id: string): Promise<KeptResponse> {
    const held = await this.bytes(id)
    return { ...held, hidden: held.hidden ?? (await this.look(id)) }
  }

  /** As `get`, without the search for secrets. */
  async bytes(id: string): Promise<NewResponse & { id: string }> {
    this.use(id)
    const held = this.held.get(id)
    const body = held?.body ?? (await held?.read?.())
    // The response may be gone after reading: the viewer must not open it again.
    if (!held || !body || !this.held.has(id)) {
      this.drop(id)
      throw new AppError('not-found', 'This response is no longer stored.')
    }
    held.body = body
    this.makeRoom(id)
    return { ...held.response, body }
  }

  drop(id: string): void {
    if (this.held.delete(id)) this.forgotten(id)
  }

  private taken(id: string): Held {
    const held = this.held.get(id)
    if (!held) throw new AppError('not-found', 'This response is no longer in memory. Open it again from the history.')
    this.held.delete(id)
    return held
  }

  private makeRoom(newest: string): void {
    let [bytes, atHand] = [0, 0]
    for (const { body, read } of this.held.values()) {
      if (read) atHand += body?.length ?? 0
      else bytes += body?.length ?? 0
    }
    for (const [id, held] of this.held) {
      if (id === newest) break
      const size = held.body?.length ?? 0
      if (this.held.size > this.limits.count || (!held.read && bytes > this.limits.bytes)) {
        if (!held.read) bytes -= size
        this.drop(id)
      } else if (held.read && atHand > this.limits.atHand) {
        atHand -= size
        held.body = null
      }
    }
  }
}
