import { afterEach, beforeEach, expect, it } from 'vitest'
import { libraryChannels, type LibraryChannel } from '../../shared/passthrough/library-channels'
import type { Responses } from '../viewer/responses'
import { testViews } from '../viewer/testing'
import { idOf, otherWorkspace, testLibrary, workspaceId, type TestLibrary } from '../passthrough/library/testing'
import { libraryHandlers } from './library'

let test: TestLibrary
let responses: Responses
beforeEach(async () => {
  test = testLibrary()
  responses = testViews(() => test.known.shared).responses
  await test.open()
})
afterEach(() => test.remove())

/** Asks as the border does: the request parsed, the answer checked against the contract. */
async function ask(channel: LibraryChannel, request?: unknown): Promise<unknown> {
  const handlers = libraryHandlers({ library: test.library, responses, mayChange: async () => undefined })
  const run = handlers[channel] as (request: unknown) => Promise<unknown>
  const answer = await run(libraryChannels[channel].request.parse(request))
  libraryChannels[channel].response.parse(answer)
  return answer
}

it('lists the history in pages to its end, and opens an entry with its answer', async () => {
  for (const number of [1, 2, 3]) {
    test.clock.time += 1
    await test.send(number)
  }
  const first = (await ask('library:listHistory', { workspaceId, limit: 2 })) as { next: number | null }
  expect(first).toMatchObject({ entries: [{ id: idOf(3) }, { id: idOf(2) }], next: expect.any(Number) })
  const rest = await ask('library:listHistory', { workspaceId, limit: 2, before: first.next })
  expect(rest).toMatchObject({ entries: [{ id: idOf(1), connector: { endUser: 'Acme' } }], next: null })

  const entry = await ask('library:openEntry', { workspaceId, id: idOf(1) })
  expect(entry).toMatchObject({ hasBody: true, result: { status: 200, responseId: null }, envelope: '{"iban":"DE02"}' })
  const { responseId } = (await ask('library:openBody', { workspaceId, id: idOf(1) })) as { responseId: string }
  const opened = await responses.get(responseId)
  expect(opened).toMatchObject({ contentType: 'application/json', suggestedName: 'employees.json' })
  expect(opened.body.toString()).toBe('{"salary":7}')

  await ask('library:forgetEntry', { workspaceId, id: idOf(1) })
  expect(test.dropped).toEqual(['response-1', 'response-1:filtered', responseId, `${responseId}:filtered`])
  expect(await ask('library:forgetHistory', { workspaceId })).toEqual({ entries: 2 })
})

it('opens nothing of another workspace', async () => {
  await test.send(1)
  const of = { workspaceId: otherWorkspace, id: idOf(1) }
  await expect(ask('library:openEntry', of)).rejects.toMatchObject({ code: 'not-found' })
  await expect(ask('library:openBody', of)).rejects.toMatchObject({ code: 'not-found' })
})

it('says that a send that was cut off has no answer', async () => {
  await test.begin(1, { method: 'DELETE' })
  await test.restart()
  expect(await ask('library:openEntry', { workspaceId, id: idOf(1) })).toMatchObject({
    outcome: 'unknown',
    result: null,
    hasBody: false
  })
  await expect(ask('library:openBody', { workspaceId, id: idOf(1) })).rejects.toMatchObject({ code: 'not-found' })
})

it('answers every other channel as the contract says', async () => {
  const draft = { ...(await import('../passthrough/library/testing')).draft }
  const [folder, request, tab] = [idOf(11), idOf(12), idOf(13)]
  expect(await ask('library:keeping')).toEqual({ keeping: 'sealed', reason: null, message: '' })
  await ask('library:saveFolder', { workspaceId, id: folder, parentId: null, name: 'F' })
  await ask('library:saveRequest', { workspaceId, id: request, folderId: folder, name: 'R', draft })
  await ask('library:moveRequest', { workspaceId, id: request, folderId: folder, name: 'R2' })
  expect(await ask('library:openRequest', { workspaceId, id: request })).toMatchObject({ name: 'R2', draft })
  expect(await ask('library:exportFolder', { workspaceId, folderId: folder })).toMatchObject({ requests: 1 })
  expect(await ask('library:importFolder', { workspaceId, folderId: folder })).toMatchObject({ renamed: ['R2 (2)'] })
  expect(await ask('library:list', { workspaceId })).toMatchObject({ folders: [{}], requests: [{}, {}] })
  await ask('library:removeRequest', { workspaceId, id: request })
  expect(await ask('library:removeFolder', { workspaceId, id: folder })).toEqual({ folders: 1, requests: 1 })
  await ask('library:saveTab', { workspaceId, tab: { id: tab, draft, requestId: null } })
  await ask('library:arrangeTabs', { workspaceId, order: [tab], activeId: tab })
  expect(await ask('library:loadTabs', { workspaceId })).toMatchObject({ tabs: [{ id: tab }], activeId: tab })
  await ask('library:closeTab', { workspaceId, id: tab })
  const variables = [{ name: 'site', value: 'x' }]
  expect(await ask('library:setVariables', { workspaceId, variables })).toEqual(variables)
  expect(await ask('library:variables', { workspaceId })).toEqual(variables)
})
