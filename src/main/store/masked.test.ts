import { expect, it } from 'vitest'
import { storeTexts } from '../app/store-texts'
import type { StoreMethods } from '../app/store'
import { promised } from '../base/promised'
import { maskerOf } from '../secrets/testing'
import { callRow } from './tables/activity/testing'
import { maskedStore } from './masked'

const token = 'ct_practice_8fK2mQ7x'
const place = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'default' as const }
const filters = { text: `of ${token}`, categories: [], endUser: token }

const taken: unknown[] = []
const methods = new Proxy({} as StoreMethods, { get: () => (of: object) => taken.push(of) })
const storeWith = (...tokens: string[]) =>
  maskedStore(
    promised(() => methods),
    maskerOf(...tokens),
    storeTexts
  )
async function given<K extends keyof StoreMethods>(method: K, of: object, ...tokens: string[]): Promise<unknown> {
  await (storeWith(...tokens)[method] as (of: object) => Promise<unknown>)(of)
  return taken.at(-1)
}

const head = { workspaceId: place.workspaceId, region: 'default', connector: null, method: 'GET', path: `/x/${token}` }
const noted = {
  ...{ act: 'create-mapping', outcome: 'done', message: token },
  field: { id: 'f', name: token, category: null, model: null },
  mapping: null,
  cascade: []
}
const texts: [name: string, method: keyof StoreMethods, of: object][] = [
  ['a name of a workspace', 'keepWorkspaceName', { workspaceId: 'w', name: `For ${token}` }],
  ['a call', 'addCalls', { calls: [{ ...callRow(), subject: token, path: `/${token}` }], operator: token }],
  ['the beginning of a change', 'beginCall', { call: { ...callRow(), forwarded: token }, operator: '' }],
  ['the end of a change', 'endCall', { id: 1, call: { ...callRow(), requestId: token }, operator: '' }],
  [
    'the head of a send, which is JSON',
    'beginSent',
    { id: 's', workspaceId: 'w', at: 1, isRead: true, head: JSON.stringify(head), words: ` ${token}`, parts: [] }
  ],
  [
    'a saved request',
    'putSaved',
    { workspaceId: 'w', folders: [{ id: 'f', parentId: null, name: token }], requests: [] }
  ],
  ['a moved request', 'moveSaved', { workspaceId: 'w', id: 's', folderId: null, name: token }],
  ['a variable', 'putVariables', { workspaceId: 'w', variables: [{ name: 'a', value: token }] }],
  ['a pasted field', 'putPastedField', { place, id: 'f', name: token, at: 1 }],
  [
    'the lookups, which are JSON',
    'keepLookups',
    {
      place,
      readAt: 1,
      content: JSON.stringify({ integrations: [{ slug: 'a', name: token, categories: [] }], models: [] })
    }
  ],
  ['the change log, which is JSON', 'addToChangeLog', { place, at: 1, entry: JSON.stringify(noted), operator: token }],
  ['a filter', 'saveFilter', { workspaceId: 'w', id: 'f', name: 'a', filters }],
  ['a line of a note', 'changeIssues', { place, keys: ['HRIS:a'], change: { appended: `Ask ${token}` }, now: 1 }],
  ['a note', 'changeIssues', { place, keys: ['HRIS:a'], change: { note: `Ask ${token}`, owner: token }, now: 1 }],
  [
    'a record',
    'seeOne',
    {
      place,
      row: {
        key: 'HRIS:a',
        category: 'HRIS',
        record: { id: 'a', note: Buffer.from(token).toString('base64'), [token]: { [token]: [token] } }
      },
      at: 1
    }
  ],
  [
    'what a team says',
    'receiveChanges',
    {
      changes: [
        {
          ...{ seq: 1, at: 1, id: 'a', desk: 'd', account: 'ada', operator: token, service: 'https://a', subject: 's' },
          ...{ kind: 'case', field: 'note', value: `Ask ${token}` }
        }
      ],
      unread: [],
      readTo: 1
    }
  ]
]

it.each(texts)('@attack %s reaches no table with a token in it', async (_, method, of) => {
  const kept = JSON.stringify(await given(method, of, token))
  expect(kept).toContain('[token]')
  expect(kept).not.toContain(token)
  expect(kept).not.toContain(Buffer.from(token).toString('base64'))
})

it('leaves what is sealed, and what holds no token, as it is', async () => {
  const of = {
    ...{ id: 's', workspaceId: 'w', outcome: 'answered', status: 200, bytes: 2, head: '{}', words: 'plain' },
    parts: [{ part: 'result', content: new Uint8Array([1, 2]), file: null, bytes: 2 }]
  }
  expect(await given('endSent', of, token)).toBe(of)
})
