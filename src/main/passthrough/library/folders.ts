import { AppError } from '../../../shared/errors'
import {
  deepestFolder,
  deepestShown,
  longestName,
  type Folder,
  type LibraryTree
} from '../../../shared/passthrough/library'
import { cleanText } from '../../base/plain-text'

const refused = (field: string, message: string) =>
  new AppError('invalid-input', message, { fields: { [field]: message } })

/** A typed name: on one line, without hidden characters. @throws AppError invalid-input */
export function readName(typed: string): string {
  const name = cleanText(typed)
  if (name === '') throw refused('name', 'Enter a name.')
  if (name.length > longestName) throw refused('name', `Keep the name to ${longestName} characters.`)
  return name
}

const folded = (name: string) => name.normalize('NFC').toLowerCase()

/** @param siblings without the named item itself @throws AppError invalid-input */
export function checkName(siblings: readonly { name: string }[], name: string): void {
  if (siblings.some((other) => folded(other.name) === folded(name))) throw refused('name', 'This name is taken here.')
}

/** The first free name: `Name`, `Name (2)`, … */
export function freeName(taken: Iterable<string>, name: string): string {
  const there = new Set(Array.from(taken, folded))
  let free = name
  for (let n = 2; there.has(folded(free)); n++) {
    const ending = ` (${n})`
    free = name.slice(0, longestName - ending.length) + ending
  }
  return free
}

type Within = Pick<Folder, 'id' | 'parentId'>

/** Folders below these, level by level, each folder once even in a cycle. @param most levels */
function levelsBelow(folders: readonly Within[], top: readonly string[], most = Infinity): string[][] {
  const inside = new Map<string, string[]>()
  for (const { id, parentId } of folders) {
    if (parentId === null) continue
    const siblings = inside.get(parentId)
    if (siblings) siblings.push(id)
    else inside.set(parentId, [id])
  }
  const seen = new Set(top)
  const levels = [[...top]]
  for (let level = [...top]; level.length > 0 && levels.length < most;) {
    level = level.flatMap((id) => inside.get(id) ?? []).filter((id) => !seen.has(id))
    for (const id of level) seen.add(id)
    if (level.length > 0) levels.push(level)
  }
  return levels
}

export const within = ({ folders }: Pick<LibraryTree, 'folders'>, id: string): string[] =>
  levelsBelow(folders, [id]).flat()

/**
 * Checks that something may be in a folder.
 * @param moved the folder to move, with all its content
 * @throws AppError invalid-input: no such folder, into itself, too deep
 */
export function checkFolder(tree: LibraryTree, folderId: string | null, field: string, moved?: string): void {
  const byId = new Map(tree.folders.map((folder) => [folder.id, folder]))
  if (folderId !== null && !byId.has(folderId)) throw refused(field, 'This folder was removed.')
  if (moved === undefined) return
  const inside = levelsBelow(tree.folders, [moved])
  if (folderId !== null && inside.flat().includes(folderId)) throw refused(field, 'A folder cannot be put into itself.')
  if (depthOf(byId, folderId) + inside.length > deepestFolder)
    throw refused(field, `Folders are nested at most ${deepestFolder} deep.`)
}

/** 1 for a folder at the top, 0 for the top itself. */
export function depthOf(byId: ReadonlyMap<string, Folder>, id: string | null): number {
  let depth = 0
  for (let at = id; at !== null && depth <= byId.size; at = byId.get(at)?.parentId ?? null) depth++
  return depth
}

/** Ids of the folders that reach the top within the limit of depth. */
export function rooted(folders: readonly Within[]): Set<string> {
  const ids = new Set(folders.map(({ id }) => id))
  const top = folders.filter(({ parentId }) => parentId === null || !ids.has(parentId)).map(({ id }) => id)
  return new Set(levelsBelow(folders, top, deepestShown - 1).flat())
}
