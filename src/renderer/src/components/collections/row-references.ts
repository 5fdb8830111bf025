import { readableById, referencesIn, type Reference } from '../../../../shared/collections/references'
import type { CollectionWalk } from '../../state/collections/walk.svelte'

/** The records that a row names: itself first, then those of its columns, where they can be read by their IDs. */
export function rowReferences(walk: CollectionWalk, index: number): { column: string; reference: Reference }[] {
  const { path } = walk.progress.request
  const id = walk.rows.at(index)?.id
  const own = id && readableById(path) ? [{ column: 'id', reference: { path, id } }] : []
  const named = walk.read
    .filter((column) => column !== 'id')
    .flatMap((column) =>
      referencesIn(path, column, walk.rows.cell(index, column)).map((reference) => ({ column, reference }))
    )
  return [...own, ...named]
}
