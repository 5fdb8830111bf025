import { AppError } from '../../../shared/errors'
import {
  asksOneOf,
  mostFileBytes,
  operationAt,
  type ShelfCheck,
  type OperationHead,
  type ShelfChanges,
  type ShelfFile,
  type ShelfHead,
  type ShelfOperation
} from '../../../shared/passthrough/shelf'
import type { LibraryTree, StaysWhy } from '../../../shared/passthrough/library'
import { mostContent, mostPart, mostShelf, shelfContent, type SharedShelf } from '../../../shared/team/library-change'
import { readChosen } from '../../base/chosen-file'
import type { Clock } from '../../base/clock'
import { Thread, type Remote } from '../../base/thread'
import type { Masker } from '../../secrets/masker'
import type { Responses } from '../../viewer/responses'
import type { KeptFile, KeptHead, ShelfFiles } from './files'
import type { OperationSchema, ReadHead, Reader } from './reader'

/** MB: a YAML file of 60 MB takes some 700. */
const heapMb = 1_536
/** ms until open files are dropped. */
const restMs = 60_000
/** ms per question: a YAML file of 60 MB takes some 10 s on a slow computer. */
const patienceMs = 90_000

export interface ProviderShelfParts {
  files: ShelfFiles
  /** The built `shelf/worker.ts`. */
  bundle: URL
  clock: Clock
  masker: Pick<Masker, 'shared' | 'mask'>
  responses: Pick<Responses, 'bytes'>
  dialogs: { openFile(): Promise<string | null> }
  operator(): string
  saved(workspaceId: string): Promise<LibraryTree>
  /** @throws AppError team-read-only if this desk may only read what the team shares */
  mayChange(): Promise<void>
  /** What the team shares changed here. */
  changed(): void
}

/** The operations of each provider's API, from a file that the operator imported. */
export class ProviderShelf {
  private readonly thread: Thread<Reader>
  private isStopped = false

  constructor(private readonly parts: ProviderShelfParts) {
    this.thread = new Thread<Reader>(parts.bundle, {
      heapMb,
      restMs,
      background: true,
      gone: (why) => new AppError(this.isStopped ? 'cancelled' : 'too-large', `This file cannot be read: ${why}`)
    })
  }

  async list(workspaceId: string): Promise<ShelfFile[]> {
    const files = await this.parts.files.list(workspaceId)
    return files
      .filter(({ isNewer }) => !isNewer)
      .map(({ integration, kept, stays, shared }) => {
        const other = files.find((one) => one.isNewer && one.integration === integration)?.kept
        const [newer, earlier] = other?.isEarlier ? [null, other.head] : [other?.head ?? null, null]
        const { head: current, writes } = kept
        return { integration, current, newer, earlier, shared: shared === 1, stays, marked: writes.length }
      })
  }

  /**
   * The first file of an integration is current at once; another one waits as the newer file.
   * @param text null: the operator chooses a file
   * @returns null if the operator chose none
   * @throws AppError invalid-input with line, column and reason, too-large; nothing is kept then
   */
  async import(workspaceId: string, integration: string, text: string | null): Promise<ShelfFile | null> {
    const { dialogs, masker, clock, files, operator, mayChange, changed } = this.parts
    await mayChange()
    let bytes: Uint8Array
    if (text === null) {
      const path = await dialogs.openFile()
      if (path === null) return null
      bytes = await readChosen(path, mostFileBytes)
    } else bytes = new TextEncoder().encode(text)
    const { head: read, packed } = await this.ask((reader) => reader.read(bytes, masker.shared))
    const head = { ...read, importedAt: clock.now(), by: operator() }
    const isNewer = (await this.kept(workspaceId, integration, false)) !== null
    await files.put(workspaceId, { integration, isNewer, kept: { head, writes: [] } }, packed)
    changed()
    const file = (await this.list(workspaceId)).find((one) => one.integration === integration)
    if (!file) throw new Error('One was put, so one is there.')
    return file
  }

  /** Replaces the current file by the one beside it, or drops that. Marked reads stay marked. */
  async decide(workspaceId: string, integration: string, isUsed: boolean): Promise<void> {
    const { files, mayChange, changed } = this.parts
    const newer = await this.kept(workspaceId, integration, true)
    if (!newer) throw gone()
    if (isUsed) {
      await mayChange()
      const content = await files.content(workspaceId, integration, true)
      if (!content) throw gone()
      const writes = (await this.kept(workspaceId, integration, false))?.writes ?? []
      await files.put(workspaceId, { integration, isNewer: false, kept: { head: newer.head, writes } }, content)
    }
    await files.remove(workspaceId, integration, true)
    changed()
  }

  async remove(workspaceId: string, integration: string): Promise<void> {
    await this.parts.mayChange()
    for (const isNewer of [true, false]) await this.parts.files.remove(workspaceId, integration, isNewer)
    this.parts.changed()
  }

