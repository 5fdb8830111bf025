import type { ShelfHead } from '../../../shared/passthrough/shelf'
import type { ShelfFileOfTeam } from '../../store/tables/library/shelf-files'
import type { Shelf, Shelves } from '../library/shelves'

/** `writes`: ids of operations that the operator marked as writes. `isEarlier`: the team's file replaced it. */
export interface KeptHead {
  head: ShelfHead
  writes: string[]
  isEarlier?: true
}

export interface KeptFile {
  integration: string
  /** The file beside the current one. */
  isNewer: boolean
  kept: KeptHead
}

/** `id`: what the team calls it; null without a team. */
export type ListedFile = KeptFile & Pick<ShelfFileOfTeam, 'id' | 'stays' | 'shared'>
type OfTeam = { id: string; change: string }

/** Files of APIs, encrypted like saved requests: on disk, or in memory without a key. */
export class ShelfFiles {
  constructor(private readonly shelves: Shelves) {}

  /** The newer file of an integration comes after its current one. */
  async list(workspaceId: string): Promise<ListedFile[]> {
    const answers = await this.shelves.ask(({ store }) => store.shelfFiles({ workspaceId }))
    return answers.flatMap(({ shelf, value }) => value.map((row) => keptOf(shelf, workspaceId, row)))
  }

  /** Compressed. */
  async content(workspaceId: string, integration: string, isNewer: boolean): Promise<Uint8Array | null> {
    const of = { workspaceId, integration, newer: isNewer ? (1 as const) : (0 as const) }
    for (const { shelf, value } of await this.shelves.ask(({ store }) => store.shelfContent(of))) {
      if (value) return shelf.key.openLarge(boundTo(workspaceId, integration, of.newer), value)
    }
    return null
  }

  /** Whether it can be encrypted. */
  async canKeep(): Promise<boolean> {
    return (await this.shelves.encrypting()) !== null
  }

  /**
   * @param content null: the head changed alone
   * @param team the change that brought it from the team
   * @returns false if a change of this desk stays in its place
   */
  async put(
    workspaceId: string,
    { integration, isNewer, kept }: KeptFile,
    content: Uint8Array | null,
    team: OfTeam | null = null
  ): Promise<boolean> {
    const shelf = await this.shelves.forEncrypted()
    const newer = isNewer ? 1 : 0
    const place = boundTo(workspaceId, integration, newer)
    const head = shelf.encrypt(`${place} head`, kept)
    const encrypted = content && new Uint8Array(await shelf.key.encryptLarge(place, content))
    if (!(await shelf.store.putShelfFile({ workspaceId, integration, newer, head, content: encrypted, team })))
      return false
    for (const other of this.shelves.all())
      if (content && other !== shelf)
        await other.store.removeShelfFile({ workspaceId, integration, newer, forGood: false })
    return true
  }

  async remove(workspaceId: string, integration: string, isNewer: boolean): Promise<void> {
    const newer = isNewer ? 1 : 0
    await this.shelves.ask(({ store }) => store.removeShelfFile({ workspaceId, integration, newer, forGood: true }))
  }

  async encryptFromMemory(): Promise<void> {
    const from = this.shelves.onlyInMemory()
    if (!from) return
    for (const workspaceId of await from.store.shelfWorkspaces()) {
      for (const row of await from.store.shelfFiles({ workspaceId })) {
        const file = keptOf(from, workspaceId, row)
        await this.put(workspaceId, file, await this.content(workspaceId, file.integration, file.isNewer))
      }
    }
  }
}

const boundTo = (workspaceId: string, integration: string, newer: 0 | 1) =>
  `shelf ${workspaceId} ${integration} ${newer}`

function keptOf(
  shelf: Shelf,
  workspaceId: string,
  { integration, newer, head, id, stays, shared }: ShelfFileOfTeam
): ListedFile {
  const kept = shelf.open(`${boundTo(workspaceId, integration, newer)} head`, head) as KeptHead
  return { integration, isNewer: newer === 1, kept, id, stays, shared }
}
