import { createContext } from 'svelte'
import { z } from 'zod'
import { issueCause } from '../../../shared/issues/diagnosis'
import type { RunbookContent } from '../../../shared/issues/runbook'
import type { Response } from '../../../shared/ipc'
import type { Place } from '../../../shared/workspaces/place'
import type { Client } from '../client.svelte'
import type { Keepable } from '../kit/window-state.svelte'

const draft = z.object({
  /** The runbook that is edited; null: a new one. */
  of: z.string().nullable(),
  id: z.string(),
  workspaceId: z.string(),
  /** When the version was changed that it began with, ms since 1970; null for a new one. */
  before: z.number().nullable(),
  content: z.object({
    ...{ title: z.string(), integration: z.string().nullable(), cause: issueCause.nullable() },
    ...{ matches: z.array(z.string()), steps: z.string(), requests: z.array(z.string()), letter: z.string() }
  })
})
export type RunbookDraft = z.infer<typeof draft>

/** Kept over a restart; longer ones and more only until then, in characters of JSON. */
const keptDrafts = { most: 2, length: 60_000 } as const

type About = Pick<RunbookContent, 'integration' | 'cause'>

type Shown =
  | { kind: 'list'; chosen: string | null }
  /** `id` null: a new one. */
  | { kind: 'edit'; id: string | null; about: About; fromList: boolean }

/** Which dialog of runbooks is open, and what was typed and not saved. Their code loads with the first dialog. */
export class Runbooks implements Keepable {
  #shown = $state.raw<Shown | null>(null)
  #changes = $state(0)
  #news = $state(0)
  /** Latest first. */
  #drafts = $state.raw<readonly RunbookDraft[]>([])
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
    client.on('team:runbooksChanged', () => this.#news++)
  }

  get shown(): Shown | null {
    return this.#shown
  }

  /** Grows with each change made in this window. */
  get changes(): number {
    return this.#changes
  }

  /** Grows with each change of the team. */
  get news(): number {
    return this.#news
  }

  list(chosen: string | null = null): void {
    this.#shown = { kind: 'list', chosen }
  }

  edit(id: string | null, about: About = { integration: null, cause: null }): void {
    this.#shown = { kind: 'edit', id, about, fromList: this.#shown?.kind === 'list' }
  }

  /** Back to where it was opened. @param saved the id of what was saved */
  closeEditor(saved: string | null): void {
    if (this.#shown?.kind !== 'edit') return
    if (this.#shown.fromList) this.list(saved ?? this.#shown.id)
    else this.close()
  }

  close(): void {
    this.#shown = null
  }

  read = (workspaceId: string) => this.#client.call('issues:runbooks', { workspaceId })

  get = (workspaceId: string, id: string) => this.#client.call('issues:runbook', { workspaceId, id })

  /** Those about a connector. @param key `<category>:<id>` */
  of = ({ workspaceId, region }: Place, key: string) =>
    this.#client.call('issues:runbooksFor', { workspaceId, region, key })

  /** @throws AppError invalid-input with fields, leak-refused, team-read-only */
  async save({ workspaceId, id, before, content }: Omit<RunbookDraft, 'of'>): Promise<Response<'issues:saveRunbook'>> {
    const answer = await this.#client.call('issues:saveRunbook', { workspaceId, id, before, content })
    if (answer.saved) this.#changes++
    return answer
  }

  async remove(workspaceId: string, id: string): Promise<void> {
    await this.#client.call('issues:removeRunbook', { workspaceId, id })
    this.#changes++
  }

  /** Main asks first, with the whole address. */
  openLink = (workspaceId: string, id: string, link: string) =>
    this.#client.call('issues:openRunbookLink', { workspaceId, id, link })

  /** By name. */
  savedRequests = async (workspaceId: string) =>
    (await this.#client.call('passthrough:listSaved', { workspaceId })).requests

  /** @param id null: of a new one */
  draftOf(workspaceId: string, id: string | null): RunbookDraft | null {
    return this.#drafts.find((one) => one.workspaceId === workspaceId && one.of === id) ?? null
  }

  keep(draft: RunbookDraft): void {
    this.#drafts = [draft, ...this.#without(draft.workspaceId, draft.of)]
  }

  forget(workspaceId: string, id: string | null): void {
    if (this.draftOf(workspaceId, id)) this.#drafts = this.#without(workspaceId, id)
  }

  get kept(): unknown {
    return this.#drafts.filter((one) => JSON.stringify(one).length <= keptDrafts.length).slice(0, keptDrafts.most)
  }

  restore(kept: unknown): void {
    this.#drafts = z.array(draft).safeParse(kept).data ?? []
  }

  #without(workspaceId: string, id: string | null): RunbookDraft[] {
    return this.#drafts.filter((one) => one.workspaceId !== workspaceId || one.of !== id)
  }
}

export const [useRunbooks, provideRunbooks] = createContext<Runbooks>()
