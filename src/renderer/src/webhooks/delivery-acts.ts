import type { Delivery } from '../../../shared/model/webhook'
import { copy } from '../kit/clipboard'
import type { ContextEntry } from '../kit/context-menu.svelte'
import type { Desk } from '../app/desk.svelte'
import { webhookWords } from './words/webhooks'

/** What can be done with a delivery elsewhere in the window; null where its connector is not in the list. */
export function deliveryActs({ collections, connectors, grid, router }: Desk, { connectorKey: key }: Delivery) {
  if (key === null || !connectors.active?.get(key)) return null
  return {
    openConnector() {
      if (grid.indexOf(key) === -1) grid.clearFilters()
      grid.openAt(grid.indexOf(key))
      router.go('connectors')
    },
    viewData() {
      collections.choose({ connectorKey: key })
      router.go('data')
    }
  }
}

/** Copies what there is of it. */
export function copyEntry(label: string, text: string | null, apart = false): ContextEntry[] {
  return text ? [{ label, run: () => void copy(text), apart }] : []
}

/** What the context menu of a delivery offers. @param open opens its drawer */
export function deliveryMenu(desk: Desk, delivery: Delivery, open: () => void): ContextEntry[] {
  const { webhooks } = desk
  const { menu: words, delivery: drawer } = webhookWords
  const acts = deliveryActs(desk, delivery)
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
    ...copyEntry(words.copyUrl, url)
  ]
}
