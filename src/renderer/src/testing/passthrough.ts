import type { PassthroughDraft } from '../../../shared/passthrough/passthrough'
import type { PassthroughResult } from '../../../shared/passthrough/result'
import type { BodyLine, BodySummary } from '../../../shared/viewer/windows'
import type { DraftTab } from '../../../shared/passthrough/library'
import { FakeClient } from './fake-client'
import { appState, workspace } from './made-up'

export const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

export function draft(change: Partial<PassthroughDraft> = {}): PassthroughDraft {
  return {
    workspaceId: workspace().id,
    region: 'default',
    connector: {
      key: 'HRIS:one',
      tokenRef: 'token-one',
      originId: 'org-1',
      endUser: 'Umber Textiles',
      integrationSlug: 'personio',
      isTest: false
    },
    method: 'GET',
    path: '/employees',
    params: [],
    headers: [],
    body: { kind: 'none' },
    requestFormat: null,
    responseFormat: null,
    timeout: '',
    ...change
  }
}

export function result(change: Partial<PassthroughResult> = {}): PassthroughResult {
  return {
    requestId: uuid(9),
    outcome: 'answered',
    method: 'GET',
    path: '/employees',
    region: 'default',
    connectorKey: 'HRIS:one',
    status: 200,
    responseId: 'body',
    headers: [['content-type', 'application/json']],
    bytes: 1234,
    complete: true,
    timing: { askedAt: 0, startedAt: 0, sentAt: 0, headAt: 400, doneAt: 412 },
    tries: 1,
    waits: [],
    error: null,
    advice: [],
    issues: [],
    ...change
  }
}

export function summary(change: Partial<BodySummary> = {}): BodySummary {
  return { kind: 'json', prettyLines: 3, rawLines: 1, values: 2, notices: [], tables: [], ...change }
}

export const line = (at: number, text = `"line ${at}"`): BodyLine => ({
  line: at,
  depth: 1,
  node: at,
  key: null,
  text,
  kind: 'string',
  comma: true,
  endLine: null,
  cut: 0
})

export function passthroughClient(...drafts: PassthroughDraft[]): FakeClient {
  const client = new FakeClient(appState())
  const tabs: DraftTab[] = drafts.map((one, at) => ({ id: uuid(at + 1), draft: one, requestId: null }))
  client.answer('passthrough:loadTabs', () => ({ tabs, activeId: tabs[0]?.id ?? null, unreadable: 0 }))
  client.answer('passthrough:keeping', () => ({ keeping: 'sealed', reason: null, message: '' }))
  client.answer('passthrough:listHistory', () => ({ entries: [], next: null }))
  client.answer('passthrough:listSaved', () => ({ folders: [], requests: [] }))
  client.answer('passthrough:variables', () => [])
  client.answer('passthrough:shelfFiles', () => [])
  client.answer('passthrough:connectorValues', () => [])
  client.answer('passthrough:keptValues', () => [])
  client.answer('passthrough:listMany', () => [])
  client.answer('passthrough:saveTab', () => undefined)
  client.answer('passthrough:closeTab', () => undefined)
  client.answer('passthrough:arrangeTabs', () => undefined)
  client.answer('passthrough:openResponse', () => summary())
  client.answer('passthrough:readLines', ({ from, count }) => ({
    total: 3,
    lines: [0, 1, 2].slice(from, from + count).map((at) => line(at))
  }))
  client.answer('passthrough:send', ({ requestId, draft }) =>
    result({ requestId, method: draft.method, path: draft.path })
  )
  return client
}
