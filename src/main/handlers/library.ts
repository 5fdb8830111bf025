import type { LibraryChannel, LibraryRequest, LibraryResponse } from '../../shared/passthrough/library-channels'
import { AppError } from '../../shared/errors'
import type { SentHead } from '../../shared/model/library'
import type { HistoryHead } from '../passthrough/history'
import type { Library } from '../passthrough/library/library'
import type { Responses } from '../viewer/responses'
import { suggestedName } from '../passthrough/suggested-name'

type LibraryHandlers = { [C in LibraryChannel]: (request: LibraryRequest<C>) => Promise<LibraryResponse<C>> }

/** The handlers of what the passthrough builder keeps, to be spread in beside the others. */
interface LibraryHandlerParts {
  library: Library
  responses: Responses
  /** @throws AppError team-read-only where this desk may only read what the team shares */
  mayChange(): Promise<void>
}

export function libraryHandlers({ library, responses, mayChange }: LibraryHandlerParts): LibraryHandlers {
  const { history, saved, tabs, variables, exchange } = library
  return {
    'library:keeping': () => library.settledKeeping(),
    'library:room': () => history.room(),
    'library:startOver': () => library.startOver(),

    'library:loadTabs': ({ workspaceId }) => tabs.load(workspaceId),
    'library:saveTab': ({ workspaceId, tab }) => tabs.save(workspaceId, tab),
    'library:closeTab': ({ workspaceId, id }) => tabs.close(workspaceId, id),
    'library:arrangeTabs': ({ workspaceId, order, activeId }) => tabs.arrange(workspaceId, order, activeId),

    'library:list': ({ workspaceId }) => saved.tree(workspaceId),
    'library:openRequest': ({ workspaceId, id }) => saved.open(workspaceId, id),
    'library:saveRequest': ({ workspaceId, ...request }) => saved.save(workspaceId, request),
    'library:moveRequest': ({ workspaceId, ...to }) => saved.move(workspaceId, to),
    async 'library:removeRequest'({ workspaceId, id }) {
      if (await saved.isShared(workspaceId, id)) await mayChange()
      await saved.remove(workspaceId, id)
    },
    'library:saveFolder': ({ workspaceId, ...folder }) => saved.saveFolder(workspaceId, folder),
    async 'library:removeFolder'({ workspaceId, id }) {
      if (await saved.isShared(workspaceId, id)) await mayChange()
      return saved.removeFolder(workspaceId, id)
    },

    'library:listHistory': async (query) => {
      const { limit } = query
      const entries = await history.list(query)
      const next = entries.length < limit ? null : (entries.at(-1)?.askedAt ?? null)
      return { entries: entries.map(headOf), next }
    },
    'library:openEntry': async ({ workspaceId, id }) => {
      const { head, draft, envelope, idempotency, result, hasBody } = await found(workspaceId, id)
      return { ...headOf(head), draft, envelope, result, hasBody, ...(idempotency && { idempotency }) }
    },
    'library:openBody': async ({ workspaceId, id }) => {
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
    'library:forgetEntry': ({ workspaceId, id }) => history.forgetEntry(workspaceId, id),
    'library:forgetHistory': async ({ workspaceId }) => ({ entries: await history.forgetAll(workspaceId) }),

    'library:variables': ({ workspaceId }) => variables.list(workspaceId),
    'library:setVariables': (request) => variables.set(request.workspaceId, request.variables),

    'library:exportFolder': ({ workspaceId, folderId }) => exchange.exportFolder(workspaceId, folderId),
    'library:importFolder': ({ workspaceId, folderId }) => exchange.importFolder(workspaceId, folderId)
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
