import type { CollectionRequest, ManyPart } from '../../shared/data/collection'
import type { Place } from '../../shared/workspaces/place'
import { DigestSet } from '../http/digest-set'
import { checkRequest, idFieldOf } from './check-request'
import { Teller } from '../base/teller'
import { idOf } from './fetch'
import { queuedPart, fetchMany, type ManyParts } from './fetch-many'

export interface CountOf {
  place: Place
  request: Omit<CollectionRequest, 'connectorKey'>
  keys: readonly string[]
  signal: AbortSignal
  tell: (parts: ManyPart[]) => void
}

/**
 * Walks the same collection over several connectors and counts, without keeping rows.
 * @throws AppError invalid-input with `fields`; those of the place
 */
export async function countMany(
  parts: ManyParts,
  { place, request, keys, signal, tell }: CountOf
): Promise<ManyPart[]> {
  checkRequest(request)
  const counted = [...new Set(keys)].map((key) => ({ part: queuedPart(key), ids: new DigestSet() }))
  const ids = new Map(counted.map((one) => [one.part, one.ids]))
  const told = () => counted.map(({ part }) => ({ ...part }))
  const teller = new Teller(() => tell(told()))
  const field = idFieldOf(request.path)
  await fetchMany(parts, {
    place,
    fetches: counted.map(({ part }) => ({ part, request })),
    signal,
    take(part, { items }) {
      for (const item of items) {
        const id = idOf(item, field)
        if (id !== null && ids.get(part)?.add(id) === false) part.repeated++
      }
    },
    changed: () => teller.soon()
  })
  teller.now()
  return told()
}
