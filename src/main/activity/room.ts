import type { ActivityCall, FoundOutcome, FoundRecord } from '../../shared/activity/call'
import { AppError } from '../../shared/errors'
import type { Clock } from '../base/clock'
import { exportName } from '../base/file-name'
import type { Area, Room } from '../base/room'
import type { EventName, EventPayload } from '../../shared/ipc'
import type { Place } from '../../shared/workspaces/place'
import type { Encryption } from '../secrets/encryption'
import type { Activity } from './activity'
import type { CallStore } from './store'

interface FoundParts {
  store: Pick<CallStore, 'addFound' | 'foundOf'>
  clock: Pick<Clock, 'now'>
  operator(): string
  /** null while the key of the history cannot be read */
  encrypting(): Promise<Encryption | null>
}

/** Binds an encrypted note to its record. */
const noteId = (call: number, foundAt: number) => `found ${call} ${foundAt}`

/** What operators found out about changes whose outcome was unknown. Earlier records stay. */
class Found {
  constructor(private readonly parts: FoundParts) {}

  /** Newest first, by call. */
  async of(workspaceId: string, calls: readonly number[]): Promise<ReadonlyMap<number, FoundRecord[]>> {
    if (calls.length === 0) return new Map()
    const rows = await this.parts.store.foundOf({ workspaceId, calls })
    const encryption = rows.some(({ note }) => note) ? await this.parts.encrypting() : null
    const found = new Map<number, FoundRecord[]>()
    for (const { call, note, ...row } of rows) {
      const record = { ...row, note: note ? opened(encryption, noteId(call, row.foundAt), note) : '' }
      found.set(call, [...(found.get(call) ?? []), record])
    }
    return found
  }

  /** @throws AppError not-found if the outcome is not unknown; keychain-locked if the note cannot be encrypted */
  async record(workspaceId: string, call: number, outcome: FoundOutcome, note: string): Promise<FoundRecord[]> {
    const foundAt = this.parts.clock.now()
    const encryption = note ? await this.parts.encrypting() : null
    if (note && !encryption)
      throw new AppError('keychain-locked', 'The note cannot be encrypted: nothing was recorded.')
    const encrypted = encryption && encryption.encrypt(noteId(call, foundAt), Buffer.from(note))
    const kept = { workspaceId, call, outcome, note: encrypted, foundAt, operator: this.parts.operator() }
    if (!(await this.parts.store.addFound(kept)))
      throw new AppError('not-found', 'The outcome of this request is not unknown, or its record is gone.')
    return (await this.of(workspaceId, [call])).get(call) ?? []
  }
}

function opened(encryption: Encryption | null, id: string, note: Uint8Array): string | null {
  try {
    return encryption && encryption.open(id, note).toString()
  } catch {
    return null
  }
}

/** A change whose outcome was unknown, and what operators found out about it, newest first. */
export type UnknownChange = Pick<ActivityCall, 'at' | 'method' | 'path' | 'forwarded' | 'subject' | 'operator'> & {
  found: readonly FoundRecord[]
}

export interface ActivityRoomParts {
  activity: Activity
  clock: Clock
  history: FoundParts['store'] & Pick<CallStore, 'unknownSends' | 'unknownAbout'>
  operator: FoundParts['operator']
  /** Has the key of the history. */
  library: Pick<FoundParts, 'encrypting'>
  workspaces: { list(): readonly { id: string; name: string }[] }
  /** @returns the file's name, null if the operator cancels */
  save(suggestedName: string, content: string): Promise<string | null>
  tell(id: string, words: string): void
  broadcast<E extends EventName>(event: E, payload: EventPayload<E>): void
}

export function openActivity(parts: ActivityRoomParts): Room<Area<'activity'>> & {
  /** By connector (`<category>:<id>`), oldest first. */
  unknownAbout(place: Place, keys: readonly string[]): Promise<ReadonlyMap<string, UnknownChange[]>>
} {
  const { activity, clock, history, library, operator } = parts
  const found = new Found({ store: history, clock, operator, encrypting: () => library.encrypting() })
  /** Also of a removed workspace. */
  const nameOf = async (id: string) =>
    parts.workspaces.list().find((one) => one.id === id)?.name ??
    (await activity.workspaces()).find(({ workspaceId }) => workspaceId === id)?.name ??
    ''
  return {
    async unknownAbout(place, keys) {
      const calls = await history.unknownAbout({ place, keys })
      const ends = await found.of(
        place.workspaceId,
        calls.map(({ id }) => id)
      )
      const byKey = new Map<string, UnknownChange[]>()
      for (const { id, connectorKey, at, method, path, forwarded, subject, operator } of calls) {
        const change = { at, method, path, forwarded, subject, operator, found: ends.get(id) ?? [] }
        byKey.set(connectorKey, [...(byKey.get(connectorKey) ?? []), change])
      }
      return byKey
    },
    handlers: {
      'activity:list': (of) => activity.list(of),
      'activity:part': (of) => activity.part(of),
      'activity:chart': (of) => activity.chart(of),
      'activity:unknownSends': async (of) => ({ calls: await history.unknownSends(of) }),
      'activity:found': async ({ workspaceId, id }) => ({ found: (await found.of(workspaceId, [id])).get(id) ?? [] }),
      'activity:recordFound': async ({ workspaceId, id, outcome, note }) => {
        const records = await found.record(workspaceId, id, outcome, note)
        parts.broadcast('activity:found', { id, outcome })
        return { found: records }
      },
      'activity:verify': () => activity.verify(),
      'activity:workspaces': async () => ({ workspaces: await activity.workspaces() }),
      'activity:export': async (of) => {
        const { text, calls } = await activity.export(of, (calls) => found.of(of.workspaceId, calls))
        const name = exportName(['activity', await nameOf(of.workspaceId)], clock.now(), of.format)
        const file = await parts.save(name, text)
        return file === null ? null : { file, calls }
      }
    },
    async begin() {
      const words = await activity.cutOffWords()
      if (words !== null) parts.tell('cut-off', words)
    },
    stop: () => activity.stop()
  }
}
