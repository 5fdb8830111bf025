import type { Request, Response } from '../../shared/ipc'
import type { AuditCheck } from '../../shared/activity/audit'
import type { RecordedWorkspace } from '../../shared/activity/call'
import type { CallRow } from '../store/tables/activity/calls'
import { AppError } from '../../shared/errors'
import type { Keeping } from '../../shared/connectors/snapshot'
import type { Clock } from '../base/clock'
import type { LoggedCall } from '../http/call-log'
import { Listeners } from '../base/listeners'
import { oneLine } from '../base/plain-text'
import { longestText } from '../base/texts'
import { isNotOffered } from '../http/offered'
import { exportText } from './export-text'
import type { Masker } from '../secrets/masker'
import type { CallStore } from './store'

export interface ActivityParts {
  store: CallStore
  clock: Clock
  masker: Masker
  /** Who works with the app, for the audit record. */
  operator(): string
  /** Why no record of a change outlives this run (`unrecordedWhy`); null where one does. */
  unrecorded(): string | null
  /** Calls were kept: at most once a second. */
  added(workspaceId: string, calls: number): void
  /** Called with a store that failed: for the log, never for the call. */
  failed(error: unknown): void
}

/** Calls are written together: so many of them, or all after so many ms. */
const mostWaiting = 200
const writeAfterMs = 500
const tellEveryMs = 1_000
const exportedAtOnce = 5_000
/** More are counted, not named. */
const mostNamed = 5
/** What Verify tells of one by one. */
const mostFindings = 50
/** The longest text of a call that is kept, in characters. */
const longest = 2_000

const reasons = {
  'disk-full': 'the disk is full',
  'read-only': 'the profile cannot be written to',
  newer: 'the history is of a newer version of this app',
  'in-use': 'another program uses the history',
  stopped: 'the history stopped',
  other: 'the history cannot be kept'
} as const

/** Why no record outlives this run; null where one does. */
export const unrecordedWhy = ({ keeping, reason }: Keeping): string | null =>
  keeping === 'yes' ? null : reasons[reason ?? 'other']

/**
 * Every call of the app, kept with all known secrets masked. What changes something is written before it leaves and
 * when it ended, each time before anything goes on: a kill in between leaves the record of one without an answer.
 */
export class Activity {
  private waiting: LoggedCall[] = []
  private scheduled = false
  private readonly unseen = new Map<string, number>()
  private telling = false
  private readonly stopping = new AbortController()
  /** Something that changes something was kept, or its outcome was. */
  readonly changed = new Listeners()

  constructor(private readonly parts: ActivityParts) {}

  /** Takes a call that ended. */
  log = (call: LoggedCall): void => {
    this.waiting.push(call)
    if (this.waiting.length >= mostWaiting) void this.write()
    else if (!this.scheduled) void this.writeLater()
  }

  /**
   * Keeps a mutation before it leaves.
   *
   * @param mayGoUnrecorded whether the operator agreed that it leaves without a record
   * @returns what keeps its end
   * @throws AppError not-recorded: it must not leave
   */
  begin = async (call: LoggedCall, mayGoUnrecorded = false): Promise<(ended: LoggedCall) => Promise<void>> => {
    const { store, failed, unrecorded } = this.parts
    // What ended earlier comes first.
    void this.write()
    const id = await store.beginCall({ call: this.rowOf(call), operator: this.operator() }).catch((error: unknown) => {
      failed(error)
      return null
    })
    // Asked now: a disk that is full is found out by writing.
    const why = unrecorded() ?? (id === null ? 'the history refused it' : null)
    if (why !== null && !mayGoUnrecorded)
      throw new AppError('not-recorded', `This change cannot be recorded: ${why}. Nothing was sent.`)
    this.changed.call()
    return async (ended) => {
      const row = this.rowOf(ended)
      const operator = this.operator()
      const kept = id === null ? store.addCalls({ calls: [row], operator }) : store.endCall({ id, call: row, operator })
      await kept.then(() => this.note([row]), failed)
      this.changed.call()
    }
  }

  /**
   * What was under way when the app ended without quitting, as it does at a kill, or on Linux with its D-Bus session.
   * @returns words for the operator, once; null where nothing was
   */
  async cutOffWords(): Promise<string | null> {
    const calls = await this.parts.store.takeCutOffCalls({ operator: this.operator() })
    if (calls.length === 0) return null
    const many = calls.length === 1 ? 'a change was' : `${calls.length} changes were`
    const named = calls.slice(0, mostNamed).map(({ subject, forwarded, method, path }) => {
      const act = forwarded || `${method} ${path}`
      return subject ? `${subject}: ${act}` : act
    })
    const rest = calls.length > mostNamed ? `, and ${calls.length - mostNamed} more` : ''
    return `The app quit last time while ${many} in progress. ${named.join('; ')}${rest}. Each may or may not have been carried out, and is not sent again. Check the connectors; Activity has the records.`
  }

