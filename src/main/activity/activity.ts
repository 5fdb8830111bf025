import type { Request, Response } from '../../shared/ipc'
import type { AuditCheck } from '../../shared/activity/audit'
import type { FoundRecord, RecordedWorkspace } from '../../shared/activity/call'
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
  operator(): string
  /** Why no record of a change outlives this run (`unrecordedWhy`); null if one does. */
  unrecorded(): string | null
  /** At most once a second. */
  added(workspaceId: string, calls: number): void
  /** The store failed: for the log, never for the call. */
  failed(error: unknown): void
}

/** Writes calls together: after so many of them, or so many ms. */
const mostWaiting = 200
const writeAfterMs = 500
const tellEveryMs = 1_000
const exportedAtOnce = 5_000
/** More are only counted. */
const mostNamed = 5
const mostFindings = 50
const longest = 2_000

const reasons = {
  'disk-full': 'the disk is full',
  'read-only': 'the profile cannot be written to',
  newer: 'the history is of a newer version of this app',
  'in-use': 'another program uses the history',
  stopped: 'the history stopped',
  other: 'the history cannot be kept'
} as const

/** null if records outlive this run */
export const unrecordedWhy = ({ keeping, reason }: Keeping): string | null =>
  keeping === 'yes' ? null : reasons[reason ?? 'other']

/**
 * A mutation is written before it leaves and at its end, before anything continues: a kill in between leaves a record
 * without an answer.
 */
export class Activity {
  private waiting: LoggedCall[] = []
  private scheduled = false
  private readonly unseen = new Map<string, number>()
  private telling = false
  private readonly stopping = new AbortController()
  /** After a mutation or its outcome was recorded. */
  readonly changed = new Listeners()

  constructor(private readonly parts: ActivityParts) {}

  log = (call: LoggedCall): void => {
    this.waiting.push(call)
    if (this.waiting.length >= mostWaiting) void this.write()
    else if (!this.scheduled) void this.writeLater()
  }

  /**
   * @param mayGoUnrecorded the operator agreed to send it without a record
   * @returns a function that records its end
   * @throws AppError not-recorded: it must not leave
   */
  begin = async (call: LoggedCall, mayGoUnrecorded = false): Promise<(ended: LoggedCall) => Promise<void>> => {
    const { store, failed, unrecorded } = this.parts
    // Earlier calls come first.
    void this.write()
    const id = await store.beginCall({ call: this.rowOf(call), operator: this.operator() }).catch((error: unknown) => {
      failed(error)
      return null
    })
    // Only now: writing reveals a full disk.
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
   * Calls under way when the app ended without quitting, as after a kill, or on Linux with its D-Bus session.
   * @returns words for the operator, once; null for none
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

  /** The calls of one fetch, refresh or send are one entry. `total` counts at most 100,000 calls. */
  async list(of: Request<'activity:list'>): Promise<Response<'activity:list'>> {
    const { workspaceId, filters, before = null, limit } = of
    const newest = before === null
    await this.write(newest ? workspaceId : null)
    // The list already shows them.
    if (newest) this.unseen.delete(workspaceId)
    const { store } = this.parts
    const [{ calls, groups }, total] = await Promise.all([
      store.listGrouped({ workspaceId, filters, before, limit }),
      store.countCalls({ workspaceId, filters })
    ])
    const last = calls.length < limit ? undefined : calls.at(-1)
    return { calls, groups, next: last ? { at: last.at, id: last.id } : null, total }
  }

  async part(of: Request<'activity:part'>): Promise<Response<'activity:part'>> {
    await this.write()
    return { calls: await this.parts.store.listPart(of) }
  }

  async chart(of: Request<'activity:chart'>): Promise<Response<'activity:chart'>> {
    const { workspaceId, filters, ...spans } = of
    await this.write()
    return { buckets: await this.parts.store.chartCalls({ workspaceId, filters, spans }) }
  }

  /** As a file's text, newest first. */
  async export(
    of: Request<'activity:export'>,
    foundOf: (calls: readonly number[]) => Promise<ReadonlyMap<number, readonly FoundRecord[]>>
  ): Promise<{ text: string; calls: number }> {
    const { workspaceId, filters, format } = of
    await this.write()
    const text = exportText(format, workspaceId, await this.parts.store.verifyAudit())
    let calls = 0
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      const page = await this.parts.store.listCalls({ workspaceId, filters, before, limit: exportedAtOnce })
      text.add(page, await foundOf(page.filter(({ found }) => found).map(({ id }) => id)))
      calls += page.length
      const last = page.at(-1)
      if (!last || page.length < exportedAtOnce) return { text: text.end(), calls }
      before = last.id
    }
  }

  /** Checks the audit record of all workspaces. */
  async verify(): Promise<AuditCheck> {
    await this.write()
    const result = await this.parts.store.verifyAudit()
    return { ...result, findings: result.findings.slice(0, mostFindings) }
  }

  /** Workspaces with recorded mutations, latest first, also removed ones. */
  async workspaces(): Promise<RecordedWorkspace[]> {
    await this.write()
    return this.parts.store.recordedWorkspaces()
  }

  /** Keeps a removed workspace's name for as long as its mutations. */
  async keepName(workspaceId: string, name: string): Promise<void> {
    const { masker, store, failed } = this.parts
    const clean = cleanText(masker.mask)
    await store.keepWorkspaceName({ workspaceId, name: clean(name) }).catch(failed)
  }

  flush(): Promise<void> {
    return this.write()
  }

  /** Writes the waiting calls, and stops. */
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

  /** @param listed a workspace whose calls are about to be read, without an announcement */
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
    // These are the app's own names: a token with the same text must not change them.
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
  // Cuts twice: a secret at the cut must still be whole when it is masked.
  mask(oneLine(text.slice(0, longestText))).slice(0, longest)
