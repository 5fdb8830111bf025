import type { Delivery } from '../../../shared/webhooks/webhook'
import { copy } from '../kit/clipboard'
import type { ContextEntry } from '../kit/context-menu.svelte'
import { useCopyLink } from '../records/copy-link'
import { useConnectors } from '../records/connectors.svelte'
import { useWays } from '../records/ways'
import { useWebhooks } from './webhooks.svelte'
import { webhookWords } from './words'

/** Must run while a component initializes. */
export const useDeliveryActs = () => ({
  connectors: useConnectors(),
  copyLink: useCopyLink(),
  webhooks: useWebhooks(),
  ways: useWays()
})
type Elsewhere = ReturnType<typeof useDeliveryActs>

/** null without a listed connector */
export function deliveryActs({ connectors, ways }: Elsewhere, { connectorKey: key }: Delivery) {
  if (key === null || !connectors.active?.get(key)) return null
  return {
    openConnector: () => ways.showConnector(key),
    viewData: () => ways.showData({ connectorKey: key })
  }
}

export function copyEntry(label: string, text: string | null, apart = false): ContextEntry[] {
  return text ? [{ label, run: () => void copy(text), apart }] : []
}

/** @param open opens its drawer */
export function deliveryMenu(from: Elsewhere, delivery: Delivery, open: () => void): ContextEntry[] {
  const { webhooks } = from
  const { menu: words, delivery: drawer } = webhookWords
  const acts = deliveryActs(from, delivery)
  const { id, action, connectorId, originId, url, createdAt } = delivery
  return [
    { label: words.open, run: open },
    { label: drawer.openConnector, run: () => acts?.openConnector(), disabled: !acts },
    { label: drawer.viewData, run: () => acts?.viewData(), disabled: !acts },
    { label: drawer.check, run: () => webhooks.openCheck(delivery), disabled: id === '' },
    {
      label: words.recover,
      run: () => webhooks.recovery.enter(createdAt === null ? {} : { from: new Date(createdAt).toISOString() })
    },
    ...(action ? [{ label: words.onlyAction, run: () => webhooks.choose({ actions: [action] }), apart: true }] : []),
    ...copyEntry(words.copyId, id, true),
    ...copyEntry(words.copyConnectorId, connectorId),
    ...copyEntry(words.copyOriginId, originId),
    ...copyEntry(words.copyUrl, url),
    ...from.copyLink('delivery', id)
  ]
}