  /**
   * Newest first, with what colleagues changed, the calls of one fetch, refresh or send as one; `total` counts calls, no
   * further than 100,000.
   */
  async list(of: Request<'activity:list'>): Promise<Response<'activity:list'>> {
    const { workspaceId, filters, before = null, limit } = of
    const newest = before === null
    await this.write(newest ? workspaceId : null)
    // What the list holds is not announced again.
    if (newest) this.unseen.delete(workspaceId)
    const { store } = this.parts
    const [{ calls, groups }, total] = await Promise.all([
      store.listGrouped({ workspaceId, filters, before, limit }),
      store.countCalls({ workspaceId, filters })
    ])
    const last = calls.length < limit ? undefined : calls.at(-1)
    return { calls, groups, next: last ? { at: last.at, id: last.id } : null, total }
  }

  /** The calls that were part of one fetch, refresh or send, newest first. */
  async part(of: Request<'activity:part'>): Promise<Response<'activity:part'>> {
    await this.write()
    return { calls: await this.parts.store.listPart(of) }
  }

  async chart(of: Request<'activity:chart'>): Promise<Response<'activity:chart'>> {
    const { workspaceId, filters, ...spans } = of
    await this.write()
    return { buckets: await this.parts.store.chartCalls({ workspaceId, filters, spans }) }
  }

  /** All calls of this computer that a filter leaves, newest first, as a file's text. */
  async export(of: Request<'activity:export'>): Promise<{ text: string; calls: number }> {
    const { workspaceId, filters, format } = of
    await this.write()
    const text = exportText(format, workspaceId, await this.parts.store.verifyAudit())
    let calls = 0
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      const page = await this.parts.store.listCalls({ workspaceId, filters, before, limit: exportedAtOnce })
      text.add(page)
      calls += page.length
      const last = page.at(-1)
      if (!last || page.length < exportedAtOnce) return { text: text.end(), calls }
      before = last.id
    }
  }

  /** Looks whether what is kept of changes is what was written down, of all workspaces. */
  async verify(): Promise<AuditCheck> {
    await this.write()
    const result = await this.parts.store.verifyAudit()
    return { ...result, findings: result.findings.slice(0, mostFindings) }
  }

  /** Of which workspaces mutations are kept, those that are there as well: latest first. */
  async workspaces(): Promise<RecordedWorkspace[]> {
    await this.write()
    return this.parts.store.recordedWorkspaces()
  }

  /** Keeps what a workspace was called that is about to be removed, for as long as what it changed is kept. */
  async keepName(workspaceId: string, name: string): Promise<void> {
    const { masker, store, failed } = this.parts
    const clean = cleanText(masker.mask)
    await store.keepWorkspaceName({ workspaceId, name: clean(name) }).catch(failed)
  }

  /** Writes what still waits. */
  flush(): Promise<void> {
    return this.write()
  }

  /** Writes what still waits, and waits no more. */
  async stop(): Promise<void> {
    this.stopping.abort()
    await this.write()
  }

  private async writeLater(): Promise<void> {
    this.scheduled = true
    await this.parts.clock.sleep(writeAfterMs, this.stopping.signal).catch(() => undefined)
    this.scheduled = false
    await this.write()
  }

  /** @param listed the workspace whose calls are about to be read: they need no announcement */
  private async write(listed: string | null = null): Promise<void> {
    if (this.waiting.length === 0) return
    const calls = this.waiting.map((call) => this.rowOf(call))
    this.waiting = []
    const unlisted = calls.filter(({ workspaceId }) => workspaceId !== listed)
    const kept = this.parts.store.addCalls({ calls, operator: this.operator() })
    await kept.then(() => this.note(unlisted), this.parts.failed)
  }

  private operator(): string {
    return cleanText(this.parts.masker.mask)(this.parts.operator())
  }

  private rowOf(call: LoggedCall): CallRow {
    const clean = cleanText(this.parts.masker.mask)
    const { path, query, subject, forwarded, connectorKey, method, requestId } = call
    // Names of ours: no token makes others of them.
    const named = cleanText((text) => text)
    return {
      ...call,
      method: named(method),
      path: clean(path),
      query: clean(query),
      subject: clean(subject),
      forwarded: clean(forwarded),
      connectorKey: named(connectorKey),
      probe: call.probe || isNotOffered(call),
      requestId: requestId === null ? null : clean(requestId)
    }
  }

  private note(calls: readonly CallRow[]): void {
    for (const { workspaceId } of calls) this.unseen.set(workspaceId, (this.unseen.get(workspaceId) ?? 0) + 1)
    if (!this.telling) void this.tell()
  }

  private async tell(): Promise<void> {
    this.telling = true
    while (this.unseen.size > 0 && !this.stopping.signal.aborted) {
      const unseen = [...this.unseen]
      this.unseen.clear()
      for (const [workspaceId, calls] of unseen) this.parts.added(workspaceId, calls)
      await this.parts.clock.sleep(tellEveryMs, this.stopping.signal).catch(() => undefined)
    }
    this.telling = false
  }
}

const cleanText = (mask: (text: string) => string) => (text: string) =>
  // Cut twice: what is masked is to hold whole what it holds up to the end that is kept.
  mask(oneLine(text.slice(0, longestText))).slice(0, longest)
