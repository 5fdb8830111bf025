import { randomUUID } from 'node:crypto'
import type { Draft } from '../../shared/door/channels'
import { AppError } from '../../shared/errors'
import { templateProblem } from '../../shared/issues/relink/template'
import { withoutSecrets } from '../../shared/passthrough/secrets'
import type { Input } from './contract'
import { chosenOf, draftOf, keyOf, type Reading } from './reads'

/** More are refused until a person opens or discards some. */
export const mostDrafts = 20

type DraftInput = Input<'draft_request'> | Input<'draft_mapping'> | Input<'draft_letter'>

/** Drafts that wait for a person. They are in memory only, and nothing is done with them here. */
export class Drafts {
  private waiting: Draft[] = []

  constructor(private readonly changed: () => void) {}

  list(): readonly Draft[] {
    return this.waiting
  }

  /** Opened or discarded. */
  remove(id: string): void {
    this.keep(this.waiting.filter((one) => one.id !== id))
  }

  forgetWorkspace(workspaceId: string): void {
    this.keep(this.waiting.filter(({ place }) => place.workspaceId !== workspaceId))
  }

  /** @throws AppError busy while too many wait; not-found; invalid-input */
  async put(
    kind: 'draft_request' | 'draft_mapping' | 'draft_letter',
    of: Reading,
    input: unknown,
    from: { client: string; at: number }
  ): Promise<{ waits: true; said: string }> {
    const what = await makers[kind](of, input as never)
    const { why } = input as DraftInput
    if (this.waiting.length >= mostDrafts)
      throw new AppError('busy', `${mostDrafts} drafts wait in the window already. A person has to look at them first.`)
    this.keep([...this.waiting, { id: randomUUID(), place: of.place, ...from, why, ...what }])
    return { waits: true, said: 'The draft waits in the window. Nothing was sent or saved: a person decides.' }
  }

  private keep(drafts: Draft[]): void {
    if (drafts.length === this.waiting.length) return
    this.waiting = drafts
    this.changed()
  }
}

type What = Pick<Draft, 'what'>

const makers = {
  async draft_request(of: Reading, input: Input<'draft_request'>): Promise<What> {
    const body =
      input.body === undefined ? { kind: 'none' as const } : { kind: 'json' as const, text: textOf(input.body) }
    const connector = input.connector === undefined ? null : await chosenOf(of, input.connector)
    const draft = { ...draftOf(of.place, input), connector, body }
    if (JSON.stringify(withoutSecrets(draft)) !== JSON.stringify(draft))
      throw new AppError('invalid-input', 'A draft has no keys, passwords or tokens: a person enters them.')
    return { what: { kind: 'request', draft } }
  },

  async draft_mapping(of: Reading, input: Input<'draft_mapping'>): Promise<What> {
    const { field, integration, connector, expression } = input
    if ((integration === undefined) === (connector === undefined))
      throw new AppError('invalid-input', 'A mapping is of an integration or of a connector: name one of both.')
    const scope = connector === undefined ? `integration:${integration}` : `connector:${await keyOf(of, connector)}`
    return { what: { kind: 'mapping', fieldId: field, scope, expression } }
  },

  async draft_letter(of: Reading, { connectors, text }: Input<'draft_letter'>): Promise<What> {
    const problem = templateProblem(text)
    if (problem !== null) throw new AppError('invalid-input', problem)
    const keys: string[] = []
    for (const typed of connectors) keys.push(await keyOf(of, typed))
    return { what: { kind: 'letter', keys: [...new Set(keys)], text } }
  }
}

const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body, null, 2))
