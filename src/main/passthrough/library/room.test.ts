import { afterEach, beforeEach, expect, it } from 'vitest'
import { contract, type Channel } from '../../../shared/ipc'
import type { Responses } from '../../viewer/responses'
import { testViews } from '../../viewer/testing'
import { idOf, otherWorkspace, testLibrary, workspaceId, type TestLibrary } from './testing'
import type { Handlers } from '../../base/room'
import { libraryHandlers } from './room'

let test: TestLibrary
let responses: Responses
beforeEach(async () => {
  test = testLibrary()
  responses = testViews(() => test.known.shared).responses
  await test.open()
})
afterEach(() => test.remove())

/** Parses the request and checks the answer against the contract, as the IPC border does. */
async function ask(channel: Channel, request?: unknown): Promise<unknown> {
  const handlers = libraryHandlers({
    library: test.library,
    responses,
    connectors: { lastRecord: async () => null, placesOf: async () => [] },
    mayChange: async () => undefined
  })
  const run = (handlers as Partial<Handlers>)[channel] as (request: unknown) => Promise<unknown>
  const answer = await run(contract[channel].request.parse(request))
  contract[channel].response.parse(answer)
  return answer
}

it('lists the history in pages to its end, and opens an entry with its answer', async () => {
  for (const number of [1, 2, 3]) {
    test.clock.time += 1
    await test.send(number)
  }
  const first = (await ask('passthrough:listHistory', { workspaceId, limit: 2 })) as { next: number | null }
  expect(first).toMatchObject({ entries: [{ id: idOf(3) }, { id: idOf(2) }], next: expect.any(Number) })
  const rest = await ask('passthrough:listHistory', { workspaceId, limit: 2, before: first.next })
  expect(rest).toMatchObject({ entries: [{ id: idOf(1), connector: { endUser: 'Acme' } }], next: null })

  const entry = await ask('passthrough:openEntry', { workspaceId, id: idOf(1) })
  expect(entry).toMatchObject({ hasBody: true, result: { status: 200, responseId: null }, envelope: '{"iban":"DE02"}' })
  const { responseId } = (await ask('passthrough:openBody', { workspaceId, id: idOf(1) })) as { responseId: string }
  const opened = await responses.get(responseId)
  expect(opened).toMatchObject({ contentType: 'application/json', suggestedName: 'employees.json' })
  expect(opened.body.toString()).toBe('{"salary":7}')

  await ask('passthrough:forgetEntry', { workspaceId, id: idOf(1) })
  expect(test.dropped).toEqual(['response-1', 'response-1:filtered', responseId, `${responseId}:filtered`])
  expect(await ask('passthrough:forgetHistory', { workspaceId })).toEqual({ entries: 2 })
})

it('opens nothing of another workspace', async () => {
  await test.send(1)
  const of = { workspaceId: otherWorkspace, id: idOf(1) }
  await expect(ask('passthrough:openEntry', of)).rejects.toMatchObject({ code: 'not-found' })
  await expect(ask('passthrough:openBody', of)).rejects.toMatchObject({ code: 'not-found' })
})

it('says that a send that was cut off has no answer', async () => {
  await test.begin(1, { method: 'DELETE' })
  await test.restart()
  expect(await ask('passthrough:openEntry', { workspaceId, id: idOf(1) })).toMatchObject({
    outcome: 'unknown',
    result: null,
    hasBody: false
  })
  await expect(ask('passthrough:openBody', { workspaceId, id: idOf(1) })).rejects.toMatchObject({ code: 'not-found' })
})

it('answers every other channel as the contract says', async () => {
  const draft = { ...(await import('./testing')).draft }
  const [folder, request, tab] = [idOf(11), idOf(12), idOf(13)]
  expect(await ask('passthrough:keeping')).toEqual({ keeping: 'sealed', reason: null, message: '' })
  await ask('passthrough:saveFolder', { workspaceId, id: folder, parentId: null, name: 'F' })
  await ask('passthrough:saveRequest', { workspaceId, id: request, folderId: folder, name: 'R', draft })
  await ask('passthrough:moveRequest', { workspaceId, id: request, folderId: folder, name: 'R2' })
  expect(await ask('passthrough:openRequest', { workspaceId, id: request })).toMatchObject({ name: 'R2', draft })
  expect(await ask('passthrough:exportFolder', { workspaceId, folderId: folder })).toMatchObject({ requests: 1 })
  expect(await ask('passthrough:importFolder', { workspaceId, folderId: folder })).toMatchObject({
    renamed: ['R2 (2)']
  })
  expect(await ask('passthrough:listSaved', { workspaceId })).toMatchObject({ folders: [{}], requests: [{}, {}] })
  await ask('passthrough:removeRequest', { workspaceId, id: request })
  expect(await ask('passthrough:removeFolder', { workspaceId, id: folder })).toEqual({ folders: 1, requests: 1 })
  await ask('passthrough:saveTab', { workspaceId, tab: { id: tab, draft, requestId: null } })
  await ask('passthrough:arrangeTabs', { workspaceId, order: [tab], activeId: tab })
  expect(await ask('passthrough:loadTabs', { workspaceId })).toMatchObject({ tabs: [{ id: tab }], activeId: tab })
  await ask('passthrough:closeTab', { workspaceId, id: tab })
  const variables = [{ name: 'site', value: 'x' }]
  expect(await ask('passthrough:setVariables', { workspaceId, variables })).toEqual(variables)
  expect(await ask('passthrough:variables', { workspaceId })).toEqual(variables)
})
