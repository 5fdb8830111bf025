import type { Remote } from '../base/thread'
import { categories } from '../../shared/connectors/category'
import { connectorKey } from '../../shared/connectors/connector'
import type { KeptStore } from '../store/kept-store'
import type { Place } from '../../shared/workspaces/place'

export interface WebhookMethods {
  /** Keys by id, also of gone connectors. */
  connectorKeys(of: { place: Place; ids: string[] }): [id: string, key: string][]
}

export type WebhookStore = Remote<WebhookMethods>

export function webhookMethods(store: KeptStore): WebhookMethods {
  return {
    connectorKeys: ({ place, ids }) =>
      store.run(({ connectors }) =>
        ids.flatMap((id): [string, string][] => {
          const keys = categories.map((category) => connectorKey(category, id))
          const key = keys.find((one) => connectors.find(place, one))
          return key === undefined ? [] : [[id, key]]
        })
      )
  }
}
