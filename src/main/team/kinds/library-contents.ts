import type { StaysWhy } from '../../../shared/passthrough/library'
import {
  checkedContent,
  shelfContent,
  type ItemPlace,
  type SharedContent,
  type SharedShelf
} from '../../../shared/team/library-change'
import { AppError } from '../../../shared/errors'
import { customerContacts, type CustomerContacts } from '../../../shared/mail/contact'
import { storable, type WaitingChange } from '../../store/tables/team/outbox'
import { parsedJson } from '../change'
import type { TeamConnection } from '../connection'
import type { TeamStore } from '../store'
import type { SharedPlace } from '../places'
import type { ContentKind, StaleItem } from './library'

type Taken = Pick<StaleItem, 'workspaceId' | 'id' | 'change'>

/** Encrypted, so only main can read and write them. */
export interface SharedLibrary {
  /**
   * The content, or why it stays here; null if the request is gone.
   *
   * @throws AppError too-large, or invalid-input if no desk could read it; another while it cannot be opened
   */
  contentOf(workspaceId: string, id: string): Promise<SharedContent | StaysWhy | null>
  /** @returns false while it cannot be stored */
  take(of: Taken & { place: ItemPlace; isOwn: boolean }, content: SharedContent): Promise<boolean>
  /** As `contentOf`, of a file on the shelf. */
  shelfOf(workspaceId: string, id: string): Promise<{ content: SharedShelf; parts: string[] } | StaysWhy | null>
  /** @returns as `take` @throws AppError invalid-input if no desk can read it */
  takeShelf(of: Taken, content: SharedShelf, parts: readonly string[]): Promise<boolean>
  /** As `contentOf`, of a customer's contacts. */
  contactsOf(workspaceId: string, id: string): Promise<CustomerContacts | null>
  /** @returns as `take` */
  takeContacts(of: Taken & { isOwn: boolean }, content: CustomerContacts): Promise<boolean>
  /** The feed was read: what mappings are kept right by follows it. */
  exchanged(): Promise<void>
}

const atATime = 50
/** Only for changes that fit, which bounds their size. */
const read = 'SELECT id::text AS id, value::text AS value FROM connector_desk.change WHERE id = ANY ($1::uuid[])'

export class LibraryContents {
  /** True while an item waits for the key. */
  waits = false
  /** An item's row now shows why it stays. */
  keptBack = false

  constructor(
    private readonly store: TeamStore,
    private readonly library: SharedLibrary,
    private readonly connection: Pick<TeamConnection, 'query'>
  ) {}

  /** @returns true if any item changed */
  async fetch(): Promise<boolean> {
    const requests = await this.fetchAll('request', atATime, async (stale, value) => {
      const content = checkedContent.safeParse(value).data
      return content ? this.library.take({ ...stale, place: JSON.parse(stale.place) as ItemPlace }, content) : false
    })
    const shelves = await this.fetchAll('shelf', 1, (stale, value) => this.takeShelf(stale, value))
    const contacts = await this.fetchAll('contact', atATime, async (stale, value) => {
      const content = customerContacts.safeParse(value).data
      return content ? this.library.takeContacts(stale, content) : false
    })
    await this.library.exchanged()
    return requests || shelves || contacts
  }

  private async fetchAll(
    kind: ContentKind,
    limit: number,
    take: (stale: StaleItem, value: unknown) => Promise<boolean>
  ): Promise<boolean> {
    // Each once, so that this ends whatever the team holds.
    const done = new Set<string>()
    for (let changed = false; ; changed = true) {
      const keyOf = ({ workspaceId, id }: StaleItem) => `${workspaceId} ${id}`
      const stale = (await this.store.staleItems({ kind, limit })).filter((one) => !done.has(keyOf(one)))
      if (stale.length === 0) return changed
      for (const one of stale) done.add(keyOf(one))
      const values = await this.values([...new Set(stale.map(({ change }) => change))])
      let taken = 0
      for (const one of stale) if (await take(one, values.get(one.change))) taken++
      this.waits ||= taken < stale.length
      if (taken === 0) return changed
    }
  }

