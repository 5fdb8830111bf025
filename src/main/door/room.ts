import { toAppError } from '../../shared/errors'
import type { EventName, EventPayload } from '../../shared/ipc'
import type { Area, Room } from '../base/room'
import { knownNames, type KnownNames } from '../support/room'
import type { Policy } from '../policy/policy'
import type { SettingsStore } from '../settings/settings-schema'
import { Dispatcher, isAllowed, type DispatchParts } from './dispatch'
import { Drafts } from './drafts'
import { Door } from './socket'

export interface DoorParts extends Omit<DispatchParts, 'drafts' | 'names' | 'handlers' | 'failed' | 'now'> {
  profile: string
  settings: SettingsStore
  policy: Policy
  /** The window's answers, once all rooms are open. */
  answers(): DispatchParts['handlers']
  broadcast<E extends EventName>(event: E, payload: EventPayload<E>): void
  failed(what: string): (error: unknown) => void
}

/** What assistants and scripts may ask, and the drafts that they leave for a person. */
export function openDoor(parts: DoorParts): Room<Area<'door'>> & {
  /** After Settings changed: who may ask, or that nobody may. */
  follow(): Promise<void>
} {
  const { broadcast, clock, failed, history, policy, profile, settings, workspaces } = parts
  const drafts = new Drafts(() => broadcast('door:draftsChanged', {}))
  let known: Promise<KnownNames> | null = null
  let problem: string | null = null
  let turn = Promise.resolve()

  const dispatcher = new Dispatcher({
    ...parts,
    get handlers() {
      return parts.answers()
    },
    drafts,
    now: clock.now,
    names: async () => (await namesNow()).names,
    failed: failed('Door')
  })
  const door = new Door(profile, (asked, kind, signal) => dispatcher.answer(asked, kind, signal))

  /** Reads only what came since: there may be 100,000 connectors. */
  function namesNow(): Promise<KnownNames> {
    const before = known
    const now = (async () => knownNames(settings.get(), history, policy, (await before) ?? undefined))()
    known = now
    now.catch(() => (known = null))
    return now
  }

  const follow = (): Promise<void> => {
    turn = turn.then(async () => {
      const wanted = isAllowed(policy) && workspaces.list().some(({ outside }) => outside !== undefined)
      problem = await (wanted ? door.open() : door.close()).then(
        () => null,
        (error: unknown) => toAppError(error).message
      )
      broadcast('door:draftsChanged', {})
    })
    return turn
  }

  return {
    follow,
    handlers: {
      'door:drafts': async () => ({ drafts: [...drafts.list()], problem }),
      'door:removeDraft': async ({ id }) => drafts.remove(id)
    },
    begin: follow,
    stop: () => turn.then(() => door.close()),
    async forgetWorkspace(workspaceId) {
      drafts.forgetWorkspace(workspaceId)
      await follow()
    }
  }
}
