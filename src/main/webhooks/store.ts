import type { Remote } from '../base/thread'
import { categories } from '../../shared/connectors/category'
import { connectorKey } from '../../shared/connectors/connector'
import type { Statements } from '../store/statements'
import { Connectors } from '../store/tables/connectors/connectors'
import type { Place } from '../../shared/workspaces/place'

/** What webhooks ask of the history. */
export interface WebhookMethods {
  /** The keys of connectors that walks have seen, by id, those that are gone too. */
  connectorKeys(of: { place: Place; ids: string[] }): [id: string, key: string][]
}

export type WebhookStore = Remote<WebhookMethods>

/** @param run works on the current database */
export function webhookMethods(run: <T>(work: (sql: Statements) => T) => T): WebhookMethods {
  return {
    connectorKeys: ({ place, ids }) =>
      run((sql) => {
        const connectors = new Connectors(sql)
        return ids.flatMap((id): [string, string][] => {
          const keys = categories.map((category) => connectorKey(category, id))
          const key = keys.find((one) => connectors.find(place, one))
          return key === undefined ? [] : [[id, key]]
        })
      })
  }
}
