import type { Request, Response } from '../../shared/ipc'
import { category, categorySegment } from '../../shared/connectors/category'
import { AppError } from '../../shared/errors'
import { people } from '../../shared/issues/diagnosis'
import type {
  FetchProgress,
  CollectionRequest,
  IdComparison,
  ManyPart,
  Reconciliation,
  PastFetch
} from '../../shared/data/collection'
import { cancelled } from '../base/clock'
import { eitherOf } from '../base/jobs'
import { exportName } from '../base/file-name'
import { Spill, tidySpills } from './spill'
import type { Place } from '../../shared/workspaces/place'
import { readChosen } from '../base/chosen-file'
import type { Masker } from '../secrets/masker'
import type { ConnectorStore } from '../connectors/store'
import type { DataStore } from './store'
import { OpenRecords } from '../viewer/open-records'
import type { Responses } from '../viewer/responses'
import type { ResponseViews } from '../viewer/views'
import { textOfFile } from '../base/plain-text'
import { connectorNameOf } from './connector-name'
import { awaitSync, type SyncOf, type AwaitSyncParts } from './await-sync'
import { checkRequest, notKept, idFieldOf } from './check-request'
import { OpenFetch } from './open-fetch'
import { readIds } from './read-ids'
import { rowAt, rowsOf, valueIn, keptRows } from './rows'
import { DataFetch } from './fetch'
import { type ManyParts, queuedPart, fetchMany } from './fetch-many'
import { DigestSet } from '../http/digest-set'
import { parseExact } from '../../shared/exact-json'
import { cellOf, idOf, pickerOf } from './flatten'
import { Teller } from '../base/teller'

interface CountOf {
  place: Place
  request: Omit<CollectionRequest, 'connectorKey'>
  keys: readonly string[]
  signal: AbortSignal
  tell: (parts: ManyPart[]) => void
}

/**
 * Keeps no rows.
 * @throws AppError invalid-input with `fields`; errors of the place
 */
async function countMany(
  parts: ManyParts,
  { place, request, keys, signal, tell }: CountOf,
  note: (key: string, count: number) => void
): Promise<ManyPart[]> {
  checkRequest(request)
  const counted = [...new Set(keys)].map((key) => ({ part: queuedPart(key), ids: new DigestSet() }))
  const ids = new Map(counted.map((one) => [one.part, one.ids]))
  const told = () => counted.map(({ part }) => ({ ...part }))
  const teller = new Teller(() => tell(told()))
  const field = idFieldOf(request.path)
  await fetchMany(parts, {
    place,
    fetches: counted.map(({ part }) => ({ part, request })),
    signal,
    take(part, { items }) {
      for (const item of items) {
        const id = idOf(item, field)
        if (id !== null && ids.get(part)?.add(id) === false) part.repeated++
      }
    },
    changed(part) {
      const distinct = ids.get(part)?.size ?? 0
      if (part.state === 'done' && isOfAll(request, part.key) && distinct + part.repeated === part.items)
        note(part.key, distinct)
      teller.soon()
    }
  })
  teller.now()
  return told()
}

/** They change what a record holds, and not which records come. */
const ofEach: ReadonlySet<string> = new Set(['include_raw_data', 'include_custom_fields', 'expand'])

/** Whether it brings all people of the connector. */
function isOfAll({ path, params }: Omit<CollectionRequest, 'connectorKey'>, key: string): boolean {
  const of = category.safeParse(key.slice(0, key.indexOf(':'))).data
  return (
    of !== undefined &&
    path === `/api/${categorySegment(of)}/v1/${people[of]}` &&
    Object.keys(params).every((name) => ofEach.has(name))
  )
}

const harmless: ReadonlySet<string> = new Set([
  'modified_after',
  'include_raw_data',
  'include_custom_fields',
  'expand',
  'is_active',
  'category',
  'model',
  'source',
  'webhook_id',
  'connector_id',
  'webhook_action',
  'response_code',
  'created_at_from',
  'created_at_to',
  'errors_only'
])

/** Drops values of parameters that may hold personal data or tokens, and tokens in the path. */
function pastOf(progress: FetchProgress, masker: Pick<Masker, 'found'>): PastFetch {
  const shown = (text: string) => masker.found(text).reduce((rest, piece) => rest.replaceAll(piece, notKept), text)
  const { fetchId, workspaceId, region, connectorName, state, startedAt, finishedAt, pages, items } = progress
  const kept = Object.entries(progress.request.params).map(([name, value]) => [
    shown(name),
    harmless.has(name) && shown(value) === value ? value : notKept
  ])
  const request = {
    ...progress.request,
    path: shown(progress.request.path),
    params: Object.fromEntries(kept) as Record<string, string>
  }
  return { fetchId, workspaceId, region, request, connectorName, state, startedAt, finishedAt, pages, items }
}

const mostCounted = 10_000
const mostListed = 200

/** Counts the rows so far. @param by a column whose values are counted */
async function reconcile(fetch: DataFetch, by: string | null): Promise<Reconciliation> {
  const { items, repeated, withoutId, state } = fetch.progress
  const counted = by === null ? { byValue: [], moreValues: 0 } : await countBy(fetch, by)
  return { items, distinctIds: fetch.ids.size, repeated, withoutId, whole: state === 'done', ...counted }
}

