import { createHash } from 'node:crypto'
import { z } from 'zod'
import { idempotency } from '../../../shared/passthrough/idempotency'
import { nameText } from '../../../shared/own-name'
import { isRead, passthroughDraft } from '../../../shared/passthrough/passthrough'
import { passthroughResult, type PassthroughResult } from '../../../shared/passthrough/result'
import type { Clock } from '../../base/clock'
import type { Masker } from '../../secrets/masker'
import type { EncryptedPart, SentThrough } from '../../store/tables/library/sent'
import type { FoundSend, HistoryEntry, HistoryHead, ManyAnswerKept, PassthroughHistory } from '../history'
import { encryptedAnswer, type KeptRuns } from './runs'
import type { Shelves, Shelf } from './shelves'
import { headOf, plainSearch, shownError, withoutHandle, withoutQuery, wordsOf } from './sent-head'

/** `memoryBytes` limits sends in memory. */
const retention = { days: 30, memoryBytes: 64e6 } as const
const day = 86_400_000
/** Prunes after this many new bytes. */
const pruneEvery = 2e6

export interface SentParts {
  shelves: Shelves
  runs: Pick<KeptRuns, 'shelf'>
  clock: Clock
  masker: Pick<Masker, 'clean'>
  dropResponse: (responseId: string) => void
  room: () => number
  ended: (of: { workspaceId: string; id: string }) => void
  /** The days to keep sends; undefined: 30. */
  keepDays?: number | undefined
}

type KeptRequest = Pick<HistoryEntry, 'draft' | 'envelope' | 'idempotency'> & {
  /** SHA-256 of the sent envelope, if the same bytes may leave again. */
  digest?: string
}

interface Running {
  shelf: Shelf
  workspaceId: string
  head: HistoryHead['draft']
}

interface KeptResult {
  result: PassthroughResult
}

/** Marks the free texts. The envelope's JSON has no fixed shape. */
const keptRequest = z.object({
  draft: passthroughDraft,
  envelope: z.string(),
  idempotency: idempotency.optional(),
  digest: nameText.optional()
})
const keptResult = z.object({ result: passthroughResult })

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** `through`: only sends through these connectors. `before`: ms since 1970. */
interface HistoryQuery {
  workspaceId: string
  text?: string | undefined
  through?: SentThrough | undefined
  before?: number | undefined
  limit: number
}

class ShownBodies {
  private readonly shown = new Map<string, { workspaceId: string; responseIds: Set<string> }>()

  constructor(private readonly forget: (responseId: string) => void) {}

  add(workspaceId: string, sendId: string, responseId: string): void {
    const { responseIds } = this.shown.get(sendId) ?? { responseIds: new Set() }
    this.shown.set(sendId, { workspaceId, responseIds: responseIds.add(responseId) })
  }

  drop(workspaceId: string, sendId: string): void {
    const shown = this.shown.get(sendId)
    if (shown?.workspaceId !== workspaceId) return
    this.shown.delete(sendId)
    // A body's filter results go with it.
    for (const id of shown.responseIds) for (const one of [id, `${id}:filtered`]) this.forget(one)
  }

  dropAll(workspaceId: string): void {
    for (const sendId of [...this.shown.keys()]) this.drop(workspaceId, sendId)
  }
}

export class SentHistory implements PassthroughHistory {
  private readonly running = new Map<string, Running>()
  private readonly shown: ShownBodies
  private unpruned = 0

  constructor(private readonly parts: SentParts) {
    this.shown = new ShownBodies(parts.dropResponse)
  }

  async append(entry: HistoryEntry): Promise<void> {
    const shelf = this.parts.runs.shelf(entry.run) ?? (await this.parts.shelves.forEncrypted())
    try {
      await this.begin(shelf, entry)
    } catch (thrown) {
      // A failing disk must not stop the operator: this run keeps the send in memory.
      const memory = await this.parts.shelves.memory()
      if (shelf === memory) throw thrown
      await this.begin(memory, entry)
      this.parts.shelves.refused(thrown)
    }
  }

