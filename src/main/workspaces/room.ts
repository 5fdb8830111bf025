import type { AppState } from '../../shared/app/state'
import type { Jobs } from '../base/jobs'
import { toldTo, type Area, type Context, type Room } from '../base/room'
import type { Act, Confirmer } from '../guard/confirmer'
import type { ConnectorTokens } from '../secrets/connector-tokens'
import { pagesOf, readRelink } from './relink-settings'
import { otherEnvironment, renaming } from './workspace-acts'
import type { Workspaces } from './workspaces'

export interface WorkspaceRoomParts {
  workspaces: Workspaces
  tokens: Pick<ConnectorTokens, 'forgetRegion'>
  history: { removeWorkspace(of: { workspaceId: string; mutations?: boolean }): Promise<void> }
  activity: {
    /** Writes what still waits. */
    flush(): Promise<unknown>
    /** The records of its changes show this name after it is gone. */
    keepName(workspaceId: string, name: string): Promise<unknown>
  }
  confirmer: Pick<Confirmer, 'confirm'>
  jobs: Jobs
  /** Ends what is read of the workspace and region that are about to be left. */
  leave(): void
  /** All rooms: each forgets what it has of a workspace that is removed. */
  rooms(): readonly Room[]
  /** What the whole window depends on. */
  state(): AppState
}

/** The organizations at the service that this computer is connected to. */
export function openWorkspaces(parts: WorkspaceRoomParts): Room<Area<'workspaces'>> {
  const { workspaces, tokens, history, activity, confirmer, jobs, leave, rooms, state } = parts
  const unhurried = () => new AbortController().signal
  const found = (wanted: string) => workspaces.list().find(({ id }) => id === wanted)
  const agreed = async (act: Act | null) => act && (await confirmer.confirm(act, unhurried()))
  /** A check of an address or a token, which the operator can stop, and which says what it waits for. */
  const checking = <T>(requestId: string, context: Context, work: (signal: AbortSignal) => Promise<T>) =>
    jobs.run(requestId, context.owner, 'check', work, toldTo(context, requestId))
  const handlers: Area<'workspaces'> = {
    'workspaces:connect': async ({ requestId, ...draft }, context) => {
      await checking(requestId, context, (signal) => workspaces.connect(draft, signal))
      leave()
      return state()
    },
    'workspaces:startPractice': async () => {
      leave()
      await workspaces.startPractice()
      return state()
    },
    'workspaces:open': async ({ workspaceId, region }) => {
      leave()
      workspaces.open(workspaceId, region)
      return state()
    },
    'workspaces:update': async ({ requestId, workspaceId, ...draft }, context) => {
      await agreed(renaming(found(workspaceId), draft.name))
      const left = await checking(requestId, context, (signal) => workspaces.update(workspaceId, draft, signal))
      // Connector tokens that one origin gave out are not sent to another: not those of a refresh that still runs, either.
      if (left.length > 0) leave()
      for (const region of left) tokens.forgetRegion(workspaceId, region)
      return state()
    },
    'workspaces:setToken': async ({ requestId, workspaceId, region, bearerToken, keep }, context) => {
      await checking(requestId, context, (signal) =>
        workspaces.setToken(workspaceId, region, bearerToken, keep, signal)
      )
      return state()
    },
    'workspaces:setEnvironment': async ({ workspaceId, environment }) => {
      await agreed(otherEnvironment(found(workspaceId), environment))
      workspaces.setEnvironment(workspaceId, environment)
      return state()
    },
    'workspaces:setRelink': async ({ workspaceId, relink }) => {
      const read = readRelink(relink)
      const known = workspaces.relinkOf(workspaceId)?.pageAddress ?? ''
      if (read.pageAddress !== '' && read.pageAddress !== known)
        await confirmer.confirm(pagesOf(workspaceId, read.pageAddress), unhurried())
      workspaces.setRelink(workspaceId, read)
      return state()
    },
    'workspaces:remove': async ({ workspaceId }) => {
      leave()
      const practice = workspaces.list().some(({ id, kind }) => id === workspaceId && kind === 'practice')
      const name = workspaces.nameOf(workspaceId)
      // First what can refuse: a token that cannot be deleted must not be forgotten.
      for (const room of rooms()) await room.forgetSecrets?.(workspaceId)
      await workspaces.remove(workspaceId)
      await activity.keepName(workspaceId, name)
      for (const room of rooms()) await room.forgetWorkspace?.(workspaceId)
      // Calls that still wait would be written after the removal.
      await activity.flush()
      // The record of what was changed stays, but for the practice service, where nothing was.
      await history.removeWorkspace({ workspaceId, mutations: practice })
      return state()
    }
  }
  return { handlers }
}
