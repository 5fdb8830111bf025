import { AppError } from '../../../shared/errors'
import {
  manySetup,
  type ManyAnswer,
  type ManyHead,
  type ManyRun,
  type ManySetup,
  type ManyShape
} from '../../../shared/passthrough/many'
import type { Clock } from '../../base/clock'
import type { Masker } from '../../secrets/masker'
import type { RunAnswer, RunRow } from '../../store/tables/library/runs'
import type { ManyAnswerKept } from '../history'
import { withoutHandle, withoutQuery } from './sent-head'
import type { Shelf, Shelves } from './shelves'

type Kept = Omit<ManyAnswerKept, 'run'>
/** A run, with the answers that came and are not read yet. */
export type OpenedRun = ManyRun & { unread: ManyAnswer[] }

const answerPlace = (run: string, place: number) => `run ${run} ${place}`
const setupPlace = (run: string) => `run ${run}`

export function encryptedAnswer(shelf: Shelf, { run, answer, shape }: ManyAnswerKept): RunAnswer {
  const { place, id } = answer
  return { run, place, sent: id, content: shelf.encrypt(answerPlace(run, place), { answer, shape } satisfies Kept) }
}

/** Runs of Ask many, encrypted. Bodies of their answers are in the history. */
export class KeptRuns {
  /** Where a run is kept, also if the key comes or goes meanwhile. */
  private readonly shelfOf = new Map<string, Shelf>()

  constructor(private readonly parts: { shelves: Shelves; clock: Clock; masker: Pick<Masker, 'clean'> }) {}

  /** @throws AppError keychain errors of the encryption; storage errors: an unkept run must not begin */
  async begin(id: string, setup: ManySetup): Promise<ManyHead> {
    const { clock } = this.parts
    const shelf = await this.parts.shelves.forEncrypted()
    this.shelfOf.set(id, shelf)
    const kept = this.cleaned(setup)
    const { workspaceId, region, name, draft, asked } = kept
    const head = { region, name, method: draft.method, path: withoutQuery(draft.path), asked: asked.length }
    const row = { id, workspaceId, at: clock.now(), head: JSON.stringify(head) }
    await shelf.store.beginRun({ ...row, setup: shelf.encrypt(setupPlace(id), kept) })
    return { id, workspaceId, ...head, answered: 0, startedAt: row.at, endedAt: null, state: 'running', why: '' }
  }

  async mark({ id, state, why, endedAt }: Pick<ManyHead, 'id' | 'state' | 'why' | 'endedAt'>): Promise<void> {
    await this.parts.shelves.ask(({ store }) => store.markRun({ id, state, why, endedAt }))
  }

  /** The shelf of a run of this session; its sends go there. */
  shelf(id: string | undefined): Shelf | undefined {
    return id === undefined ? undefined : this.shelfOf.get(id)
  }

  /** Newest first. */
  async list(workspaceId: string): Promise<ManyHead[]> {
    const answers = await this.parts.shelves.ask(({ store }) => store.runs({ workspaceId }))
    return answers.flatMap(({ value }) => value.map(headOf)).sort((one, other) => other.startedAt - one.startedAt)
  }

  /** @throws AppError not-found; keychain errors */
  async open(workspaceId: string, id: string): Promise<OpenedRun> {
    const { row, setup, kept } = await this.found(workspaceId, id)
    const answers = (read: boolean) =>
      kept.flatMap(({ answer, shape }) => ((shape !== undefined) === read ? answer : []))
    return { head: headOf(row), setup, answers: answers(true), unread: answers(false), shapes: distinct(kept) }
  }

  /** What was read in an answer that came. @throws AppError not-found; keychain errors */
  async read(workspaceId: string, one: ManyAnswerKept): Promise<void> {
    const shelf = this.shelfOf.get(one.run) ?? (await this.found(workspaceId, one.run)).shelf
    await shelf.store.changeRun({ id: one.run, setup: null, answers: [encryptedAnswer(shelf, one)] })
  }

  /**
   * Keeps other columns, and what they give in the answers that came.
   * @throws AppError not-found; keychain errors
   */
  async change(workspaceId: string, id: string, setup: ManySetup, answers: readonly ManyAnswer[]): Promise<void> {
    const { shelf, kept } = await this.found(workspaceId, id)
    const shapes = new Map(kept.map(({ answer, shape }) => [answer.id, shape]))
    const changed = answers.map((answer) => {
      return encryptedAnswer(shelf, { run: id, answer, shape: shapes.get(answer.id) ?? null })
    })
    await shelf.store.changeRun({ id, setup: shelf.encrypt(setupPlace(id), this.cleaned(setup)), answers: changed })
  }

  async remove(workspaceId: string, id: string): Promise<void> {
    await this.parts.shelves.ask(async ({ store, files }) => files.remove(await store.removeRun({ workspaceId, id })))
  }

  private cleaned(setup: ManySetup): ManySetup {
    const asked = setup.asked.map((one) => ({ ...one, connector: { ...one.connector, tokenRef: null } }))
    return this.parts.masker.clean(manySetup, {
      ...setup,
      draft: withoutHandle({ ...setup.draft, connector: null }),
      asked
    })
  }

  private async found(workspaceId: string, id: string) {
    for (const { shelf, value } of await this.parts.shelves.ask(({ store }) => store.getRun({ workspaceId, id }))) {
      if (!value) continue
      const { setup, answers, ...row } = value
      this.shelfOf.set(id, shelf)
      const kept = answers.map(({ place, content }) => shelf.open(answerPlace(id, place), content) as Kept)
      return { shelf, row, setup: shelf.open(setupPlace(id), setup) as ManySetup, kept }
    }
    throw new AppError('not-found', 'This run was deleted.')
  }
}

function headOf({ id, workspaceId, at, head, state, why, endedAt, answered }: RunRow): ManyHead {
  const said = JSON.parse(head) as Pick<ManyHead, 'region' | 'name' | 'method' | 'path' | 'asked'>
  return { id, workspaceId, ...said, answered, startedAt: at, endedAt, state, why }
}

const distinct = (kept: readonly Kept[]): ManyShape[] => [
  ...new Map(kept.flatMap(({ shape }) => (shape ? [[shape.key, shape] as const] : []))).values()
]
