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

/** Reads a body from where it is kept; null where it is there no more. */
export type ReadBody = () => Promise<Buffer | null>

export interface ResponseLimits {
  count: number
  /** Of bodies that are kept nowhere else: with them goes the response. */
  bytes: number
  /** Of bodies that can be read again. The one used last stays, whatever its size. */
  atHand: number
}

/** Without `hidden` where no one has looked yet what is hidden in it. */
export type NewResponse = Omit<KeptResponse, 'id' | 'hidden'> & { hidden?: readonly string[] }

const notLooked = () => Promise.reject(new Error('It is not known what is hidden in this response.'))

/** Without its body where that can be read again. */
interface Held {
  response: Omit<NewResponse, 'body'> & { id: string }
  body: Buffer | null
  read: ReadBody | null
}

/**
 * Responses of this run by id; the renderer gets windows of them only. Memory holds the few bodies that were used last:
 * others are read again from the sealed history when they are asked for.
 */
export class Responses {
  private readonly held = new Map<string, Held>()

  /**
   * @param forgotten called with one that is no longer held, or of another body from now on
   * @param look finds what is hidden in one that is held; without it, none may come without `hidden`
   */
  constructor(
    private readonly forgotten: (id: string) => void = () => undefined,
    private readonly look: (id: string) => Promise<readonly string[]> = notLooked,
    private readonly limits: ResponseLimits = { count: 50, bytes: 100e6, atHand: 32e6 }
  ) {}

  /** @param id a known one, where an earlier response is opened again */
  put({ body, ...rest }: NewResponse, id: string = randomUUID(), read: ReadBody | null = null): string {
    this.drop(id)
    this.held.set(id, { response: { ...rest, id }, body, read })
    this.makeRoom(id)
    return id
  }

  /** Its body is kept elsewhere from now on. */
  keptElsewhere(id: string, read: ReadBody): void {
    const held = this.held.get(id)
    if (held) held.read = read
    this.makeRoom(id)
  }

  /** Notes that a response is in use, without its body. @throws AppError not-found for one that was forgotten */
  use(id: string): void {
    this.held.set(id, this.taken(id))
  }

  /** @throws AppError not-found for one that was forgotten, or whose body is kept no longer */
  async get(id: string): Promise<KeptResponse> {
    const held = await this.bytes(id)
    return { ...held, hidden: held.hidden ?? (await this.look(id)) }
  }

  /** As `get`, without looking what is hidden in it. */
  async bytes(id: string): Promise<NewResponse & { id: string }> {
    this.use(id)
    const held = this.held.get(id)
    const body = held?.body ?? (await held?.read?.())
    // It may have been forgotten while its body was read: then the viewer must not open it again.
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
