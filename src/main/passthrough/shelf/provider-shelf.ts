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
import type { LibraryTree } from '../../../shared/passthrough/library'
import { readChosen } from '../../base/chosen-file'
import type { Clock } from '../../base/clock'
import { Thread, type Remote } from '../../base/thread'
import type { Masker } from '../../secrets/masker'
import type { Responses } from '../../viewer/responses'
import type { KeptFile, KeptHead, ShelfFiles } from './files'
import type { OperationSchema, Reader } from './reader'

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
  masker: Pick<Masker, 'shared'>
  responses: Pick<Responses, 'bytes'>
  dialogs: { openFile(): Promise<string | null> }
  operator(): string
  saved(workspaceId: string): Promise<LibraryTree>
}

/** The operations of each provider's API, from a file that the operator imported. */
export class ProviderShelf {
  private readonly thread: Thread<Reader>

  constructor(private readonly parts: ProviderShelfParts) {
    this.thread = new Thread<Reader>(parts.bundle, {
      heapMb,
      restMs,
      background: true,
      gone: (why) => new AppError('too-large', `This file cannot be read: ${why}`)
    })
  }

  async list(workspaceId: string): Promise<ShelfFile[]> {
    const files = await this.parts.files.list(workspaceId)
    const newer = (of: string) =>
      files.find(({ integration, isNewer }) => isNewer && integration === of)?.kept.head ?? null
    return files
      .filter(({ isNewer }) => !isNewer)
      .map(({ integration, kept }) => ({ integration, current: kept.head, newer: newer(integration) }))
  }

  /**
   * The first file of an integration is current at once; another one waits as the newer file.
   * @param text null: the operator chooses a file
   * @returns null if the operator chose none
   * @throws AppError invalid-input with line, column and reason, too-large; nothing is kept then
   */
  async import(workspaceId: string, integration: string, text: string | null): Promise<ShelfFile | null> {
    const { dialogs, masker, clock, files, operator } = this.parts
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
    const file = (await this.list(workspaceId)).find((one) => one.integration === integration)
    if (!file) throw new Error('One was put, so one is there.')
    return file
  }

  /** Replaces the current file by the newer one, or drops the newer one. Marked reads stay marked. */
  async decide(workspaceId: string, integration: string, isUsed: boolean): Promise<void> {
    const { files } = this.parts
    const newer = await this.kept(workspaceId, integration, true)
    if (!newer) throw gone()
    if (isUsed) {
      const content = await files.content(workspaceId, integration, true)
      if (!content) throw gone()
      const writes = (await this.kept(workspaceId, integration, false))?.writes ?? []
      await files.put(workspaceId, { integration, isNewer: false, kept: { ...newer, writes } }, content)
    }
    await files.remove(workspaceId, integration, true)
  }

  async remove(workspaceId: string, integration: string): Promise<void> {
    for (const isNewer of [true, false]) await this.parts.files.remove(workspaceId, integration, isNewer)
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

  /** What the newer file changes, with the saved requests that ask what it changes or removes. */
  async changes(workspaceId: string, integration: string): Promise<ShelfChanges> {
    const before = await this.opened(workspaceId, integration)
    const after = await this.opened(workspaceId, integration, true)
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
    const found = await this.found(workspaceId, integration, of.method, of.path)
    if (!found) return null
    const { body } = await this.parts.responses.bytes(of.responseId)
    const checked = await this.ask((reader) => reader.check(found.key, found.id, of.status, body))
    const { title, version } = found.kept.head
    return checked && { title, version, ...checked }
  }

  /** The operator says whether an operation changes data, whatever its method. @throws AppError not-found */
  async mark(workspaceId: string, integration: string, id: string, writes: boolean): Promise<void> {
    const kept = await this.kept(workspaceId, integration, false)
    if (!kept) throw gone()
    const others = kept.writes.filter((one) => one !== id)
    const marked = { ...kept, writes: writes ? [...others, id] : others }
    await this.parts.files.put(workspaceId, { integration, isNewer: false, kept: marked }, null)
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

  async stop(): Promise<void> {
    await this.thread.end('The app is closing.')
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
