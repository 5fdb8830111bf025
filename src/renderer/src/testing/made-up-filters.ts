import type { SavedFilter } from '../../../shared/connectors/saved-filter'
import type { FakeClient } from './fake-client'

export const colleagues = (maker: string, name: string, filters: SavedFilter['filters']): SavedFilter => ({
  ...{ id: crypto.randomUUID(), name, filters, maker, isShared: true }
})

/** This desk's own filters are not shared. */
export function withFilters(client: FakeClient, there: SavedFilter[] = [], isKept = true): SavedFilter[] {
  const answer = () => ({ filters: [...there], isKept })
  const put = (one: SavedFilter) => {
    const at = there.findIndex(({ id }) => id === one.id)
    there.splice(at === -1 ? there.length : at, at === -1 ? 0 : 1, one)
  }
  client.answer('connectors:savedFilters', answer)
  client.answer('connectors:saveFilter', ({ id, name, filters }) => {
    const known = there.find((one) => one.id === id) ?? { id, maker: null, isShared: false }
    put({ ...known, name, filters })
    return answer()
  })
  client.answer('connectors:removeFilter', ({ id }) => {
    const at = there.findIndex((one) => one.id === id)
    if (at !== -1) there.splice(at, 1)
    return answer()
  })
  return there
}