  private async begin(shelf: Shelf, { id, draft, countsAs, envelope, idempotency, run }: HistoryEntry): Promise<void> {
    const kept: KeptRequest = this.parts.masker.clean(keptRequest, {
      ...{ draft: withoutHandle(draft), envelope },
      ...(idempotency && { idempotency, digest: digestOf(envelope) })
    })
    const parts = [await shelf.part(id, 'request', Buffer.from(JSON.stringify(kept)))]
    const { workspaceId, region, connector, method } = kept.draft
    const head: HistoryHead['draft'] = { workspaceId, region, connector, method, path: withoutQuery(kept.draft.path) }
    const words = wordsOf(head)
    const at = this.parts.clock.now()
    const row = {
      id,
      workspaceId,
      at,
      isRead: isRead(countsAs),
      head: JSON.stringify(head),
      words,
      parts,
      ...(run !== undefined && { run })
    }
    await this.kept(shelf, parts, async () => {
      await shelf.store.beginSent(row)
      return true
    })
    this.running.set(id, { shelf, workspaceId, head })
  }

  async complete(
    id: string,
    result: PassthroughResult,
    body: Buffer | null,
    answer?: ManyAnswerKept,
    more = false
  ): Promise<boolean> {
    const begun = this.running.get(id)
    if (!more) this.running.delete(id)
    if (!begun) return false
    try {
      return await this.end(begun, id, result, body, answer)
    } finally {
      if (!more) this.parts.ended({ workspaceId: begun.workspaceId, id })
    }
  }

  private async end(
    { shelf, workspaceId, head }: Running,
    id: string,
    result: PassthroughResult,
    body: Buffer | null,
    answer: ManyAnswerKept | undefined
  ): Promise<boolean> {
    if (result.responseId !== null) this.showing(workspaceId, id, result.responseId)
    const kept: KeptResult = this.parts.masker.clean(keptResult, { result: { ...result, responseId: null } })
    const parts = [await shelf.part(id, 'result', Buffer.from(JSON.stringify(kept)))]
    const { path, providerError: error } = kept.result
    const providerError = error && shownError(error)
    const row = {
      id,
      outcome: result.outcome,
      status: result.status,
      bytes: result.bytes,
      head: JSON.stringify({ ...head, ...(providerError && { providerError }) }),
      words: ` ${plainSearch(`${withoutQuery(path)} ${providerError?.status ?? ''} ${providerError?.code ?? ''}`)}`,
      answer: answer ? encryptedAnswer(shelf, answer) : null
    }
    let withBody = parts
    try {
      if (body) withBody = [...parts, await shelf.part(id, 'body', body)]
    } catch (thrown) {
      // No room for the body: saves at least the outcome.
      await this.kept(shelf, parts, () => shelf.store.endSent({ ...row, parts }))
      throw thrown
    }
    const there = await this.kept(shelf, withBody, () => shelf.store.endSent({ ...row, parts: withBody }))
    this.unpruned += withBody.reduce((total, { bytes }) => total + bytes, 0)
    if (this.unpruned > pruneEvery) await this.pruneNow()
    return there
  }

  /** Newest first. `text` searches method, path, customer, integration, origin ID and status. */
  async list(query: HistoryQuery): Promise<HistoryHead[]> {
    const { workspaceId, text = '', through = null, before = Number.MAX_SAFE_INTEGER, limit } = query
    const words = plainSearch(text).split(' ').filter(Boolean).slice(0, 20)
    const asked = { workspaceId, words, through, before, limit }
    const answers = await this.parts.shelves.ask(({ store }) => store.listSent(asked))
    const rows = answers.flatMap(({ value }) => value).sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
    const last = rows[limit - 1]?.at ?? -Infinity
    // Includes every send of the last ms, so that the next list can begin before it.
    return rows.filter(({ at }, index) => index < limit || at === last).map(headOf)
  }

