import { AppError } from '../../../shared/errors'
import type { SentHead } from '../../../shared/passthrough/library'
import type { ConnectorStore } from '../../connectors/store'
import type { ValueOwner } from '../../store/tables/library/library'
import type { HistoryHead } from '../history'
import type { Library } from './library'
import type { Responses } from '../../viewer/responses'
import { suggestedName } from '../suggested-name'
import { serving } from '../../base/room'

interface LibraryHandlerParts {
  library: Library
  responses: Responses
  connectors: Pick<ConnectorStore, 'lastRecord' | 'placesOf'>
  /** @throws AppError team-read-only if this desk may only read what the team shares */
  mayChange(): Promise<void>
}

export function libraryHandlers({ library, responses, connectors, mayChange }: LibraryHandlerParts) {
  const { history, saved, tabs, variables, values, exchange } = library
  return serving({
    'passthrough:keeping': () => library.settledKeeping(),
    'passthrough:room': () => history.room(),
    'passthrough:startOver': () => library.startOver(),

    'passthrough:loadTabs': ({ workspaceId }) => tabs.load(workspaceId),
    'passthrough:saveTab': ({ workspaceId, tab }) => tabs.save(workspaceId, tab),
    'passthrough:closeTab': ({ workspaceId, id }) => tabs.close(workspaceId, id),
    'passthrough:arrangeTabs': ({ workspaceId, order, activeId }) => tabs.arrange(workspaceId, order, activeId),

    'passthrough:listSaved': ({ workspaceId }) => saved.tree(workspaceId),
    'passthrough:openRequest': ({ workspaceId, id }) => saved.open(workspaceId, id),
    'passthrough:saveRequest': ({ workspaceId, ...request }) => saved.save(workspaceId, request),
    'passthrough:moveRequest': ({ workspaceId, ...to }) => saved.move(workspaceId, to),
    async 'passthrough:removeRequest'({ workspaceId, id }) {
      if (await saved.isShared(workspaceId, id)) await mayChange()
      await saved.remove(workspaceId, id)
    },
    'passthrough:saveFolder': ({ workspaceId, ...folder }) => saved.saveFolder(workspaceId, folder),
    async 'passthrough:removeFolder'({ workspaceId, id }) {
      if (await saved.isShared(workspaceId, id)) await mayChange()
      return saved.removeFolder(workspaceId, id)
    },

    'passthrough:listHistory': async (query) => {
      const { limit } = query
      const entries = await history.list(query)
      const next = entries.length < limit ? null : (entries.at(-1)?.askedAt ?? null)
      return { entries: entries.map(headOf), next }
    },
    'passthrough:openEntry': async ({ workspaceId, id }) => {
      const { head, draft, envelope, idempotency, result, hasBody } = await found(workspaceId, id)
      return { ...headOf(head), draft, envelope, result, hasBody, ...(idempotency && { idempotency }) }
    },
    'passthrough:openBody': async ({ workspaceId, id }) => {
      const { draft, result } = await found(workspaceId, id)
      const headers = Object.fromEntries((result?.headers ?? []).map(([name, value]) => [name.toLowerCase(), value]))
      const contentType = headers['content-type'] ?? ''
      const body = await history.body(id)
      if (!body || !result) throw new AppError('not-found', 'No response of this request is stored.')
      const name = suggestedName(headers, result.path, draft.responseFormat)
      const response = { body, contentType, suggestedName: name, complete: result.complete }
      const responseId = responses.put(response, `history:${id}`, () => history.body(id))
      history.showing(workspaceId, id, responseId)
      return { responseId }
    },
    'passthrough:forgetEntry': ({ workspaceId, id }) => history.forgetEntry(workspaceId, id),
    'passthrough:forgetHistory': async ({ workspaceId }) => ({ entries: await history.forgetAll(workspaceId) }),

    'passthrough:variables': ({ workspaceId }) => variables.list(workspaceId),
    'passthrough:setVariables': (request) => variables.set(request.workspaceId, request.variables),

    'passthrough:connectorValues': (of) => values.list(of),
    'passthrough:keepValue': async ({ name, value, endUser, from, ...of }) => {
      await values.keep(of, { name, value }, { endUser, from })
      return values.list(of)
    },
    'passthrough:forgetValue': async ({ name, ...of }) => {
      await values.forget(of, name)
      return values.list(of)
    },

    'passthrough:keptValues': ({ workspaceId }) => values.all(workspaceId, isGone),
    'passthrough:forgetValues': ({ workspaceId }) => values.forgetWorkspace(workspaceId),

    'passthrough:exportFolder': ({ workspaceId, folderId, as }) => exchange.exportFolder(workspaceId, folderId, as),
    'passthrough:importFolder': ({ workspaceId, folderId }) => exchange.importFolder(workspaceId, folderId)
  })

  async function isGone({ workspaceId, region, key }: ValueOwner): Promise<boolean> {
    const place = { workspaceId, region }
    const id = key.slice(key.indexOf(':') + 1)
    const [known, present] = await Promise.all([
      connectors.lastRecord({ place, key }),
      connectors.placesOf({ places: [place], id })
    ])
    return known !== null && !present.some((one) => one.key === key)
  }

  async function found(workspaceId: string, id: string) {
    const send = await history.find(id)
    if (send?.workspaceId !== workspaceId || !send) throw new AppError('not-found', 'This request was deleted.')
    return send
  }
}

function headOf({ draft, ...head }: HistoryHead): SentHead {
  const { method, path, region, connector } = draft
  const named = connector && {
    key: connector.key,
    endUser: connector.endUser,
    integrationSlug: connector.integrationSlug
  }
  return { ...head, method, path, region, connector: named }
}
