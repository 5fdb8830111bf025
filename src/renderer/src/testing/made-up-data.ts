import type {
  FetchExport,
  FetchProgress,
  CollectionRequest,
  CollectionRow,
  PastFetch,
  Reconciliation
} from '../../../shared/data/collection'
import { FakeClient } from './fake-client'
import { appState, workspace } from './made-up'
import { line, summary, uuid } from './passthrough'

const names = ['Annika Brandt', 'Jonas Wehrle', 'Mehmet Aydın', 'Clara Hofmeister', 'Tobias Kühn', 'Sofia Marchetti']
const columns = ['id', 'first_name', 'work_email', 'employment_status', 'start_date', 'manager.name', 'groups']

export function collectionRequest(change: Partial<CollectionRequest> = {}): CollectionRequest {
  return { path: '/api/hris/v1/employees', connectorKey: 'HRIS:one', params: {}, pageSize: 50, ...change }
}

/** After its third page. */
export function fetchProgress(change: Partial<FetchProgress> = {}): FetchProgress {
  return {
    fetchId: uuid(1),
    workspaceId: workspace().id,
    region: 'default',
    request: collectionRequest(),
    connectorName: 'Umber Textiles',
    state: 'walking',
    startedAt: Date.now() - 14_000,
    finishedAt: null,
    pages: 3,
    items: 150,
    repeated: 0,
    withoutId: 0,
    shortPages: 0,
    emptyPages: 0,
    bytes: 212_000,
    largestPage: 74_000,
    ignored: [],
    retries: 0,
    waits: 0,
    waitedMs: 0,
    pausedMs: 0,
    error: null,
    columns,
    moreColumns: false,
    resumable: false,
    exports: [],
    ...change
  }
}

export function endedFetch(change: Partial<FetchProgress> = {}): FetchProgress {
  return fetchProgress({ state: 'done', finishedAt: Date.now(), ...change })
}

export function collectionRow(index: number, asked: readonly string[], change: Partial<CollectionRow> = {}) {
  const name = names[index % names.length] ?? ''
  const values: Record<string, string | null> = {
    id: `rec-${index}`,
    first_name: name,
    work_email: `${name.split(' ')[0]?.toLowerCase()}@umber.example`,
    employment_status: index % 7 === 3 ? 'INACTIVE' : 'ACTIVE',
    start_date: index % 5 === 4 ? 'null' : '2023-04-11',
    'manager.name': index % 4 === 0 ? null : 'R. Castellanos',
    groups: '["grp-1","grp-7"]'
  }
  const page = Math.floor(index / 50) + 1
  const cells = asked.map((column) => values[column] ?? null)
  return { index, page, id: `rec-${index}`, repeated: false, cells, ...change } satisfies CollectionRow
}

export function fetchExport(change: Partial<FetchExport> = {}): FetchExport {
  return {
    id: uuid(70),
    format: 'ndjson',
    file: '/home/maya/Exports/employees.ndjson',
    state: 'writing',
    rows: 150,
    bytes: 198_000,
    error: null,
    notices: [],
    ...change
  }
}

export function reconciliation(change: Partial<Reconciliation> = {}): Reconciliation {
  return {
    items: 150,
    distinctIds: 148,
    repeated: 2,
    withoutId: 0,
    whole: true,
    byValue: [],
    moreValues: 0,
    ...change
  }
}

export function pastFetch(change: Partial<PastFetch> = {}): PastFetch {
  const { fetchId, workspaceId, region, connectorName } = fetchProgress()
  return {
    fetchId,
    workspaceId,
    region,
    request: collectionRequest({ params: { modified_after: '2025-11-01T00:00:00Z' } }),
    connectorName,
    state: 'interrupted',
    startedAt: Date.now() - 3_600_000,
    finishedAt: null,
    pages: 17,
    items: 850,
    ...change
  }
}

/** Its fetches start with three pages. */
export function dataClient(
  known: { open?: FetchProgress[]; past?: PastFetch[]; repeated?: readonly number[] } = {}
): FakeClient {
  const client = new FakeClient(appState())
  client.answer('data:list', () => ({ open: known.open ?? [], past: known.past ?? [] }))
  client.answer('data:start', ({ requestId, request }) => fetchProgress({ fetchId: requestId, request }))
  client.answer('data:rows', ({ from, count, columns }) => ({
    total: from + count,
    rows: Array.from({ length: count }, (_, at) =>
      collectionRow(from + at, columns, { repeated: known.repeated?.includes(from + at) ?? false })
    )
  }))
  client.answer('data:close', () => undefined)
  client.answer('data:forgetPast', () => undefined)
  client.answer('data:reconcile', () => reconciliation())
  client.answer('data:openRecord', ({ index }) => ({
    responseId: `record-${index}`,
    summary: summary({ prettyLines: 3, rawLines: 1 })
  }))
  client.answer('passthrough:readLines', ({ from, count }) => ({
    total: 3,
    lines: [0, 1, 2].slice(from, from + count).map((at) => line(at))
  }))
  client.answer('passthrough:readChildren', ({ node }) => {
    const one = (at: number, name: string, text: string, children = 0) =>
      ({ node: at, name, kind: children ? 'object' : 'string', text, cut: 0, children, repeated: false }) as const
    if (node === null) return { total: 1, nodes: [one(0, '', '', 3)] }
    if (node === 2) return { total: 1, nodes: [one(3, 'name', '"R. Castellanos"')] }
    return { total: 2, nodes: [one(1, 'id', '"rec-0"'), one(2, 'manager', '', 1)] }
  })
  return client
}