async function countBy(fetch: DataFetch, by: string): Promise<Pick<Reconciliation, 'byValue' | 'moreValues'>> {
  const counts = new Map<string | null, number>()
  const beyond = new DigestSet()
  const valuesOf = pickerOf([by])
  for await (const { line } of keptRows(fetch)) {
    const [found] = valuesOf(parseExact(line))
    const value = found === null ? null : cellOf(found)
    const count = counts.get(value)
    if (count !== undefined || counts.size < mostCounted) counts.set(value, (count ?? 0) + 1)
    else beyond.add(value ?? '')
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  return {
    byValue: sorted.slice(0, mostListed).map(([value, count]) => ({ value, count })),
    moreValues: Math.max(0, sorted.length - mostListed) + beyond.size
  }
}

export interface DataParts extends ManyParts, AwaitSyncParts {
  history: DataStore & Pick<ConnectorStore, 'lastRecord' | 'noteCount'>
  responses: Pick<Responses, 'put' | 'drop'>
  views: Pick<ResponseViews, 'open'>
  /** Native dialogs; null if the operator cancels. */
  dialogs: {
    chooseFile(suggestedName: string): Promise<string | null>
    openFile(): Promise<string | null>
  }
  masker: Masker
  spillFolder: string
  /** A count of a fetch may change diagnoses of this place. */
  diagnosed: (place: Place) => void
  /** Called if a fetch could not be remembered; it continues. */
  failed: (error: unknown) => void
}

const largestList = 100_000_000

export class DataView {
  private readonly open = new Map<string, OpenFetch>()
  private readonly leaving = new Map<string, AbortController>()

  private readonly records: OpenRecords

  constructor(private readonly parts: DataParts) {
    this.records = new OpenRecords(parts.responses, parts.views)
  }

  tidy(): Promise<void> {
    return tidySpills(this.parts.spillFolder)
  }

  /**
   * `run` starts it. @throws AppError invalid-input with `fields`, no-token, errors of finding the token and of making
   * its file
   */
  async begin(
    { fetchId, place, request }: { fetchId: string; place: Place; request: CollectionRequest },
    asked: AbortSignal,
    tell: (progress: FetchProgress) => void
  ): Promise<OpenFetch> {
    checkRequest(request)
    const left = this.leftOf(place)
    const signal = eitherOf(asked, left)
    if (this.open.has(fetchId)) throw new AppError('invalid-input', 'This fetch is already open.')
    const { client, clock, workspaces, finder, history, masker, spillFolder, diagnosed, failed } = this.parts
    const target = await workspaces.target(place.workspaceId, place.region)
    const key = request.connectorKey
    const held = key === null ? null : await finder.find(place, target, key, signal)
    const connectorName = key === null ? '' : await connectorNameOf(history, place, key)
    const spill = await Spill.make(spillFolder, fetchId)
    if (left.aborted) {
      await spill.remove()
      throw cancelled()
    }
    const remember = async (fetch: FetchProgress) => {
      const { items, repeated, withoutId, startedAt } = fetch
      if (fetch.state === 'done' && withoutId === 0 && key !== null && isOfAll(request, key))
        if (await this.noteCount(place, key, items - repeated, startedAt)) diagnosed(place)
      await history.rememberFetch(pastOf(fetch, masker)).catch(failed)
    }
    const parts = { client, clock, spill, target, held, masker, tell, remember }
    const fetch = new DataFetch(parts, { fetchId, request, connectorName })
    signal.addEventListener('abort', () => fetch.cancel())
    if (signal.aborted) fetch.cancel()
    const opened = new OpenFetch(fetch)
    this.open.set(fetchId, opened)
    return opened
  }

  pause(fetchId: string, paused: boolean): FetchProgress {
    const { fetch } = this.get(fetchId)
    fetch.pause(paused)
    return fetch.progress
  }

  /** `run` resumes it. @throws AppError not-found, outdated */
  reopen(fetchId: string, asked: AbortSignal): OpenFetch {
    const opened = this.get(fetchId)
    const { fetch } = opened
    fetch.reopen()
    const signal = eitherOf(asked, this.leftOf(fetch.progress))
    signal.addEventListener('abort', () => fetch.cancel())
    if (signal.aborted) fetch.cancel()
    return opened
  }

  async close(fetchId: string): Promise<void> {
    const opened = this.get(fetchId)
    this.open.delete(fetchId)
    this.records.dropAll(`record:${fetchId}:`)
    await opened.close()
  }

  /** Newest first. */
  async list(place: Place): Promise<Response<'data:list'>> {
    const past = await this.parts.history.pastFetches(place)
    const open = [...this.open.values()]
      .map(({ fetch }) => fetch.progress)
      .filter(({ workspaceId, region }) => workspaceId === place.workspaceId && region === place.region)
    return {
      open: open.sort((a, b) => b.startedAt - a.startedAt),
      past: past.filter(({ fetchId }) => !this.open.has(fetchId))
    }
  }

  async forgetPast(fetchId: string): Promise<void> {
    await this.parts.history.forgetFetch({ fetchId })
  }

  rows({ fetchId, ...window }: Request<'data:rows'>): Promise<Response<'data:rows'>> {
    return rowsOf(this.get(fetchId).fetch, window)
  }

  /** @throws AppError not-found */
  async openRecord(fetchId: string, index: number): Promise<Response<'data:openRecord'>> {
    const line = await rowAt(this.get(fetchId).fetch, index)
    const record = { body: Buffer.from(line), contentType: 'application/json', complete: true, hidden: [] }
    return this.records.open(`record:${fetchId}:${index}`, record)
  }

  /** @throws AppError not-found */
  async rowText(fetchId: string, index: number, column: string | null): Promise<{ text: string | null }> {
    const line = await rowAt(this.get(fetchId).fetch, index)
    return { text: column === null ? line : valueIn(line, column) }
  }

  async export({ fetchId, format, columns }: Request<'data:export'>): Promise<Response<'data:export'>> {
    const opened = this.get(fetchId)
    const file = await this.parts.dialogs.chooseFile(this.nameFor(opened, format))
    return file === null ? null : this.get(fetchId).exports.begin(file, format, columns)
  }

  cancelExport(fetchId: string, exportId: string): void {
    this.get(fetchId).exports.cancel(exportId)
  }

  reconcile(fetchId: string, by: string | null): Promise<Response<'data:reconcile'>> {
    return reconcile(this.get(fetchId).fetch, by)
  }

  /** @param pasted null asks for a file @throws AppError invalid-input, too-large */
  async compareIds(fetchId: string, pasted: string | null): Promise<IdComparison | null> {
    const opened = this.get(fetchId)
    const text = pasted ?? (await this.chosenList())
    if (text === null) return null
    const list = await readIds(text)
    if (list.ids.size === 0) throw new AppError('invalid-input', 'There are no ids in this list.')
    return opened.compare(list)
  }

  async exportIds(fetchId: string): Promise<{ file: string } | null> {
    const opened = this.get(fetchId)
    const file = await this.parts.dialogs.chooseFile(this.nameFor(opened, 'csv', 'ids'))
    if (file === null) return null
    await opened.writeCompared(file)
    return { file }
  }

  async countMany(of: CountOf): Promise<ManyPart[]> {
    const noted: Promise<boolean>[] = []
    const startedAt = this.parts.clock.now()
    const note = (key: string, count: number) => void noted.push(this.noteCount(of.place, key, count, startedAt))
    const parts = await countMany(this.parts, this.endingWithPlace(of), note)
    if ((await Promise.all(noted)).includes(true)) this.parts.diagnosed(of.place)
    return parts
  }

  awaitSync(of: SyncOf): Promise<Response<'data:awaitSync'>> {
    return awaitSync(this.parts, this.endingWithPlace(of))
  }

  async forgetWorkspace(workspaceId: string): Promise<void> {
    this.leaving.get(workspaceId)?.abort()
    const its = [...this.open.keys()].filter((id) => this.get(id).fetch.progress.workspaceId === workspaceId)
    await Promise.all(its.map((id) => this.close(id)))
  }

  async stop(): Promise<void> {
    for (const leaving of this.leaving.values()) leaving.abort()
    await Promise.all([...this.open.keys()].map((id) => this.close(id)))
  }

  /** Never throws: a fetch is worth more than its count. @returns whether a diagnosis may differ now */
  private async noteCount(place: Place, key: string, count: number, startedAt: number): Promise<boolean> {
    const { history, clock, failed } = this.parts
    return history.noteCount({ place, key, count, startedAt, at: clock.now() }).catch((error: unknown) => {
      failed(error)
      return false
    })
  }

  private leftOf({ workspaceId }: Place): AbortSignal {
    const leaving = this.leaving.get(workspaceId) ?? new AbortController()
    this.leaving.set(workspaceId, leaving)
    return leaving.signal
  }

  private endingWithPlace<T extends { place: Place; signal: AbortSignal }>(of: T): T {
    return { ...of, signal: eitherOf(of.signal, this.leftOf(of.place)) }
  }

  private get(fetchId: string): OpenFetch {
    const opened = this.open.get(fetchId)
    if (!opened) throw new AppError('not-found', 'This fetch was closed.')
    return opened
  }

  /** As `hris-employees-umber-textiles-2026-03-01.csv`, with a region other than the default. */
  private nameFor({ fetch }: OpenFetch, ending: string, what = ''): string {
    const { request, connectorName, region } = fetch.progress
    const path = request.path.replace(/^\/api\//, '').replace(/(^|\/)v1\//, '$1')
    const customer = this.parts.masker.mask(connectorName)
    return exportName([path, customer, region === 'default' ? '' : region, what], this.parts.clock.now(), ending)
  }

  private async chosenList(): Promise<string | null> {
    const file = await this.parts.dialogs.openFile()
    return file === null ? null : textOfFile(await readChosen(file, largestList))
  }
}