  private async takeShelf(stale: StaleItem, value: unknown): Promise<boolean> {
    const content = shelfContent.safeParse(value).data
    const ids = Array.from({ length: content?.parts ?? 0 }, (_, at) => besideOf(stale.change, at + 1))
    const found = await this.values(ids)
    const parts = ids.flatMap((id) => String(found.get(id) ?? []))
    try {
      if (content) return await this.library.takeShelf(stale, content, parts)
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.code !== 'invalid-input') throw thrown
    }
    await this.store.dropContent(stale)
    return true
  }

  private async values(ids: readonly string[]): Promise<Map<string, unknown>> {
    const rows = await this.connection.query<{ id: string; value: string }>(read, [ids])
    return new Map(rows.map(({ id, value }) => [id, parsedJson(value)]))
  }

  /** Adds contents, and drops changes of deleted items. */
  async fill(changes: readonly WaitingChange[], places: readonly SharedPlace[]): Promise<WaitingChange[]> {
    const ready: WaitingChange[] = []
    const gone: string[] = []
    for (const change of changes) {
      if (!Object.hasOwn(changesOf, change.kind) || change.field !== 'content') ready.push(change)
      // Megabytes: one at a time.
      else if (change.kind === 'shelf' && ready.at(-1)?.kind === 'shelf') break
      else {
        const content = await this.contentOf(change, places)
        if (content === 'later') {
          this.waits = true
          continue
        }
        if (typeof content === 'string') {
          await this.store.refuseChanges({ ids: [change.id], why: content })
          this.keptBack = true
        } else if (content) ready.push(...content)
        else if (change.value !== '"copy"') gone.push(change.id)
      }
    }
    if (gone.length > 0) await this.store.dropWaiting({ ids: gone })
    return ready
  }

  /** The changes that bring it to the team. */
  private async contentOf(
    change: WaitingChange,
    places: readonly SharedPlace[]
  ): Promise<WaitingChange[] | StaysWhy | null | 'later'> {
    const { service, kind, subject } = change
    const of = changesOf[kind as ContentKind]
    try {
      for (const { workspaceId } of places.filter((one) => one.service === service && one.region === 'default')) {
        const content = await of(this.library, change, workspaceId, subject)
        if (content) return content
      }
      return null
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      return thrown.code === 'too-large' ? 'too-large' : thrown.code === 'invalid-input' ? 'unreadable' : 'later'
    }
  }
}

async function requestChanges(library: SharedLibrary, change: WaitingChange, workspaceId: string, id: string) {
  const content = await library.contentOf(workspaceId, id)
  if (content === null || typeof content === 'string') return content
  const { checks, ...plain } = content
  const beside = { ...change, id: besideOf(change.id, 1), field: 'checked', value: storable(content) }
  return [{ ...change, value: storable(plain) }, ...(checks ? [beside] : [])]
}

async function shelfChanges(library: SharedLibrary, change: WaitingChange, workspaceId: string, id: string) {
  const shelf = await library.shelfOf(workspaceId, id)
  if (shelf === null || typeof shelf === 'string') return shelf
  const parts = shelf.parts.map((part, at) => ({
    ...change,
    ...{ id: besideOf(change.id, at + 1), field: 'part', value: storable(part) }
  }))
  return [...parts, { ...change, value: storable(shelf.content) }]
}

async function contactChanges(library: SharedLibrary, change: WaitingChange, workspaceId: string, id: string) {
  const content = await library.contactsOf(workspaceId, id)
  return content && [{ ...change, value: storable(content) }]
}

const changesOf = { request: requestChanges, shelf: shelfChanges, contact: contactChanges } as const

/** The same at each try, so that the team takes it once. @param number below 65,536 */
const besideOf = (id: string, number: number) =>
  id.slice(0, -4) + (parseInt(id.slice(-4), 16) ^ number).toString(16).padStart(4, '0')
