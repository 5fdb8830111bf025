import { AppError } from '../../shared/errors'
import type { AccessCheck } from '../../shared/issues/access'
import type { PassthroughResult } from '../../shared/passthrough/result'
import type { Place } from '../../shared/workspaces/place'
import { readConnector } from '../../shared/connectors/connector'
import type { ConnectorStore } from '../connectors/store'
import type { SavedLibrary } from './library/saved-library'
import type { LibraryStore } from './library/store'
import type { PassthroughSender } from './send'

export interface AccessCheckParts {
  saved: Pick<SavedLibrary, 'tree' | 'open'>
  store: Pick<LibraryStore, 'accessCheck' | 'putAccessCheck'>
  sender: Pick<PassthroughSender, 'send'>
  connectors: Pick<ConnectorStore, 'lastRecord'>
}

/** Check now: one saved GET for each integration, chosen once on this computer, asked of one connector. */
export class AccessChecks {
  constructor(private readonly parts: AccessCheckParts) {}

  async of(workspaceId: string, integration: string): Promise<AccessCheck> {
    const { saved, store } = this.parts
    const [{ requests }, chosen] = await Promise.all([
      saved.tree(workspaceId),
      store.accessCheck({ workspaceId, integration })
    ])
    const reads = requests.filter(({ method }) => method === 'GET')
    const offered = reads
      .filter(({ connector }) => connector === null || connector.integrationSlug === integration)
      .map(({ id, name, path, connector }) => ({ id, name, path, integration: connector?.integrationSlug ?? null }))
      .sort((a, b) => Number(a.integration === null) - Number(b.integration === null))
    const found = reads.find(({ id }) => id === chosen)
    return { request: found ? { id: found.id, name: found.name, path: found.path } : null, offered }
  }

  /** @throws AppError not-found, invalid-input for a request that is no GET */
  async choose(workspaceId: string, integration: string, request: string | null): Promise<void> {
    if (request !== null && (await this.parts.saved.open(workspaceId, request)).method !== 'GET')
      throw new AppError('invalid-input', 'Only a saved GET request can be the check.')
    await this.parts.store.putAccessCheck({ workspaceId, integration, request })
  }

  /**
   * Sends the check of the connector's integration, as Passthrough sends a GET: in its history, never twice.
   * @throws AppError not-found without a check or a record of the connector; the errors of a send
   */
  async check(requestId: string, place: Place, key: string, signal: AbortSignal): Promise<PassthroughResult> {
    const { saved, connectors, sender } = this.parts
    const { workspaceId, region } = place
    const record = await connectors.lastRecord({ place, key })
    if (!record) throw new AppError('not-found', 'No refresh has seen this connector.')
    const { endUser, integrationSlug, originId, isTest } = readConnector(record)
    const { request } = await this.of(workspaceId, integrationSlug)
    if (!request) throw new AppError('not-found', 'No check is chosen for this integration.')
    const { draft } = await saved.open(workspaceId, request.id)
    const connector = { key, tokenRef: null, originId, endUser, integrationSlug, isTest }
    const asked = { requestId, draft: { ...draft, workspaceId, region, connector }, variables: [] }
    return sender.send(asked, signal, () => undefined, undefined, 'check')
  }
}
