import { serving } from '../../base/room'
import type { ProviderShelf } from './provider-shelf'

export function shelfHandlers(shelf: ProviderShelf) {
  return serving({
    'passthrough:shelfFiles': ({ workspaceId }) => shelf.list(workspaceId),
    'passthrough:shelfImport': ({ workspaceId, integration, text }) => shelf.import(workspaceId, integration, text),
    'passthrough:shelfDecide': ({ workspaceId, integration, use }) => shelf.decide(workspaceId, integration, use),
    'passthrough:shelfRemove': ({ workspaceId, integration }) => shelf.remove(workspaceId, integration),
    'passthrough:shelfOperations': ({ workspaceId, integration }) => shelf.operations(workspaceId, integration),
    'passthrough:shelfOperation': ({ workspaceId, integration, id }) => shelf.operation(workspaceId, integration, id),
    'passthrough:shelfChanges': ({ workspaceId, integration }) => shelf.changes(workspaceId, integration),
    'passthrough:shelfCheck': ({ workspaceId, integration, ...of }) => shelf.check(workspaceId, integration, of),
    'passthrough:shelfMark': ({ workspaceId, integration, id, writes }) =>
      shelf.mark(workspaceId, integration, id, writes)
  })
}
