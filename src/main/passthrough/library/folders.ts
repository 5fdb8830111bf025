import { AppError } from '../../../shared/errors'
import { deepestFolder, longestName, type Folder, type LibraryTree } from '../../../shared/model/library'
import { cleanText } from '../../base/plain-text'

const refused = (field: string, message: string) =>
  new AppError('invalid-input', message, { fields: { [field]: message } })

/** A name as typed: on one line, nothing hidden in it. @throws AppError invalid-input */
export function readName(typed: string): string {
  const name = cleanText(typed)
  if (name === '') throw refused('name', 'Enter a name.')
  if (name.length > longestName) throw refused('name', `Keep the name to ${longestName} characters.`)
  return name
}

const folded = (name: string) => name.normalize('NFC').toLowerCase()

/** @param siblings without the one that is named @throws AppError invalid-input */
export function checkName(siblings: readonly { name: string }[], name: string): void {
  if (siblings.some((other) => folded(other.name) === folded(name))) throw refused('name', 'This name is taken here.')
}

/** A name that is free here: `Name`, else `Name (2)`, … */
export function freeName(taken: Iterable<string>, name: string): string {
  const there = new Set(Array.from(taken, folded))
  let free = name
  for (let n = 2; there.has(folded(free)); n++) {
    const ending = ` (${n})`
    free = name.slice(0, longestName - ending.length) + ending
  }
  return free
}

/** A folder and all folders in it. */
export function within({ folders }: Pick<LibraryTree, 'folders'>, id: string): string[] {
  const ids = new Set([id])
  // Grows until nothing is added: a folder may come before the one it is in.
  for (let before = 0; before < ids.size;) {
    before = ids.size
    for (const { id: child, parentId } of folders) if (parentId !== null && ids.has(parentId)) ids.add(child)
  }
  return [...ids]
}

/**
 * Whether something may be in a folder.
 * @param moved a folder that is put there, with all that is in it
 * @throws AppError invalid-input: no such folder, into itself, too deep
 */
export function checkFolder(tree: LibraryTree, folderId: string | null, field: string, moved?: string): void {
  const byId = new Map(tree.folders.map((folder) => [folder.id, folder]))
  if (folderId !== null && !byId.has(folderId)) throw refused(field, 'This folder was removed.')
  if (moved === undefined) return
  const inside = within(tree, moved)
  if (folderId !== null && inside.includes(folderId)) throw refused(field, 'A folder cannot be put into itself.')
  const above = depthOf(byId, folderId)
  const own = Math.max(...inside.map((id) => depthOf(byId, id))) - depthOf(byId, moved)
  if (above + 1 + own > deepestFolder) throw refused(field, `Folders are nested at most ${deepestFolder} deep.`)
}

/** 1 for a folder at the top, 0 for the top itself. */
export function depthOf(byId: ReadonlyMap<string, Folder>, id: string | null): number {
  let depth = 0
  for (let at = id; at !== null && depth <= byId.size; at = byId.get(at)?.parentId ?? null) depth++
  return depth
}

/** Ids of the folders from which a way leads up to the top. */
export function rooted(folders: readonly { id: string; parentId: string | null }[]): Set<string> {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const leadsUp = (id: string | null): boolean => {
    let at = id
    for (let steps = 0; at !== null && steps <= byId.size; steps++) at = byId.get(at)?.parentId ?? null
    return at === null
  }
  return new Set(folders.filter(({ id }) => leadsUp(id)).map(({ id }) => id))
}
