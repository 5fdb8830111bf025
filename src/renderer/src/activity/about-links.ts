import { collectionAt } from '../../../shared/data/catalogue'
import type { ActivityCall } from '../../../shared/activity/call'
import type { ContextEntry } from '../kit/context-menu.svelte'
import { useApp } from '../records/app.svelte'
import { useConnectors } from '../records/connectors.svelte'
import { useWays } from '../records/ways'
import { useRouter } from '../kit/router.svelte'
import { activityWords } from './words'

const words = activityWords.menu

/** Must run while a component initializes. */
export const useCallLinks = () => ({
  app: useApp(),
  connectors: useConnectors(),
  router: useRouter(),
  ways: useWays()
})

/** Only in the open workspace and region. */
export function callLinks(
  call: ActivityCall,
  { app, connectors, router, ways }: ReturnType<typeof useCallLinks>
): ContextEntry[] {
  if (call.workspaceId !== app.workspace?.id || call.region !== app.workspace.region) return []
  const links: ContextEntry[] = []
  const key = call.connectorKey
  const isListed = key !== '' && Boolean(connectors.active?.get(key))
  if (call.asker === 'passthrough' && call.partOf) {
    links.push({ label: words.openSend, run: () => ways.showSent({ id: call.partOf }) })
  }
  if (key !== '') links.push({ label: words.openConnector, run: () => ways.showConnector(key), disabled: !isListed })
  const collection = collectionAt(call.path)
  const showFetch = ways.fetch(call.partOf)
  if (showFetch) links.push({ label: words.openFetch, run: showFetch })
  else if (collection && call.asker === 'collections') {
    const wanted = { collectionId: collection.id, ...(isListed && { connectorKey: key }) }
    links.push({ label: words.openData, run: () => ways.showData(wanted) })
  }
  const showField = ways.field(fieldOf(call.path) ?? '')
  if (showField) links.push({ label: words.openField, run: showField })
  if (call.path.startsWith('/api/v1/webhooks')) {
    links.push({ label: words.openWebhooks, run: () => router.go('webhooks') })
  }
  return links
}

function fieldOf(path: string): string | null {
  const [, id = ''] = /^\/api\/v1\/custom-fields\/([^/]+)$/.exec(path) ?? []
  return id === '' || id === 'mapping' ? null : decoded(id)
}

/** null if cut or masked within an escape */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