  /** Of the current file. @throws AppError not-found without one */
  async operations(workspaceId: string, integration: string): Promise<OperationHead[]> {
    const { key, kept } = await this.opened(workspaceId, integration)
    const writes = new Set(kept.writes)
    const operations = await this.ask((reader) => reader.operations(key))
    return operations.map((one) => (writes.has(one.id) ? { ...one, writes: true } : one))
  }

  /** @param isNewer of the file that waits @throws AppError not-found */
  async operation(workspaceId: string, integration: string, id: string, isNewer = false): Promise<ShelfOperation> {
    const { key, kept } = await this.opened(workspaceId, integration, isNewer)
    const operation = await this.ask((reader) => reader.operation(key, id))
    if (!operation) throw new AppError('not-found', 'The file has no such operation.')
    return kept.writes.includes(id) ? { ...operation, writes: true } : operation
  }

  /** What the newer of two files changes, with the saved requests that ask what it changes or removes. */
  async changes(workspaceId: string, integration: string): Promise<ShelfChanges> {
    const current = await this.opened(workspaceId, integration)
    const other = await this.opened(workspaceId, integration, true)
    const [before, after] = other.kept.isEarlier ? [other, current] : [current, other]
    const changes = await this.ask((reader) => reader.changes(before.key, after.key))
    const operations = await this.ask((reader) => reader.operations(before.key))
    const touched = new Map<string, { id: string; name: string }[]>()
    for (const { id, name, method, path, connector } of (await this.parts.saved(workspaceId)).requests) {
      if (connector?.integrationSlug !== integration) continue
      const at = operationAt(operations, before.kept.head.base, method, path)
      if (at) touched.set(at.id, [...(touched.get(at.id) ?? []), { id, name }])
    }
    const withTouched = (list: ShelfChanges['changed']) =>
      list.map((one) => ({ ...one, touches: touched.get(one.id) ?? [] }))
    return { ...changes, changed: withTouched(changes.changed), removed: withTouched(changes.removed) }
  }

  /** Whether an answer is as the file says; null if the file says nothing of it. */
  async check(
    workspaceId: string,
    integration: string,
    of: { method: string; path: string; status: number; responseId: string }
  ): Promise<ShelfCheck> {
    const { body } = await this.parts.responses.bytes(of.responseId)
    const checked = await this.checkBody({ workspaceId, integration, ...of }, of.status, body)
    if (!checked?.isJson) return null
    const { isJson: _, ...said } = checked
    return said
  }

  /** As `check`, also of what is no JSON. */
  async checkBody(
    {
      workspaceId,
      integration,
      method,
      path
    }: { workspaceId: string; integration: string; method: string; path: string },
    status: number,
    body: Uint8Array
  ): Promise<(NonNullable<ShelfCheck> & { isJson: boolean }) | null> {
    const found = await this.found(workspaceId, integration, method, path)
    if (!found) return null
    const checked = await this.ask((reader) => reader.check(found.key, found.id, status, body))
    const { title, version } = found.kept.head
    return checked && { title, version, ...checked }
  }

  /** The operator says whether an operation changes data, whatever its method. @throws AppError not-found */
  async mark(workspaceId: string, integration: string, id: string, writes: boolean): Promise<void> {
    await this.parts.mayChange()
    const kept = await this.kept(workspaceId, integration, false)
    if (!kept) throw gone()
    const others = kept.writes.filter((one) => one !== id)
    const marked = { ...kept, writes: writes ? [...others, id] : others }
    await this.parts.files.put(workspaceId, { integration, isNewer: false, kept: marked }, null)
    this.parts.changed()
  }

  /**
   * Answers for many paths whether a request may ask an operation that the operator marked as a change of data. Reads
   * the marks once, and opens no file.
   * @throws AppError while encrypted data cannot be opened: then nobody knows
   */
  writes(workspaceId: string): (integration: string, path: string) => Promise<boolean> {
    const files = this.parts.files.list(workspaceId)
    // Asked with the first path.
    files.catch(() => undefined)
    return async (integration, path) => {
      const file = (await files).find((one) => one.integration === integration && !one.isNewer)
      return file !== undefined && asksOneOf(file.kept.writes, file.kept.head.base, path)
    }
  }

  /** What a request asks, with the schemas of its answers (`checkValue` takes them); null if no file says. */
  async operationFor(
    workspaceId: string,
    integration: string,
    method: string,
    path: string
  ): Promise<OperationSchema | null> {
    const found = await this.found(workspaceId, integration, method, path)
    return found && this.ask((reader) => reader.schema(found.key, found.id))
  }

