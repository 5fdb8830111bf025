import type { StaysWhy } from '../../../shared/passthrough/library'
import { checkedContent, type ItemPlace, type SharedContent } from '../../../shared/team/library-change'
import { AppError } from '../../../shared/errors'
import { storable, type WaitingChange } from '../../store/tables/team/outbox'
import { parsedJson } from '../change'
import type { TeamConnection } from '../connection'
import type { TeamStore } from '../store'
import type { SharedPlace } from '../places'

/** Encrypted, so only main can read and write them. */
export interface SharedLibrary {
  /**
   * The content, or why it stays here; null if the request is gone.
   *
   * @throws AppError while unreadable
   */
  contentOf(workspaceId: string, id: string): Promise<SharedContent | StaysWhy | null>
  /** @returns false while it cannot be stored */
  take(
    of: { workspaceId: string; id: string; place: ItemPlace; change: string; isOwn: boolean },
    content: SharedContent
  ): Promise<boolean>
}

const atATime = 50
/** Only for changes that fit, which bounds their size. */
const read = 'SELECT id::text AS id, value::text AS value FROM connector_desk.change WHERE id = ANY ($1::uuid[])'

export class LibraryContents {
  /** True while an item waits for the key. */
  waits = false
  /** A request's row now shows why it stays. */
  keptBack = false

  constructor(
    private readonly store: TeamStore,
    private readonly library: SharedLibrary,
    private readonly connection: Pick<TeamConnection, 'query'>
  ) {}

  /** @returns true if any request changed */
  async fetch(): Promise<boolean> {
    for (let changed = false; ; changed = true) {
      const stale = await this.store.staleRequests({ limit: atATime })
      if (stale.length === 0) return changed
      const ids = [...new Set(stale.map(({ change }) => change))]
      const rows = await this.connection.query<{ id: string; value: string }>(read, [ids])
      const contents = new Map(rows.map(({ id, value }) => [id, checkedContent.safeParse(parsedJson(value)).data]))
      let taken = 0
      for (const one of stale) {
        const content = contents.get(one.change)
        if (content && (await this.library.take({ ...one, place: JSON.parse(one.place) as ItemPlace }, content)))
          taken++
      }
      this.waits ||= taken < stale.length
      if (taken === 0) return changed
    }
  }

  /** Adds contents, and drops changes of deleted requests. */
  async fill(changes: readonly WaitingChange[], places: readonly SharedPlace[]): Promise<WaitingChange[]> {
    const ready: WaitingChange[] = []
    const gone: string[] = []
    for (const change of changes) {
      if (change.kind !== 'request' || change.field !== 'content') ready.push(change)
      else {
        const content = await this.contentOf(change, places)
        if (content === 'later') {
          this.waits = true
          continue
        }
        if (typeof content === 'string') {
          await this.store.refuseChanges({ ids: [change.id], why: content })
          this.keptBack = true
        } else if (content) {
          const { checks, ...plain } = content
          ready.push({ ...change, value: storable(plain) })
          if (checks) ready.push({ ...change, id: besideOf(change.id), field: 'checked', value: storable(content) })
        } else if (change.value !== '"copy"') gone.push(change.id)
      }
    }
    if (gone.length > 0) await this.store.dropWaiting({ ids: gone })
    return ready
  }

  private async contentOf(
    { service, subject }: WaitingChange,
    places: readonly SharedPlace[]
  ): Promise<SharedContent | StaysWhy | null | 'later'> {
    try {
      for (const { workspaceId } of places.filter((one) => one.service === service && one.region === 'default')) {
        const content = await this.library.contentOf(workspaceId, subject)
        if (content) return content
      }
      return null
    } catch (thrown) {
      if (thrown instanceof AppError) return 'later'
      throw thrown
    }
  }
}

/** The same at each try, so that the team takes it once. */
const besideOf = (id: string) => id.slice(0, -1) + (parseInt(id.slice(-1), 16) ^ 1).toString(16)
