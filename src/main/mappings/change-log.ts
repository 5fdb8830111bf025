import { AppError } from '../../shared/errors'
import { placeOf, type Place } from '../../shared/workspaces/place'
import { changeLogEntry, type ChangeLogEntry } from '../../shared/mappings/change-log'
import type { Masker } from '../secrets/masker'
import type { MappingStore } from './store'
import { inEffect, type InEffect } from './in-effect'
import { byteOrderMark, csvLines } from '../base/csv'

const columns: Record<string, (entry: ChangeLogEntry) => unknown> = {
  id: ({ id }) => id,
  at: ({ at }) => new Date(at).toISOString(),
  region: ({ region }) => region,
  act: ({ act }) => act,
  outcome: ({ outcome }) => outcome,
  message: ({ message }) => message,
  operator: ({ operator }) => operator,
  field_id: ({ field }) => field.id,
  field_name: ({ field }) => field.name,
  category: ({ field }) => field.category,
  model: ({ field }) => field.model,
  mapping_id: ({ mapping }) => mapping?.id,
  // A mapping deleted by its id alone has no known scope.
  scope: ({ mapping }) => (mapping?.scopeName === '' ? 'unknown' : mapping?.scope.kind),
  scope_id: ({ mapping }) => (mapping?.scope.kind === 'integration' ? mapping.scope.slug : mapping?.scope.key),
  scope_name: ({ mapping }) => mapping?.scopeName,
  expression: ({ mapping }) => mapping?.expression,
  expression_before: ({ mapping }) => mapping?.before,
  cascade: ({ cascade }) => (cascade.length > 0 ? cascade : null)
}

function changeLogCsv(entries: readonly ChangeLogEntry[]): string {
  const lines = entries.map((entry) => Object.values(columns).map((value) => value(entry)))
  return byteOrderMark + csvLines([Object.keys(columns), ...lines])
}

function changeLogJson(entries: readonly ChangeLogEntry[]): string {
  return `${JSON.stringify(entries, null, 2)}\n`
}

export type Noted = Omit<ChangeLogEntry, 'id' | 'at' | 'workspaceId' | 'region' | 'operator' | 'elsewhere'>

const chunk = 500
const newest = Number.MAX_SAFE_INTEGER

/** What this computer and other desks of its team did at the service. Holds no token: a connector has its key here. */
export class ChangeLog {
  constructor(
    private readonly store: Pick<MappingStore, 'addToChangeLog' | 'updateChangeLog' | 'changeLog'>,
    private readonly now: () => number,
    /** @returns the file's name, null if the operator cancels */
    private readonly save: (name: string, content: string) => Promise<string | null>,
    private readonly masker: Pick<Masker, 'clean' | 'mask'>,
    private readonly operator: () => string,
    private readonly changed: () => void = () => undefined
  ) {}

  /** Runs before the request leaves, so the log has the write even if the app dies. @returns the entry's id */
  begin(place: Place, noted: Noted): Promise<number> {
    const cutOff: Noted = { ...noted, outcome: 'unknown', message: 'The app ended before an answer came.' }
    return this.store.addToChangeLog({
      place: placeOf(place),
      at: this.now(),
      entry: this.entryOf(cutOff),
      operator: this.name()
    })
  }

  /** The write is done: a failure here must not hide its outcome. */
  async end(id: number, noted: Noted): Promise<void> {
    await this.store.updateChangeLog({ id, entry: this.entryOf(noted), operator: this.name() }).catch(() => undefined)
    this.changed()
  }

  /** Newest first. @param before the `next` of the page before */
  async list(workspaceId: string, before = newest, limit = chunk) {
    const rows = await this.store.changeLog({ workspaceId, before, limit })
    const entries = rows.flatMap(({ id, region, at, entry, operator, elsewhere }) => {
      const read = changeLogEntry.safeParse({
        ...{ ...parsed(entry), id, workspaceId, region, at, operator },
        ...(elsewhere === 1 && { elsewhere: true })
      })
      return read.success ? [read.data] : []
    })
    return { entries, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
  }

  /** @throws AppError not-found */
  async entry({ workspaceId, region }: Place, id: number): Promise<ChangeLogEntry> {
    const [entry] = (await this.list(workspaceId, id + 1, 1)).entries
    if (entry?.id === id && entry.region === region) return entry
    throw new AppError('not-found', 'This change is not in the change log.')
  }

  async inEffect({ workspaceId, region }: Place): Promise<InEffect> {
    const entries = await this.all(workspaceId)
    // Entries of another desk may arrive long after their time.
    const here = entries.filter((entry) => entry.region === region).reverse()
    return inEffect(here.sort((a, b) => a.at - b.at))
  }

  async export(workspaceId: string, format: 'csv' | 'json') {
    const entries = await this.all(workspaceId)
    const name = `mappings-ledger-${new Date(this.now()).toISOString().slice(0, 10)}.${format}`
    const file = await this.save(name, format === 'csv' ? changeLogCsv(entries) : changeLogJson(entries))
    return file === null ? null : { file, entries: entries.length }
  }

  private name(): string {
    return this.masker.mask(this.operator())
  }

  /** A service may repeat a token in a field's name. */
  private entryOf(noted: Noted): string {
    return JSON.stringify(this.masker.clean(changeLogEntry, noted))
  }

  private async all(workspaceId: string): Promise<ChangeLogEntry[]> {
    const all: ChangeLogEntry[] = []
    for (let before: number | null = newest; before !== null;) {
      const page: Awaited<ReturnType<ChangeLog['list']>> = await this.list(workspaceId, before)
      all.push(...page.entries)
      before = page.next
    }
    return all
  }
}

function parsed(entry: string): object {
  try {
    return JSON.parse(entry) as object
  } catch {
    return {}
  }
}
