import { AppError } from '../../../shared/errors'
import type { Folder, LibraryTree, SavedHead, SavedRequest } from '../../../shared/passthrough/library'
import type { PassthroughDraft } from '../../../shared/passthrough/passthrough'
import type { Clock } from '../../base/clock'
import type { SavedRow, SavedRowHead } from '../../store/tables/library/library'
import type { Masker } from '../../secrets/masker'
import { cleanDraft } from './clean-draft'
import { checkFolder, checkName, readName, rooted, within } from './folders'
import { withoutHandle, withoutQuery } from './sent-head'
import type { Shelves, Shelf } from './shelves'

type PlainHead = Pick<SavedHead, 'method' | 'path' | 'region' | 'connector'>

export interface SavedParts {
  shelves: Shelves
  clock: Clock
  masker: Pick<Masker, 'mask' | 'holds'>
  changed: () => void
}

/** Names and paths are in plain text; the rest is encrypted. */
export class SavedLibrary {
  constructor(private readonly parts: SavedParts) {}

  async tree(workspaceId: string): Promise<LibraryTree> {
    const answers = await this.parts.shelves.ask(async ({ store }) => ({
      folders: await store.folders({ workspaceId }),
      requests: await store.savedHeads({ workspaceId })
    }))
    const folders = answers.flatMap(({ value }) => value.folders)
    /** Shows at the top whatever lost its folder (after a kill), is too deep, or is in a cycle that two desks made. */
    const among = (known: ReadonlySet<string>) => (id: string | null) => (id !== null && known.has(id) ? id : null)
    const parentOf = among(rooted(folders))
    const folderOf = among(new Set(folders.map(({ id }) => id)))
    const requests = answers.flatMap(({ value }) => value.requests).map(headOf)
    return {
      folders: folders.map((one) => ({ ...one, parentId: parentOf(one.parentId) })).sort(byName),
      requests: requests.map((one) => ({ ...one, folderId: folderOf(one.folderId) })).sort(byName)
    }
  }

  /** @throws AppError not-found; the errors of a missing key */
  async open(workspaceId: string, id: string): Promise<SavedRequest> {
    const { shelf, row } = await this.find(workspaceId, id)
    const draft = shelf.open(boundTo(workspaceId, id), row.encrypted) as PassthroughDraft
    // The row, not the encrypted part, says where the request belongs.
    return { ...headOf(row), ...plainOf(draft), draft }
  }

  /** @returns what was left out @throws AppError invalid-input */
  async save(
    workspaceId: string,
    of: { id: string; folderId: string | null; name: string; draft: PassthroughDraft }
  ): Promise<{ request: SavedHead; dropped: string[] }> {
    const name = readName(of.name)
    const tree = await this.tree(workspaceId)
    checkFolder(tree, of.folderId, 'folderId')
    checkName(
      tree.requests.filter(({ folderId, id }) => folderId === of.folderId && id !== of.id),
      name
    )
    const { draft, dropped } = cleanDraft({ ...of.draft, workspaceId }, this.parts.masker)
    const [request] = await this.put(workspaceId, [], [{ ...of, name, draft }])
    if (!request) throw new Error('One was put, so one is there.')
    return { request, dropped }
  }

  /** Saves all folders and requests, or none. */
  async put(
    workspaceId: string,
    folders: Folder[],
    requests: { id: string; folderId: string | null; name: string; draft: PassthroughDraft }[]
  ): Promise<SavedHead[]> {
    const { shelves, changed } = this.parts
    const shelf = await shelves.forEncrypted()
    const rows = requests.map((one) => this.rowOf(shelf, workspaceId, one))
    const plain = await shelves.forPlain()
    if (plain !== shelf && folders.length > 0) await plain.store.putSaved({ workspaceId, folders, requests: [] })
    await shelf.store.putSaved({ workspaceId, folders: plain === shelf ? folders : [], requests: rows })
    for (const other of shelves.all()) {
      if (other !== shelf) for (const { id } of rows) await other.store.removeSaved({ workspaceId, id, forGood: false })
    }
    changed()
    return rows.map((row) => headOf({ ...row, stays: null, shared: 0, undeleted: null }))
  }

