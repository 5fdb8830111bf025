import type { AppState } from '../../shared/app/state'
import type { Clock } from '../base/clock'
import type { Jobs } from '../base/jobs'
import { toldJobs, type Area, type Room } from '../base/room'
import type { Act, Confirmer } from '../guard/confirmer'
import type { ConnectorTokens } from '../secrets/connector-tokens'
import type { Policy } from '../policy/policy'
import type { TokenStore } from './token-changes'
import type { Workspaces } from './workspaces'
import { AppError } from '../../shared/errors'
import { dueTimesProblem } from '../../shared/issues/due'
import type { DueTimes } from '../../shared/issues/due-times'
import type { HeadcountLimits } from '../../shared/issues/diagnosis'
import type { RelinkSettings } from '../../shared/issues/relink/relink'
import { pageAddressProblem } from '../../shared/issues/relink/page-address'
import { templateProblem } from '../../shared/issues/relink/template'
import type { AskedFromOutside, Environment, Workspace } from '../../shared/workspaces/workspace'

const named: Record<Environment, string> = { production: 'Production', development: 'Development' }
const none = 'Not named'

/** Confirmations show a workspace's name and environment: a script that changed them could mislead the person. */
const change = ({ id }: Workspace, what: string, from: string, to: string): Act => ({
  place: { workspaceId: id, region: 'default' },
  title: `Change the ${what} of this workspace to ${to}?`,
  verb: `Change ${what}`,
  note: `From now on, confirmations show the new ${what} beside the address.`,
  facts: [
    ['Now', from],
    ['Then', to]
  ],
  requests: []
})

/** @returns null for an unchanged name, and for the practice service */
function renaming(workspace: Workspace | undefined, name: string): Act | null {
  const wanted = name.trim()
  if (workspace?.kind !== 'live' || wanted === '' || wanted === workspace.name) return null
  return change(workspace, 'name', workspace.name, wanted)
}

/** @returns null for no change, and for production, which asks for the most care */
function otherEnvironment(workspace: Workspace | undefined, environment: Environment | null): Act | null {
  const before = workspace?.environment ?? null
  if (workspace?.kind !== 'live' || environment === before || environment === 'production') return null
  return change(workspace, 'environment', before ? named[before] : none, environment ? named[environment] : none)
}

/** @returns null for no more than before */
function askedMore(workspace: Workspace | undefined, outside: AskedFromOutside | null): Act | null {
  if (!workspace || outside === null || outside === workspace.outside || workspace.outside === 'names') return null
  const names = outside === 'names'
  return {
    place: { workspaceId: workspace.id, region: 'default' },
    title: names ? 'Let assistants and scripts read names?' : 'Let assistants and scripts ask this workspace?',
    verb: 'Allow',
    note: 'Programs of your account on this computer may then read issues, connectors, mappings, activity and runbooks of it. An assistant passes what it reads to its maker’s service. They change nothing, and never get a token. Each question is in Activity.',
    facts: [['Names of customers and people', names ? 'in the answers' : 'hidden']],
    requests: []
  }
}

/** @throws AppError invalid-input with a message for each field */
export function readRelink(typed: RelinkSettings): RelinkSettings {
  const relink = { ...typed, pageAddress: typed.pageAddress.trim(), template: typed.template.trim() }
  const address = pageAddressProblem(relink.pageAddress)
  const template = templateProblem(relink.template)
  if (address === null && template === null) return relink
  throw new AppError('invalid-input', 'Some fields need another look.', {
    fields: { ...(address && { pageAddress: address }), ...(template && { template }) }
  })
}

/** Confirmed once, before dashboard pages open in the browser: a script in the window cannot choose the address. */
export function pagesOf(workspaceId: string, pageAddress: string): Act {
  return {
    place: { workspaceId, region: 'default' },
    title: `Open connector pages at ${new URL(pageAddress).host}`,
    verb: 'Allow',
    note: 'From now on "Open in dashboard" opens these pages in your browser. The connector’s ID is part of the address.',
    facts: [['Address', pageAddress]],
    requests: []
  }
}

export interface WorkspaceRoomParts {
  workspaces: Workspaces
  tokens: Pick<ConnectorTokens, 'forgetRegion'>
  history: Pick<TokenStore, 'tokenChanges'> & {
    removeWorkspace(of: { workspaceId: string; mutations?: boolean }): Promise<void>
    limitHeadcounts(of: { workspaceId: string; headcounts: HeadcountLimits }): Promise<void>
    setDueTimes(of: { workspaceId: string; dueTimes: DueTimes | null }): Promise<void>
    dueTimes(of: {
      known: { workspaceId: string; dueTimes: DueTimes }[]
    }): Promise<{ workspaceId: string; dueTimes: DueTimes | null }[]>
    endWebhookIssues(of: { workspaceId: string; at: number }): Promise<void>
  }
  team: { told(): void; mayChange(): Promise<void> }
  clock: Pick<Clock, 'now'>
  activity: {
    /** Writes pending entries. */
    flush(): Promise<unknown>
    /** Records of the workspace's changes show this name after its removal. */
    keepName(workspaceId: string, name: string): Promise<unknown>
  }
  confirmer: Pick<Confirmer, 'confirm'>
  jobs: Jobs
  /** Ends the reads in the workspace and region in use. */
  leave(): void
  policy: Pick<Policy, 'of' | 'refuseChange' | 'guard'>
  /** Who may ask from outside of the window changed. */
  outsideChanged(): Promise<void>
  /** All rooms: each forgets its part of a removed workspace. */
  rooms(): readonly Room[]
  state(): AppState
}

