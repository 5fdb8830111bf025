import { readableById, referencesIn, type Reference } from '../../../shared/data/references'
import type { DataFetch } from './fetch.svelte'

/** Only records readable by id; itself first. */
export function rowReferences(fetch: DataFetch, index: number): { column: string; reference: Reference }[] {
  const { path } = fetch.progress.request
  const id = fetch.rows.at(index)?.id
  const own = id && readableById(path) ? [{ column: 'id', reference: { path, id } }] : []
  const named = fetch.read
    .filter((column) => column !== 'id')
    .flatMap((column) =>
      referencesIn(path, column, fetch.rows.cell(index, column)).map((reference) => ({ column, reference }))
    )
  return [...own, ...named]
}
