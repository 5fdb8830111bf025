import type { Jobs } from '../base/jobs'
import { serving, toldJobs, type Area, type Room } from '../base/room'
import { BoundTokens } from '../secrets/bound-tokens'
import type { Masker } from '../secrets/masker'
import type { SecretStore } from '../secrets/secret-store'
import { withoutSecrets } from '../secrets/without-secrets'
import type { SettingsStore } from '../settings/settings-schema'
import type { LiveTeam } from '../team/team'
import type { TeamState } from '../../shared/team/team'
import { TicketDesk, type DeskParts } from './desk'
import { permitted, secretAccount, serviceOfTickets, setTracker, trackerOf, type SettingsParts } from './settings'

export interface TicketRoomParts
  extends Omit<DeskParts, 'store' | 'secrets' | 'workspaces' | 'team' | 'masker'>, Pick<SettingsParts, 'workspaces'> {
  history: DeskParts['store']
  secrets: SecretStore
  masker: Masker
  settings: Pick<SettingsStore, 'get'>
  team: {
    mayChange(): Promise<void>
    live(): Promise<LiveTeam | null>
    told(): void
    readonly state: Pick<TeamState, 'refused'>
  }
  jobs: Jobs
  /** The settings. */
  changed(): void
}

export function openTickets({ history, secrets: keychain, team, ...parts }: TicketRoomParts): Room<Area<'tickets'>> & {
  /** For the Doctor. */
  desk: Pick<TicketDesk, 'trackerOf'>
} {
  const { jobs, masker, policy, settings, workspaces } = parts
  const secrets = new BoundTokens(keychain)
  const desk = new TicketDesk({
    ...{ ...parts, store: history, secrets },
    team: {
      mayChange: () => team.mayChange(),
      live: () => team.live(),
      told: () => team.told(),
      joined: () => settings.get().team !== null && team.state.refused === null
    }
  })
  /** Of the workspace that is being removed. */
  let addresses: string[] = []
  const job = toldJobs(jobs, 'tickets')
  const handlers = serving({
    'tickets:view': ({ key, ...place }) => desk.view({ place, key }),
    'tickets:look': ({ requestId, key, ...place }, context) =>
      job(requestId, context, (signal) => desk.look({ place, key, signal })),
    'tickets:open': ({ requestId, key, title, ...place }, context) =>
      job(requestId, context, (signal) => desk.open({ place, key, title, signal })),
    'tickets:attach': ({ requestId, key, ...place }, context) =>
      job(requestId, context, (signal) => desk.attachAgain({ place, key, signal })),
    'tickets:all': async (place) =>
      permitted(policy) ? history.allTickets({ service: serviceOfTickets(workspaces.list(), place) }) : [],
    'tickets:link': ({ requestId, key, typed, ...place }, context) =>
      job(requestId, context, (signal) => desk.link({ place, key, typed, signal })),
    'tickets:unlink': ({ key, ...place }) => desk.unlink({ place, key }),
    'tickets:close': ({ requestId, key, ...place }, context) =>
      job(requestId, context, (signal) => desk.close({ place, key, signal })),
    'tickets:browse': ({ key, ...place }) => desk.browse({ place, key }),
    'tickets:recovered': async (place) =>
      permitted(policy) ? history.recoveredTickets({ service: serviceOfTickets(workspaces.list(), place), place }) : [],
    'tickets:tracker': async ({ workspaceId }) => ({
      allowed: permitted(policy),
      tracker: trackerOf(policy, workspaces.list(), workspaceId)
    }),
    'tickets:setTracker': async (asked) => {
      await setTracker({ ...parts, secrets }, asked)
      parts.changed()
    }
  })
  return {
    desk,
    handlers: withoutSecrets(handlers, masker),
    begin: () => history.cutOffTickets({ why: 'The app ended before an answer came.' }),
    async forgetSecrets(workspaceId) {
      const removed = workspaces.list().find(({ id }) => id === workspaceId)
      if (removed?.tracker) await secrets.delete(secretAccount(workspaceId))
      addresses = [removed?.baseUrl, removed?.euBaseUrl].filter((one) => typeof one === 'string')
    },
    async forgetWorkspace() {
      const others = workspaces.list().flatMap(({ baseUrl, euBaseUrl }) => [baseUrl, euBaseUrl])
      for (const service of addresses) if (!others.includes(service)) await history.forgetTickets({ service })
    }
  }
}
