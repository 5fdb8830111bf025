import { collectionAt } from '../../../shared/data/catalogue'
import type { ActivityCall } from '../../../shared/model/call'
import type { ContextEntry } from '../kit/context-menu.svelte'
import type { Desk } from '../app/desk.svelte'
import { activityWords } from './words'

const words = activityWords.menu

/** Where what a call was about can be opened: in the workspace and region that are open, so far as it is known there. */
export function linksOf(call: ActivityCall, desk: Desk): ContextEntry[] {
  const { app, collections, connectors, mappings, passthrough, router } = desk
  if (call.workspaceId !== app.workspace?.id || call.region !== app.workspace.region) return []
  const links: ContextEntry[] = []
  const key = call.connectorKey
  const isListed = key !== '' && Boolean(connectors.active?.get(key))
  if (call.asker === 'passthrough' && call.partOf) {
    links.push({
      label: words.openSend,
      run() {
        router.go('passthrough')
        void passthrough.bench?.openSent({ id: call.partOf })
      }
    })
  }
  if (isListed) links.push({ label: words.openConnector, run: () => desk.showConnector(key) })
  const place = collections.place
  const collection = collectionAt(call.path)
  if (place?.fetches.some(({ id }) => id === call.partOf)) {
    links.push({
      label: words.openFetch,
      run() {
        place.show({ fetch: call.partOf })
        router.go('data')
      }
    })
  } else if (collection && call.asker === 'collections') {
    links.push({
      label: words.openData,
      run() {
        collections.choose({ collectionId: collection.id, ...(isListed && { connectorKey: key }) })
        router.go('data')
      }
    })
  }
  const field = fieldOf(call.path)
  if (field && mappings.bench?.fields.all?.some(({ id }) => id === field)) {
    links.push({
      label: words.openField,
      run() {
        mappings.bench?.select(field)
        router.go('mappings')
      }
    })
  }
  if (call.path.startsWith('/api/v1/webhooks')) {
    links.push({ label: words.openWebhooks, run: () => router.go('webhooks') })
  }
  return links
}

/** The custom field a path is of. */
function fieldOf(path: string): string | null {
  const [, id = ''] = /^\/api\/v1\/custom-fields\/([^/]+)$/.exec(path) ?? []
  return id === '' || id === 'mapping' ? null : decoded(id)
}

/** Null where it was cut or masked in the middle of an escape. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
