import { categories } from '../../shared/connectors/category'
import { connectorKey, type ConnectorRecord } from '../../shared/connectors/connector'
import type { LastRows } from '../../shared/connectors/snapshot'
import type { Place } from '../../shared/workspaces/place'
import type { Remote } from '../base/thread'
import type { KeptStore } from '../store/kept-store'
import { lineOf, type SeenRow } from '../store/tables/connectors/page-lines'

/** What is kept of connectors: their newest records, without tokens or handles of them. */
export interface ConnectorMethods {
  /** Keeps what was read of one connector between walks. */
  seeOne(of: { place: Place; row: SeenRow; at: number }): void
  /** After the service confirmed a deletion. @returns whether it was known and not gone */
  markDeleted(of: { place: Place; key: string; at: number }): boolean
  /** @param after 0, then the `next` of the chunk before */
  lastRows(of: { place: Place; after: number; limit: number }): LastRows
  /** The newest record of a connector, gone or not; null for one that no walk has seen. */
  lastRecord(of: { place: Place; key: string }): ConnectorRecord | null
  /** Where among these places a connector of this id is, not gone, and whether it has an open case there. */
  placesOf(of: { places: Place[]; id: string }): { place: Place; key: string; hasIssue: boolean }[]
}

export type ConnectorStore = Remote<ConnectorMethods>

/** @param changed called when the records are about to change: what was concluded from them is out of date */
export function connectorMethods(store: KeptStore, changed: () => void): ConnectorMethods {
  return {
    seeOne({ place, row, at }) {
      store.run(({ sql, refreshes, connectors }) =>
        sql.transaction(() => connectors.seeOne(place, refreshes.nextId(), lineOf(row), at))
      )
      changed()
    },

    markDeleted({ place, key, at }) {
      changed()
      return store.run(({ sql, refreshes, connectors }) =>
        sql.transaction(() => {
          const found = connectors.find(place, key)
          if (!found || found.gone_at !== null) return false
          connectors.markGone(found.id, refreshes.nextId(), at)
          return true
        })
      )
    },

    lastRows({ place, after, limit }) {
      return store.run(({ refreshes, connectors }) => {
        const found = connectors.present(place, after, limit)
        const rows = found.map(({ key, category, record, seenAt }) => ({
          key,
          category,
          tokenRef: null,
          record,
          seenAt
        }))
        const next = found.length === limit ? (found.at(-1)?.id ?? null) : null
        return { refresh: refreshes.last(place), rows, next }
      })
    },

    lastRecord: ({ place, key }) =>
      store.run(({ connectors }) => {
        const found = connectors.find(place, key)
        return found ? (JSON.parse(found.record) as ConnectorRecord) : null
      }),

    placesOf: ({ places, id }) =>
      store.run(({ connectors, episodes }) =>
        places.flatMap((place) =>
          categories.flatMap((category) => {
            const key = connectorKey(category, id)
            const found = connectors.find(place, key)
            if (!found || found.gone_at !== null) return []
            return { place, key, hasIssue: episodes.openOf(found.id) !== null }
          })
        )
      )
  }
}