  /** What the team gets of a file: without tokens that became known since its import. As `SharedLibrary.shelfOf`. */
  async shelfOf(workspaceId: string, id: string): Promise<{ content: SharedShelf; parts: string[] } | StaysWhy | null> {
    const { files } = this.parts
    const file = (await files.list(workspaceId)).find((one) => one.id === id && !one.isNewer)
    const packed = file && (await files.content(workspaceId, file.integration, false))
    if (!file || !packed) return null
    if (packed.length > mostShelf) return 'too-large'
    const { importedAt, by, ...read } = file.kept.head
    const clean = await this.clean(read, packed)
    const text = Buffer.from(clean.packed).toString('base64')
    const parts = Array.from({ length: Math.ceil(text.length / mostPart) }, (_, at) =>
      text.slice(at * mostPart, (at + 1) * mostPart)
    )
    const head = { ...clean.head, importedAt, by }
    const content = shelfContent.safeParse({
      integration: file.integration,
      head,
      writes: file.kept.writes,
      parts: parts.length
    })
    return content.success && JSON.stringify(content.data).length <= mostContent
      ? { content: content.data, parts }
      : 'too-large'
  }

  /** The file that it replaces stays beside it until the operator has seen the changes. As `SharedLibrary.takeShelf`. */
  async takeShelf(
    { workspaceId, id, change }: { workspaceId: string; id: string; change: string },
    { integration, head: { importedAt, by, ...read }, writes }: SharedShelf,
    parts: readonly string[]
  ): Promise<boolean> {
    const { files, masker } = this.parts
    if (!(await files.canKeep())) return false
    const received = new Uint8Array(Buffer.from(parts.join(''), 'base64'))
    const { head, packed } = await this.clean(read, received).catch((thrown: unknown) => {
      const isTooLarge = thrown instanceof AppError && thrown.code === 'too-large'
      throw isTooLarge ? new AppError('invalid-input', thrown.message) : thrown
    })
    const before = await this.kept(workspaceId, integration, false)
    const isOther = before !== null && before.head.importedAt !== importedAt
    const earlier =
      isOther && !(await this.waiting(workspaceId, integration))
        ? await files.content(workspaceId, integration, false)
        : null
    if (before && earlier) {
      const kept = { ...before, isEarlier: true as const }
      await files.put(workspaceId, { integration, isNewer: true, kept }, earlier)
    }
    const kept = { head: { ...head, importedAt, by: masker.mask(by) }, writes }
    const isTaken = await files.put(workspaceId, { integration, isNewer: false, kept }, packed, { id, change })
    if (!isTaken && earlier && !(await this.waiting(workspaceId, integration)))
      await files.remove(workspaceId, integration, true)
    return true
  }

  async stop(): Promise<void> {
    this.isStopped = true
    await this.thread.end('The app is closing.')
  }

  /** Asks twice, because another question may have ended the thread. @throws AppError invalid-input, too-large */
  private async clean(head: ReadHead, packed: Uint8Array): ReturnType<Remote<Reader>['clean']> {
    const ask = () => this.ask((reader) => reader.clean(head, packed, this.parts.masker.shared))
    return ask().catch((thrown: unknown) => {
      if (thrown instanceof AppError && thrown.code === 'too-large') return ask()
      throw thrown
    })
  }

  /** Whether the operator has a newer file that waits. */
  private async waiting(workspaceId: string, integration: string): Promise<boolean> {
    const other = await this.kept(workspaceId, integration, true)
    return other !== null && !other.isEarlier
  }

  private async found(workspaceId: string, integration: string, method: string, path: string) {
    if (!(await this.kept(workspaceId, integration, false))) return null
    const { key, kept } = await this.opened(workspaceId, integration)
    const id = await this.ask((reader) => reader.find(key, kept.head.base, method, path))
    return id === null ? null : { key, kept, id }
  }

  private async kept(workspaceId: string, integration: string, isNewer: boolean): Promise<KeptHead | null> {
    const is = (one: KeptFile) => one.integration === integration && one.isNewer === isNewer
    return (await this.parts.files.list(workspaceId)).find(is)?.kept ?? null
  }

  /** Opens a file in the thread, if it is not. */
  private async opened(
    workspaceId: string,
    integration: string,
    isNewer = false
  ): Promise<{ key: string; kept: KeptHead }> {
    const kept = await this.kept(workspaceId, integration, isNewer)
    if (!kept) throw gone()
    const key = keyOf(workspaceId, integration, kept.head)
    if (!this.thread.running || !(await this.ask((reader) => reader.has(key)))) {
      const content = await this.parts.files.content(workspaceId, integration, isNewer)
      if (!content) throw gone()
      await this.ask((reader) => reader.open(key, content))
    }
    return { key, kept }
  }

  private async ask<T>(question: (reader: Remote<Reader>) => Promise<T>): Promise<T> {
    const timer = setTimeout(() => void this.thread.end('It took too long.'), patienceMs)
    try {
      return await question(this.thread.remote)
    } finally {
      clearTimeout(timer)
    }
  }
}

const keyOf = (workspaceId: string, integration: string, { importedAt }: ShelfHead) =>
  `${workspaceId} ${integration} ${importedAt}`
const gone = () => new AppError('not-found', 'This file is no longer on the shelf.')
