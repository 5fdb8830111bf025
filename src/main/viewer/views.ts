import { AppError } from '../../shared/errors'
import type { BodySummary } from '../../shared/viewer/windows'
import { bufferOf } from '../base/shared-bytes'
import type { JmespathEngine } from '../jmespath/engine'
import type { Piece } from '../secrets/masked'
import type { SharedDigests } from '../secrets/token-digests'
import type { KeptResponse, Responses } from './responses'
import type { AskViewer } from './viewer-thread'
import type { Viewer } from './viewer'

/**
 * Evaluates a JMESPath expression in a thread with limits. It sees no hidden texts: an expression could take a secret
 * apart.
 * @throws AppError invalid-input for a wrong expression; cancelled
 */
export type FilterEngine = (
  response: Pick<KeptResponse, 'body' | 'hidden'>,
  expression: string,
  signal: AbortSignal
) => Promise<Buffer>

/** Throws where the engine returns a problem. */
export function filterWith(engine: Pick<JmespathEngine, 'evaluate'>): FilterEngine {
  return async ({ body, hidden }, expression, signal) => {
    const result = await engine.evaluate(body, expression, signal, hidden)
    if ('json' in result) return bufferOf(result.json)
    const { message } = result.problem
    throw new AppError('invalid-input', message, { fields: { expression: message } })
  }
}

/** Native dialogs; null if the operator cancels. */
export interface BodyDialogs {
  /** @returns the file's path */
  saveFile(suggestedName: string, content: Uint8Array): Promise<string | null>
  /**
   * Asks for a file to send.
   * @returns its path
   */
  openFile(): Promise<string | null>
}

const unknownSecrets = (): never => {
  throw new Error('It is not known what secrets there are.')
}

type Windowed = 'lines' | 'children' | 'table' | 'find' | 'copy'

/** Kept responses for the window; opens them on demand, again after the viewer closed them. */
export class ResponseViews {
  constructor(
    private readonly responses: Responses,
    private readonly ask: AskViewer,
    private readonly dialogs: BodyDialogs,
    private readonly filter: FilterEngine | null = null,
    /** For bodies not searched yet. */
    private readonly secrets: () => SharedDigests = unknownSecrets
  ) {}

  /** Starts the viewer early, for a response on its way. */
  prepare(): void {
    this.ask('has', '').catch(() => undefined)
  }

  /**
   * May return a large body's beginning; `whole` then has the rest.
   * @throws AppError not-found, too-large
   */
  async open(id: string): Promise<BodySummary> {
    await this.opened(id)
    return this.ask('summary', id)
  }

  /** @throws AppError as `open` */
  async whole(id: string): Promise<BodySummary> {
    await this.opened(id)
    return (await this.ask('whole', id)).summary
  }

  /** @throws AppError as `open` */
  async hidden(id: string): Promise<readonly Piece[]> {
    await this.opened(id)
    return (await this.ask('whole', id)).hidden
  }

  /** A beginning's pretty lines equal the whole's; other views wait for the whole. */
  async read<M extends Windowed>(method: M, ...args: Parameters<Viewer[M]>): Promise<Awaited<ReturnType<Viewer[M]>>> {
    const [id, form] = args
    await this.opened(id)
    if (method !== 'lines' || form !== 'pretty') await this.ask('whole', id)
    return this.ask(method, ...args)
  }

  async compare(before: string, after: string): Promise<ReturnType<Viewer['compare']>> {
    await this.whole(before)
    await this.whole(after)
    return this.ask('compare', before, after)
  }

  /** Opens an expression's result as a new response. */
  async filtered(id: string, expression: string, signal: AbortSignal): Promise<{ id: string; summary: BodySummary }> {
    if (!this.filter) throw new AppError('invalid-input', 'This version cannot filter yet.')
    const source = await this.responses.get(id)
    const body = await this.filter(source, expression, signal)
    const derived = { ...source, body, contentType: 'application/json' }
    const filteredId = this.responses.put(derived, `${id}:filtered`)
    return { id: filteredId, summary: await this.open(filteredId) }
  }

  /**
   * Saves byte for byte, also a response the viewer cannot open.
   * @returns the path, or null if the operator cancels
   */
  async save(id: string): Promise<string | null> {
    const { body, suggestedName } = await this.responses.bytes(id)
    if (suggestedName === undefined) throw new Error('This body cannot be saved.')
    return this.dialogs.saveFile(suggestedName, body)
  }

  private async opened(id: string): Promise<void> {
    this.responses.use(id)
    if (await this.ask('has', id)) return
    const { body, contentType, complete, hidden, suggestedName } = await this.responses.bytes(id)
    const facts = { contentType, complete, savable: suggestedName !== undefined }
    if (hidden) await this.ask('open', id, body, { ...facts, hidden })
    else await this.ask('begin', id, body, facts, this.secrets())
  }
}
