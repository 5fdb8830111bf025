import type { StaysWhy } from '../../../shared/passthrough/library'
import { sharedContent, type ItemPlace, type SharedContent } from '../../../shared/team/library-change'
import { AppError } from '../../../shared/errors'
import { storable, type WaitingChange } from '../../store/tables/team/outbox'
import { parsedJson } from '../change'
import type { TeamConnection } from '../connection'
import type { TeamStore } from '../store'
import type { SharedPlace } from '../places'

/** The saved requests of this desk: they are sealed, so only main can read and write them. */
export interface SharedLibrary {
  /** Why it stays here, or null for one that is not here @throws AppError while it cannot be read */
  contentOf(workspaceId: string, id: string): Promise<SharedContent | StaysWhy | null>
  /** false while it cannot be kept */
  take(
    of: { workspaceId: string; id: string; place: ItemPlace; change: string; isOwn: boolean },
    content: SharedContent
  ): Promise<boolean>
}

const atATime = 50
/** Of changes that the feed showed to fit: their size is known to be bounded. */
const read = 'SELECT id::text AS id, value::text AS value FROM connector_desk.change WHERE id = ANY ($1::uuid[])'

/** Contents of saved requests: fetched by the change that has them, and filled in as they leave. */
export class LibraryContents {
  /** Whether something could be neither read nor kept, as there is no key for now. */
  waits = false
  /** Whether the row of a request says now why it stays here. */
  keptBack = false

  constructor(
    private readonly store: TeamStore,
    private readonly library: SharedLibrary,
    private readonly connection: Pick<TeamConnection, 'query'>
  ) {}

  /** @returns whether anything is another one now */
  async fetch(): Promise<boolean> {
    for (let changed = false; ; changed = true) {
      const stale = await this.store.staleRequests({ limit: atATime })
      if (stale.length === 0) return changed
      const ids = [...new Set(stale.map(({ change }) => change))]
      const rows = await this.connection.query<{ id: string; value: string }>(read, [ids])
      const contents = new Map(rows.map(({ id, value }) => [id, sharedContent.safeParse(parsedJson(value)).data]))
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

  /** What can leave now, with its content; what is not here any more is dropped. */
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
        } else if (content) ready.push({ ...change, value: storable(content) })
        // A copy may come with the next piece of the feed.
        else if (change.value !== '"copy"') gone.push(change.id)
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
