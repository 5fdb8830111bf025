import { AppError } from '../../shared/errors'
import type { BodySummary } from '../../shared/model/passthrough-view'
import type { JmespathEngine } from '../jmespath/engine'
import type { KeptResponse, Responses } from './responses'
import type { AskViewer } from './viewer-thread'
import type { Viewer } from './viewer'

/**
 * Evaluates a JMESPath expression over a body; another part of the app brings it (in a thread with limits). It sees
 * none of the body's hidden texts: it could take a secret apart.
 * @throws AppError invalid-input with what is wrong with the expression; cancelled
 */
export type FilterEngine = (
  response: Pick<KeptResponse, 'body' | 'hidden'>,
  expression: string,
  signal: AbortSignal
) => Promise<Uint8Array>

/** The engine as a filter: what is wrong with an expression is an error here. */
export function filterWith(engine: Pick<JmespathEngine, 'evaluate'>): FilterEngine {
  return async ({ body, hidden }, expression, signal) => {
    const result = await engine.evaluate(body, expression, signal, hidden)
    if ('json' in result) return Buffer.from(result.json)
    const { message } = result.problem
    throw new AppError('invalid-input', message, { fields: { expression: message } })
  }
}

/** What native dialogs do; null where the operator changed their mind. */
export interface FileDialogs {
  /** Asks where to and writes there. @returns the file's path */
  saveFile(suggestedName: string, content: Uint8Array): Promise<string | null>
  /** Asks for a file to send. @returns its path */
  openFile(): Promise<string | null>
}

type Windowed = 'lines' | 'children' | 'table' | 'find' | 'copy'

/** Kept responses as the window sees them: opened in the viewer when first asked for, and again where it closed them. */
export class ResponseViews {
  constructor(
    private readonly responses: Responses,
    private readonly ask: AskViewer,
    private readonly dialogs: FileDialogs,
    private readonly filter: FilterEngine | null = null
  ) {}

  /** @throws AppError not-found, too-large */
  async open(id: string): Promise<BodySummary> {
    const { body, contentType, complete, hidden } = await this.responses.get(id)
    return this.ask('open', id, body, { contentType, complete, hidden })
  }

  async read<M extends Windowed>(method: M, ...args: Parameters<Viewer[M]>): Promise<ReturnType<Viewer[M]>> {
    await this.opened(args[0])
    return this.ask(method, ...args)
  }

  async compare(before: string, after: string): Promise<ReturnType<Viewer['compare']>> {
    await this.opened(before)
    await this.opened(after)
    return this.ask('compare', before, after)
  }

  /** Opens the result of an expression on a response, as a response of its own. */
  async filtered(id: string, expression: string, signal: AbortSignal): Promise<{ id: string; summary: BodySummary }> {
    if (!this.filter) throw new AppError('invalid-input', 'This version cannot filter yet.')
    const source = await this.responses.get(id)
    const body = Buffer.from(await this.filter(source, expression, signal))
    const derived = { ...source, body, contentType: 'application/json' }
    const filteredId = this.responses.put(derived, `${id}:filtered`)
    return { id: filteredId, summary: await this.open(filteredId) }
  }

  /** Saves a response byte for byte. @returns the file's path, or null where the operator changed their mind */
  async save(id: string): Promise<string | null> {
    const { body, suggestedName } = await this.responses.get(id)
    return this.dialogs.saveFile(suggestedName, body)
  }

  private async opened(id: string): Promise<void> {
    this.responses.use(id)
    if (!(await this.ask('has', id))) await this.open(id)
  }
}