  async get(id: string): Promise<Pick<HistoryEntry, 'id' | 'draft' | 'envelope' | 'result' | 'body'> | null> {
    const found = await this.find(id)
    if (!found) return null
    const { draft, envelope, result } = found
    return { id, draft, envelope, result, body: await this.body(id) }
  }

  async find(id: string): Promise<FoundSend | null> {
    for (const { shelf, value } of await this.parts.shelves.ask(({ store }) => store.getSent({ id }))) {
      if (!value?.request) continue
      const request = (await decrypted(shelf, id, value.request)) as KeptRequest | null
      if (!request) continue
      const kept = value.result ? ((await decrypted(shelf, id, value.result)) as KeptResult | null) : null
      const { workspaceId, hasBody } = value
      const { digest, ...asked } = request
      const isExact = digest === undefined || digest === digestOf(request.envelope)
      return { workspaceId, head: headOf(value), ...asked, result: kept?.result ?? null, hasBody, isExact }
    }
    return null
  }

  async body(id: string): Promise<Buffer | null> {
    for (const { shelf, value } of await this.parts.shelves.ask(({ store }) => store.sentPart({ id, part: 'body' }))) {
      const body = value && (await shelf.content(id, value))
      if (body) return body
    }
    return null
  }

  async room(): Promise<{ used: number; room: number }> {
    const answers = await this.parts.shelves.ask(({ store }) => store.sentStored())
    return { used: answers.reduce((total, { value }) => total + value, 0), room: this.parts.room() }
  }

  /** Deletes sends older than ms since 1970, and the oldest bodies over the limit. @returns how many sends */
  async prune(limits: { olderThan: number; bytes: number }): Promise<number> {
    const { shelves } = this.parts
    const answers = await shelves.ask(async ({ store, files }) => {
      const inMemory = store !== shelves.kept.store
      const bytes = inMemory ? Math.min(limits.bytes, retention.memoryBytes) : limits.bytes
      const pruned = await store.pruneSent({ ...limits, bytes })
      await files.remove(pruned.files)
      return pruned.removed
    })
    this.unpruned = 0
    return answers.reduce((total, { value }) => total + value, 0)
  }

  pruneNow(): Promise<number> {
    const { clock, keepDays = retention.days } = this.parts
    return this.prune({ olderThan: clock.now() - keepDays * day, bytes: this.parts.room() })
  }

  showing(workspaceId: string, id: string, responseId: string): void {
    this.shown.add(workspaceId, id, responseId)
  }

  /** A running send continues, and leaves nothing behind when it ends. */
  async forgetEntry(workspaceId: string, id: string): Promise<void> {
    this.shown.drop(workspaceId, id)
    await this.parts.shelves.ask(async ({ store, files }) => files.remove(await store.removeSent({ workspaceId, id })))
  }

  /** Removes rows, files and memory. @returns how many it removed */
  async forgetAll(workspaceId: string): Promise<number> {
    this.shown.dropAll(workspaceId)
    const answers = await this.parts.shelves.ask(async ({ store, files }) => {
      const forgotten = await store.forgetSent({ workspaceId })
      await files.remove(forgotten.files)
      return forgotten.removed
    })
    return answers.reduce((total, { value }) => total + value, 0)
  }

  private async kept(shelf: Shelf, parts: readonly EncryptedPart[], keep: () => Promise<boolean>): Promise<boolean> {
    try {
      const there = await keep()
      if (!there) await shelf.drop(parts)
      return there
    } catch (thrown) {
      await shelf.drop(parts)
      throw thrown
    }
  }
}

async function decrypted(shelf: Shelf, id: string, part: EncryptedPart): Promise<unknown> {
  const content = await shelf.content(id, part)
  return content && JSON.parse(content.toString())
}
