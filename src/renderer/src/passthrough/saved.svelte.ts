import { SvelteSet } from 'svelte/reactivity'
import type { ExportForm, Folder, LibraryTree, SavedHead, SavedRequest } from '../../../shared/passthrough/library'
import type { PassthroughDraft } from '../../../shared/passthrough/passthrough'
import { unique } from '../kit/unique'
import type { Client } from '../client.svelte'
import { Task } from '../kit/task.svelte'
import { searchable } from '../kit/safe-text'
import { libraryWords } from './words/library'

const words = libraryWords.saved

/** `isShared`: the team has the folder or something in it. */
export interface FolderRow {
  depth: number
  folder: Folder
  requests: number
  isShared: boolean
  open: boolean
}
export type SavedTreeRow = FolderRow | { depth: number; request: SavedHead }

export class SavedTree extends Task {
  #client: Client
  #workspaceId: string
  #tree = $state.raw<LibraryTree | null>(null)
  #asked = 0
  #closed = new SvelteSet<string>()
  #text = $state('')
  #notice = $state.raw<readonly string[]>([])
  #exportedTo = $state<string | null>(null)

  constructor(client: Client, workspaceId: string) {
    super()
    this.#client = client
    this.#workspaceId = workspaceId
  }

  get tree(): LibraryTree | null {
    return this.#tree
  }

  get notice(): readonly string[] {
    return this.#notice
  }

  /** Of the notice of an export. */
  get exportedTo(): string | null {
    return this.#exportedTo
  }

  get text(): string {
    return this.#text
  }

  set text(text: string) {
    this.#text = text
  }

  rows: readonly SavedTreeRow[] = $derived.by(() => {
    const { folders, requests } = this.#tree ?? { folders: [], requests: [] }
    const word = searchable(this.#text.trim())
    const rows: SavedTreeRow[] = []
    const matches = ({ name, path, method }: SavedHead) => searchable(`${name} ${method} ${path}`).includes(word)
    const foldersIn = Map.groupBy(folders, ({ parentId }) => parentId)
    const requestsIn = Map.groupBy(requests, ({ folderId }) => folderId)
    /** @returns totals of the folder tree */
    const add = (parent: string | null, depth: number, isShown: boolean): { requests: number; isShared: boolean } => {
      const here = requestsIn.get(parent) ?? []
      const inside = { requests: here.length, isShared: here.some(({ shared }) => shared === true) }
      for (const folder of foldersIn.get(parent) ?? []) {
        const open = word !== '' || !this.#closed.has(folder.id)
        const row = { depth, folder, requests: 0, isShared: folder.shared === true, open }
        const at = isShown ? rows.push(row) : 0
        const its = add(folder.id, depth + 1, isShown && open)
        row.requests = its.requests
        row.isShared ||= its.isShared
        inside.requests += its.requests
        inside.isShared ||= row.isShared
        if (word !== '' && rows.length === at) rows.pop()
      }
      if (isShown) for (const request of here) if (matches(request)) rows.push({ depth, request })
      return inside
    }
    add(null, 0, true)
    return rows
  })

  nameOf(id: string): string | null {
    return this.#tree?.requests.find((one) => one.id === id)?.name ?? null
  }

  toggle(folderId: string): void {
    if (!this.#closed.delete(folderId)) this.#closed.add(folderId)
  }

  load = () =>
    this.#quietly(async () => {
      const asked = ++this.#asked
      const tree = await this.#client.call('passthrough:listSaved', { workspaceId: this.#workspaceId })
      // A later question makes this answer obsolete.
      if (asked === this.#asked) this.#tree = tree
    })

  open(id: string): Promise<SavedRequest> {
    return this.#client.call('passthrough:openRequest', { workspaceId: this.#workspaceId, id })
  }

  // Dialogs show the errors of these methods.

  /** @returns fields left out because they look like secrets */
  async save(id: string, folderId: string | null, name: string, draft: PassthroughDraft): Promise<readonly string[]> {
    const { dropped } = await this.#client.call('passthrough:saveRequest', {
      workspaceId: this.#workspaceId,
      id,
      folderId,
      name,
      draft
    })
    await this.load()
    return dropped
  }

  async saveFolder(name: string, parentId: string | null, id: string = crypto.randomUUID()): Promise<string> {
    await this.#client.call('passthrough:saveFolder', { workspaceId: this.#workspaceId, id, parentId, name })
    await this.load()
    return id
  }

  async move({ id }: SavedHead, name: string, folderId: string | null): Promise<void> {
    await this.#client.call('passthrough:moveRequest', { workspaceId: this.#workspaceId, id, folderId, name })
    await this.load()
  }

  duplicate = (request: SavedHead) =>
    this.#quietly(async () => {
      const { draft } = await this.open(request.id)
      const isTaken = (name: string) =>
        this.#tree?.requests.some((one) => one.folderId === request.folderId && one.name === name) ?? false
      let number = 1
      while (isTaken(words.copyOf(request.name, number))) number++
      await this.save(crypto.randomUUID(), request.folderId, words.copyOf(request.name, number), draft)
    })

  async remove(id: string): Promise<void> {
    await this.#client.call('passthrough:removeRequest', { workspaceId: this.#workspaceId, id })
    await this.load()
  }

  async removeFolder(id: string): Promise<void> {
    await this.#client.call('passthrough:removeFolder', { workspaceId: this.#workspaceId, id })
    await this.load()
  }

  exportFolder = (folderId: string | null, as: ExportForm = 'own') =>
    this.#quietly(async () => {
      const done = await this.#client.call('passthrough:exportFolder', {
        workspaceId: this.#workspaceId,
        folderId,
        as
      })
      if (!done) return
      this.#notice = [words.exported(done.requests, done.file), ...leftOut(done.dropped)]
      this.#exportedTo = done.file
    })

  importFolder = (folderId: string | null) =>
    this.#quietly(async () => {
      const done = await this.#client.call('passthrough:importFolder', { workspaceId: this.#workspaceId, folderId })
      if (!done) return
      // It forgets what was said before.
      await this.load()
      const renamed = done.renamed.length > 0 ? [words.renamed(done.renamed)] : []
      this.#notice = [
        words.imported(done.requests, done.folders),
        ...renamed,
        ...leftOut(done.dropped),
        ...(done.notes ?? [])
      ]
    })

  async #quietly(act: () => Promise<void>): Promise<void> {
    this.#notice = []
    this.#exportedTo = null
    await this.attempt(act)
  }
}

export function leftOut(dropped: readonly string[]): string[] {
  return dropped.length > 0 ? [words.leftOut(unique(dropped))] : []
}
