import { AppError } from '../../shared/errors'
import type { AccessCheck, CheckRequest } from '../../shared/issues/access'
import type { PassthroughDraft } from '../../shared/passthrough/passthrough'
import type { PassthroughResult } from '../../shared/passthrough/result'
import { draftOfOperation } from '../../shared/passthrough/shelf'
import type { Place } from '../../shared/workspaces/place'
import { readConnector } from '../../shared/connectors/connector'
import type { ConnectorStore } from '../connectors/store'
import type { SavedLibrary } from './library/saved-library'
import type { LibraryStore } from './library/store'
import type { PassthroughSender } from './send'
import type { ProviderShelf } from './shelf/provider-shelf'

export interface AccessCheckParts {
  saved: Pick<SavedLibrary, 'tree' | 'open'>
  shelf: Pick<ProviderShelf, 'operations' | 'operation'>
  store: Pick<LibraryStore, 'accessCheck' | 'putAccessCheck'>
  sender: Pick<PassthroughSender, 'send'>
  connectors: Pick<ConnectorStore, 'lastRecord'>
}

/** Operations of the shelf that are offered: the shortest paths are of the company itself, or a whole list. */
const mostOfShelf = 50

/** Check now: one GET for each integration, chosen once on this computer, asked of one connector. */
export class AccessChecks {
  constructor(private readonly parts: AccessCheckParts) {}

  async of(workspaceId: string, integration: string): Promise<AccessCheck> {
    const { saved, store } = this.parts
    const [{ requests }, onShelf, chosen] = await Promise.all([
      saved.tree(workspaceId),
      this.ofShelf(workspaceId, integration),
      store.accessCheck({ workspaceId, integration })
    ])
    const reads = requests.filter(({ method }) => method === 'GET')
    const fitting = reads
      .filter(({ connector }) => connector === null || connector.integrationSlug === integration)
      .sort((a, b) => Number(a.connector === null) - Number(b.connector === null))
    const shown = ({ id, name, path }: (typeof reads)[number]) => ({ id, name, path, onShelf: false })
    const request = [...reads.map(shown), ...onShelf].find(({ id }) => id === chosen)
    return { request: request ?? null, offered: [...fitting.map(shown), ...onShelf.slice(0, mostOfShelf)] }
  }

  /** Reads without a parameter in their path. */
  private async ofShelf(workspaceId: string, integration: string): Promise<CheckRequest[]> {
    const operations = await this.parts.shelf.operations(workspaceId, integration).catch(() => [])
    return operations
      .filter(({ method, path, writes }) => method === 'GET' && !writes && !path.includes('{'))
      .map(({ id, name, path }) => ({ id, name, path, onShelf: true }))
      .sort((a, b) => a.path.length - b.path.length)
  }

  /** @throws AppError invalid-input where its file gives a required value none */
  private async draftOf(workspaceId: string, integration: string, { id, onShelf }: CheckRequest) {
    if (!onShelf) return (await this.parts.saved.open(workspaceId, id)).draft
    const operation = await this.parts.shelf.operation(workspaceId, integration, id)
    const draft: Omit<PassthroughDraft, 'workspaceId' | 'region' | 'connector'> = draftOfOperation(operation)
    const given = new Set([...draft.params, ...draft.headers].map(({ name }) => name))
    const missing = operation.fields.filter(({ name, required }) => required && !given.has(name))
    if (missing.length === 0) return draft
    const names = missing.map(({ name }) => name).join(', ')
    throw new AppError('invalid-input', `It needs a value for ${names}. Fill it in Passthrough, and save it.`)
  }

  /** @throws AppError not-found for what is not offered; invalid-input */
  async choose(workspaceId: string, integration: string, request: string | null): Promise<void> {
    if (request !== null) {
      const { offered } = await this.of(workspaceId, integration)
      const found = offered.find(({ id }) => id === request)
      if (!found) throw new AppError('not-found', 'Only a saved GET, or one of the shelf, can be the check.')
      await this.draftOf(workspaceId, integration, found)
    }
    await this.parts.store.putAccessCheck({ workspaceId, integration, request })
  }

  /**
   * Sends the check of the connector's integration, as Passthrough sends a GET: in its history, never twice.
   * @throws AppError not-found without a check or a record of the connector; the errors of a send
   */
  async check(requestId: string, place: Place, key: string, signal: AbortSignal): Promise<PassthroughResult> {
    const { connectors, sender } = this.parts
    const { workspaceId, region } = place
    const record = await connectors.lastRecord({ place, key })
    if (!record) throw new AppError('not-found', 'No refresh has seen this connector.')
    const { endUser, integrationSlug, originId, isTest } = readConnector(record)
    const { request } = await this.of(workspaceId, integrationSlug)
    if (!request) throw new AppError('not-found', 'No check is chosen for this integration.')
    const draft = await this.draftOf(workspaceId, integrationSlug, request)
    const connector = { key, tokenRef: null, originId, endUser, integrationSlug, isTest }
    const asked = { requestId, draft: { ...draft, workspaceId, region, connector }, variables: [] }
    return sender.send(asked, signal, () => undefined, undefined, 'check')
  }
}
