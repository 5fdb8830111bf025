import type { AppState } from '../../shared/app/state'
import type { Jobs } from '../base/jobs'
import type { Activity } from '../activity/activity'
import type { ConnectorTokens } from '../secrets/connector-tokens'
import type { DataView } from '../data/data'
import type { Recoveries } from '../data/recovery/recoveries'
import type { LastAnswer } from '../connectors/last-answer'
import type { MappingDrafts } from '../mappings/drafts'
import type { Lab } from '../mappings/lab/lab'
import type { Library } from '../passthrough/library/library'
import type { Pins } from '../connectors/pins'
import type { SignatureKeys } from '../webhooks/signature-keys'
import type { Workspaces } from '../workspaces/workspaces'
import type { Act, Confirmer } from '../guard/confirmer'
import { pagesOf, readRelink } from '../workspaces/relink-settings'
import { otherEnvironment, renaming } from '../workspaces/workspace-acts'
import { toldTo, type Area, type Context } from './handlers'
import { refreshJob } from './connectors'

export interface WorkspaceParts {
  workspaces: Workspaces
  tokens: ConnectorTokens
  pins: Pins
  signatureKeys: Pick<SignatureKeys, 'forgetWorkspace'>
  history: { removeWorkspace(of: { workspaceId: string; mutations?: boolean }): Promise<void> }
  library: Pick<Library, 'removeWorkspace'>
  collections: Pick<DataView, 'forgetWorkspace'>
  recoveries: Pick<Recoveries, 'forgetWorkspace'>
  lab: Pick<Lab, 'forgetWorkspace'>
  drafts: Pick<MappingDrafts, 'forgetWorkspace'>
  answers: Pick<LastAnswer, 'forgetWorkspace'>
  activity: Pick<Activity, 'flush' | 'keepName'>
  confirmer: Pick<Confirmer, 'confirm'>
  jobs: Jobs
}

export function workspaceHandlers(state: () => AppState, parts: WorkspaceParts): Area<'workspaces'> {
  const {
    workspaces,
    tokens,
    pins,
    signatureKeys,
    history,
    library,
    collections,
    recoveries,
    lab,
    drafts,
    answers,
    activity,
    confirmer,
    jobs
  } = parts
  /** Whatever is walked belongs to the workspace and region that are about to be left. */
  const leave = () => jobs.cancelWhere(({ kind }) => kind === refreshJob)
  const unhurried = () => new AbortController().signal
  const found = (wanted: string) => workspaces.list().find(({ id }) => id === wanted)
  const agreed = async (act: Act | null) => act && (await confirmer.confirm(act, unhurried()))
  /** A check of an address or a token, which the operator can stop, and which says what it waits for. */
  const checking = <T>(requestId: string, context: Context, work: (signal: AbortSignal) => Promise<T>) =>
    jobs.run(requestId, context.owner, 'check', work, toldTo(context, requestId))
  return {
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
      // Connector tokens that one origin gave out are not sent to another: not those of a walk that still runs, either.
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
      await pins.forgetWorkspace(workspaceId)
      await signatureKeys.forgetWorkspace(workspaceId)
      await workspaces.remove(workspaceId)
      // The records of its changes show this name.
      await activity.keepName(workspaceId, name)
      tokens.forgetWorkspace(workspaceId)
      await library.removeWorkspace(workspaceId)
      await collections.forgetWorkspace(workspaceId)
      await recoveries.forgetWorkspace(workspaceId)
      lab.forgetWorkspace(workspaceId)
      drafts.forgetWorkspace(workspaceId)
      answers.forgetWorkspace(workspaceId)
      // Calls that still wait would be written after the removal.
      await activity.flush()
      // The record of what was changed stays, but for the practice service, where nothing was.
      await history.removeWorkspace({ workspaceId, mutations: practice })
      return state()
    }
  }
}