  rowOf(
    shelf: Shelf,
    workspaceId: string,
    { id, folderId, name, draft }: { id: string; folderId: string | null; name: string; draft: PassthroughDraft }
  ): SavedRow {
    const encrypted = shelf.encrypt(boundTo(workspaceId, id), withoutHandle(draft))
    return { id, folderId, name, at: this.parts.clock.now(), head: JSON.stringify(plainOf(draft)), encrypted }
  }

  async encryptFromMemory(): Promise<void> {
    const from = this.parts.shelves.onlyInMemory()
    if (!from) return
    for (const workspaceId of await from.store.workspaces()) {
      for (const { id, folderId, name } of await from.store.savedHeads({ workspaceId })) {
        const { draft } = await this.open(workspaceId, id)
        await this.put(workspaceId, [], [{ id, folderId, name, draft }])
      }
    }
  }

  /** @throws AppError not-found, invalid-input */
  async move(workspaceId: string, to: { id: string; folderId: string | null; name: string }): Promise<SavedHead> {
    const name = readName(to.name)
    const tree = await this.tree(workspaceId)
    const before = tree.requests.find(({ id }) => id === to.id)
    if (!before) throw gone()
    checkFolder(tree, to.folderId, 'folderId')
    checkName(
      tree.requests.filter(({ folderId, id }) => folderId === to.folderId && id !== to.id),
      name
    )
    await this.parts.shelves.ask(({ store }) => store.moveSaved({ workspaceId, ...to, name }))
    this.parts.changed()
    return { ...before, folderId: to.folderId, name }
  }

  /** Includes anything in the folder. */
  async isShared(workspaceId: string, id: string): Promise<boolean> {
    const tree = await this.tree(workspaceId)
    const ids = new Set<string | null>(within(tree, id))
    return (
      tree.folders.some((one) => one.shared === true && ids.has(one.id)) ||
      tree.requests.some((one) => one.shared === true && (ids.has(one.id) || ids.has(one.folderId)))
    )
  }

  async remove(workspaceId: string, id: string): Promise<void> {
    await this.parts.shelves.ask(({ store }) => store.removeSaved({ workspaceId, id, forGood: true }))
    this.parts.changed()
  }

  /** @throws AppError invalid-input */
  async saveFolder(workspaceId: string, of: Folder): Promise<Folder> {
    const folder = { id: of.id, parentId: of.parentId, name: readName(of.name) }
    const tree = await this.tree(workspaceId)
    checkFolder(tree, folder.parentId, 'parentId', folder.id)
    checkName(
      tree.folders.filter(({ parentId, id }) => parentId === folder.parentId && id !== folder.id),
      folder.name
    )
    const { store } = await this.parts.shelves.forPlain()
    await store.putSaved({ workspaceId, folders: [folder], requests: [] })
    this.parts.changed()
    return folder
  }

  async removeFolder(workspaceId: string, id: string): Promise<{ folders: number; requests: number }> {
    const ids = within(await this.tree(workspaceId), id)
    const answers = await this.parts.shelves.ask(({ store }) => store.removeFolders({ workspaceId, ids }))
    this.parts.changed()
    return { folders: ids.length, requests: answers.reduce((total, { value }) => total + value, 0) }
  }

  private async find(workspaceId: string, id: string): Promise<{ shelf: Shelf; row: SavedRow & SavedRowHead }> {
    for (const { shelf, value } of await this.parts.shelves.ask(({ store }) => store.getSaved({ workspaceId, id }))) {
      if (value) return { shelf, row: value }
    }
    throw gone()
  }
}

const boundTo = (workspaceId: string, id: string) => `saved ${workspaceId} ${id}`
const gone = () => new AppError('not-found', 'This request was removed.')
const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, 'en', { numeric: true })

function plainOf({ method, path, region, connector }: PassthroughDraft): PlainHead {
  const named = connector && {
    key: connector.key,
    endUser: connector.endUser,
    integrationSlug: connector.integrationSlug
  }
  return { method, path: withoutQuery(path), region, connector: named }
}

function headOf({ id, folderId, name, at, head, stays, shared, undeleted }: SavedRowHead): SavedHead {
  const ofTeam = { ...(shared === 1 && { shared: true }), ...(undeleted && { undeleted }), ...(stays && { stays }) }
  return { id, folderId, name, savedAt: at, ...ofTeam, ...(JSON.parse(head) as PlainHead) }
}
