import { namesIn } from '../../../shared/passthrough/variables'
import type { ManyAnswer, ManyHead, ManyRun, ManySetup, ManyShape } from '../../../shared/passthrough/many'
import type { ConnectorRow } from '../../../shared/connectors/connector'
import type { FakeClient } from './fake-client'
import { row, workspace } from './made-up'
import { draft, passthroughClient, result, uuid } from './passthrough'

export const usualShape: ManyShape = {
  key: 'usual',
  fields: [
    ['', 'object'],
    ['data', 'list'],
    ['data[]', 'object'],
    ['data[].id', 'number'],
    ['total', 'number']
  ]
}

export function madeUpAnswer(place: number, change: Partial<ManyAnswer> = {}): ManyAnswer {
  return {
    ...{ place, id: uuid(1_000 + place), at: 1_763_500_000_000 + place, outcome: 'answered', status: 200 },
    ...{ providerError: null, ms: 900, bytes: 44_000, complete: true, content: 'json', shape: 'usual' },
    ...{ values: [], checks: null, error: null },
    ...change
  }
}

export const refusedBy = (place: number, status: number): ManyAnswer =>
  madeUpAnswer(place, { providerError: { status, code: null, message: 'Missing scope employees:read' }, bytes: 212 })

/** Customers 1, 2, … of Personio. */
export const personio = (many: number): ConnectorRow[] =>
  Array.from({ length: many }, (_, at) =>
    row('HRIS', `c${at + 1}`, {
      ...{ integration_slug: 'personio', end_user: `Customer ${at + 1}`, origin_id: `org-${at + 1}` }
    })
  )

/** Of the rows, in the workspace of `passthroughClient`. */
export function madeUpSetup(rows: readonly ConnectorRow[], change: Partial<ManySetup> = {}): ManySetup {
  return {
    workspaceId: workspace().id,
    region: 'default',
    name: 'employees',
    draft: draft({ connector: null }),
    asked: rows.map(({ key, record }) => ({
      connector: {
        ...{ key, tokenRef: null, originId: String(record['origin_id']), endUser: String(record['end_user']) },
        ...{ integrationSlug: String(record['integration_slug']), isTest: false }
      }
    })),
    columns: [],
    pace: { perProvider: 2, all: 8 },
    ...change
  }
}

export function madeUpHead(setup: ManySetup, change: Partial<ManyHead> = {}): ManyHead {
  return {
    ...{ id: uuid(700), workspaceId: setup.workspaceId, region: setup.region, name: setup.name, method: 'GET' },
    ...{ path: setup.draft.path, asked: setup.asked.length, answered: 0, startedAt: Date.now() - 5_000, endedAt: null },
    ...{ state: 'running', why: '' },
    ...change
  }
}

/** A run that has ended, with these answers. */
export function madeUpRun(
  setup: ManySetup,
  answers: readonly ManyAnswer[],
  shapes: readonly ManyShape[] = []
): ManyRun {
  const head = madeUpHead(setup, { state: 'done', answered: answers.length, endedAt: Date.now() })
  return { head, setup, answers: [...answers], shapes: [usualShape, ...shapes] }
}

/** Keeps the runs. Starts never end: a test reports their progress. */
export function manyClient(runs: readonly ManyRun[] = []): FakeClient {
  const client = passthroughClient()
  client.answer('passthrough:listMany', () => runs.map(({ head }) => head))
  client.answer('passthrough:openMany', ({ id }) => {
    const run = runs.find(({ head }) => head.id === id)
    if (!run) throw new Error(`no run ${id}`)
    return run
  })
  client.answer('passthrough:planMany', ({ asked, draft }) => ({
    variables: namesIn(draft.path).map((name) => ({ name, known: asked.length, values: ['x'] })),
    ...{ problems: [], leftOut: [], limits: [], takesMs: asked.length * 600, answerMs: 1_200 }
  }))
  client.answer('passthrough:startMany', () => new Promise(() => undefined))
  client.answer('passthrough:continueMany', () => new Promise(() => undefined))
  client.answer('passthrough:openEntry', ({ id }) => ({
    ...{ id, askedAt: 0, method: 'GET', path: '/employees', region: 'default', connector: null, outcome: 'answered' },
    ...{ status: 200, bytes: 1234, bodyDropped: null, draft: draft(), envelope: '', hasBody: true },
    result: result({ requestId: id })
  }))
  client.answer('passthrough:openBody', ({ id }) => ({ responseId: `body ${id}` }))
  return client
}
