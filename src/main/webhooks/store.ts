import type { Remote } from '../base/thread'
import { categories } from '../../shared/connectors/category'
import { connectorKey } from '../../shared/connectors/connector'
import type { KeptStore } from '../store/kept-store'
import type { WebhookFinding } from '../../shared/webhooks/webhook-issue'
import type { Place } from '../../shared/workspaces/place'

export interface WebhookMethods {
  /** Keys by id, also of gone connectors. */
  connectorKeys(of: { place: Place; ids: string[] }): [id: string, key: string][]
  /**
   * Opens and closes issues by one reading of the log.
   * @param whole the reading has all webhooks: an issue of another one closes
   * @returns whether any changed
   */
  settleWebhooks(of: { place: Place; findings: WebhookFinding[]; whole: boolean; at: number }): boolean
  endWebhookIssues(of: { workspaceId: string; at: number }): void
}

export type WebhookStore = Remote<WebhookMethods>

const asFound = { failing: 'open', better: 'still', fine: 'recovered', off: 'off', unknown: 'unknown' } as const

export function webhookMethods(store: KeptStore): WebhookMethods {
  return {
    settleWebhooks: ({ place, findings, whole, at }) =>
      store.run(({ sql, watchedIssues, issueLists }) =>
        sql.transaction(() => {
          const found = findings.map(({ state, ...one }) => ({ ...one, state: asFound[state] }))
          const changed = watchedIssues.settle(place, 'webhook', { found, whole, at })
          if (changed) issueLists.drop(place)
          return changed
        })
      ),
    endWebhookIssues: ({ workspaceId, at }) =>
      store.run(({ watchedIssues }) => watchedIssues.endWebhooks(workspaceId, at)),
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