export function openWorkspaces(
  parts: WorkspaceRoomParts
): Room<Area<'workspaces'>> & { takeDueTimes(): Promise<void> } {
  const {
    clock,
    workspaces,
    tokens,
    history,
    activity,
    confirmer,
    jobs,
    leave,
    outsideChanged,
    policy,
    rooms,
    state,
    team
  } = parts
  const unhurried = () => new AbortController().signal
  const found = (wanted: string) => workspaces.list().find(({ id }) => id === wanted)
  const agreed = async (act: Act | null) => act && (await confirmer.confirm(act, unhurried()))
  const checking = toldJobs(jobs, 'check')
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
    'workspaces:practiceTime': async ({ region, change }) => workspaces.practiceTime(region, change),
    'workspaces:open': async ({ workspaceId, region }) => {
      leave()
      workspaces.open(workspaceId, region)
      return state()
    },
    'workspaces:update': async ({ requestId, workspaceId, ...draft }, context) => {
      await agreed(renaming(found(workspaceId), draft.name))
      const left = await checking(requestId, context, (signal) => workspaces.update(workspaceId, draft, signal))
      // Connector tokens from one origin are never sent to another, not even by a refresh that still runs.
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
    'workspaces:tokenChanges': (of) => history.tokenChanges(of),
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
    'workspaces:setHeadcounts': async ({ workspaceId, headcounts }) => {
      workspaces.setHeadcounts(workspaceId, headcounts)
      await history.limitHeadcounts({ workspaceId, headcounts })
      return state()
    },
    'workspaces:setWebhookIssues': async ({ workspaceId, webhookIssues }) => {
      workspaces.setWebhookIssues(workspaceId, webhookIssues)
      if (!webhookIssues) await history.endWebhookIssues({ workspaceId, at: clock.now() })
      return state()
    },
    'workspaces:setDueTimes': async ({ workspaceId, dueTimes }) => {
      const problem = dueTimes && dueTimesProblem(dueTimes)
      if (problem) throw new AppError('invalid-input', problem)
      if (found(workspaceId)?.kind === 'live') await team.mayChange()
      await history.setDueTimes({ workspaceId, dueTimes })
      workspaces.setDueTimes(workspaceId, dueTimes)
      team.told()
      return state()
    },
    'workspaces:setOutside': async ({ workspaceId, outside }) => {
      // Less than before is always possible.
      if (outside !== null) {
        policy.guard()
        if (policy.of('outside.enabled')?.value === false) policy.refuseChange('outside.enabled')
      }
      await agreed(askedMore(found(workspaceId), outside))
      workspaces.setOutside(workspaceId, outside)
      await outsideChanged()
      return state()
    },
    'workspaces:remove': async ({ workspaceId }) => {
      leave()
      const practice = workspaces.list().some(({ id, kind }) => id === workspaceId && kind === 'practice')
      const name = workspaces.nameOf(workspaceId)
      // First the step that can fail: a token that cannot be deleted must not be forgotten.
      for (const room of rooms()) await room.forgetSecrets?.(workspaceId)
      await workspaces.remove(workspaceId)
      await activity.keepName(workspaceId, name)
      for (const room of rooms()) await room.forgetWorkspace?.(workspaceId)
      // Calls still waiting would be written after the removal.
      await activity.flush()
      // The record of changes stays, except for the practice service.
      await history.removeWorkspace({ workspaceId, mutations: practice })
      return state()
    }
  }
  /** What the history has is the latest: settings are written after it. */
  async function takeDueTimes(): Promise<void> {
    const all = workspaces.list()
    const known = all.flatMap(({ id, dueTimes }) => (dueTimes ? [{ workspaceId: id, dueTimes }] : []))
    for (const { workspaceId, dueTimes } of await history.dueTimes({ known })) {
      const before = found(workspaceId)
      if (before && JSON.stringify(before.dueTimes ?? null) !== JSON.stringify(dueTimes))
        workspaces.setDueTimes(workspaceId, dueTimes)
    }
  }
  const begin = () =>
    Promise.all([
      takeDueTimes(),
      ...workspaces
        .list()
        .map(({ id, headcounts }) => headcounts && history.limitHeadcounts({ workspaceId: id, headcounts }))
    ])
  return { handlers, begin, takeDueTimes }
}
