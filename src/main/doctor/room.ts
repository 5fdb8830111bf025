import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '../../shared/doctor/finding'
import { readBaseAddress } from '../../shared/base-address'
import { AppError } from '../../shared/errors'
import { regionNames, regions } from '../../shared/workspaces/region'
import type { Workspace } from '../../shared/workspaces/workspace'
import type { Jobs } from '../base/jobs'
import { Doctor, type Address, type DoctorParts } from './doctor'
import type { StatusPages } from '../lookups/status-pages'
import { readableName } from '../../shared/integration-name'
import type { Policy } from '../policy/policy'
import { addressRefusal, refusalOf } from '../policy/services'
import type { Masker } from '../secrets/masker'
import { inspectInThread } from '../store/inspect'
import type { JoinedTeam } from './computer'
import type { KnownHosts } from '../workspaces/known-hosts'
import { addressIn } from '../workspaces/workspace-draft'
import type { Workspaces } from '../workspaces/workspaces'
import type { Area, Room } from '../base/room'
import { withoutSecrets } from '../secrets/without-secrets'

const doctorJob = 'doctor'

export interface DoctorHandlerParts {
  policy: Policy
  doctor: Doctor
  workspaces: Pick<Workspaces, 'list' | 'target'>
  statusPages: Pick<StatusPages, 'list'>
  /** Where alert rules may send: only the way there is tested, and nothing is sent. */
  alerts: { hosts(workspaceId: string): Promise<Pick<Address, 'name' | 'baseUrl'>[]> }
  /** null without one. */
  tracker: (workspaceId: string) => Pick<Address, 'name' | 'baseUrl' | 'tracker'> | null
  hosts: Pick<KnownHosts, 'ask'>
  masker: Pick<Masker, 'clean'>
  jobs: Jobs
}

export function doctorHandlers({
  policy,
  doctor,
  workspaces,
  statusPages,
  alerts,
  tracker,
  hosts,
  masker,
  jobs
}: DoctorHandlerParts): Area<'doctor'> {
  return withoutSecrets(
    {
      'doctor:run': ({ requestId, of }, { owner, emit }) => {
        // One at a time: the earlier view is gone.
        jobs.cancelWhere(({ kind }) => kind === doctorJob)
        return jobs.run(requestId, owner, doctorJob, async (signal) => {
          const addresses =
            'workspaceId' in of
              ? [
                  ...addressesOf(workspaces, of.workspaceId, policy),
                  ...(await pagesOf(statusPages, of.workspaceId)),
                  ...(await alerts.hosts(of.workspaceId)).map(wayOf),
                  ...[tracker(of.workspaceId)].flatMap((one) => (one ? wayOf(one) : []))
                ]
              : await agreedAddresses(typedAddresses(of, policy), hosts, signal)
          const told = (finding: Finding) => emit('doctor:finding', { requestId, finding })
          return { findings: await doctor.examine(addresses, signal, told) }
        })
      }
    },
    masker
  )
}

function addressesOf(workspaces: DoctorHandlerParts['workspaces'], id: string, policy: Policy): Address[] {
  const workspace = workspaces.list().find((one) => one.id === id)
  if (!workspace) throw new AppError('not-found', 'This workspace was removed.')
  return addressesIn(workspace, workspaces, policy)
}

/** @param prefix before the region's name */
export function addressesIn(
  workspace: Workspace,
  workspaces: Pick<Workspaces, 'target'>,
  policy: Policy,
  prefix = ''
): Address[] {
  return regions.flatMap((region) => {
    const baseUrl = addressIn(workspace, region)
    if (!baseUrl) return []
    const target = () => workspaces.target(workspace.id, region)
    const refusal = refusalOf(policy, workspace, region)
    return [{ name: prefix + regionNames[region], baseUrl, target, refusal }]
  })
}

/** Of providers, as far as they are read; of several on one host the first. */
async function pagesOf(pages: DoctorHandlerParts['statusPages'], workspaceId: string): Promise<Address[]> {
  const all = (await pages.list({ workspaceId, region: 'default' })).filter(({ state }) => state !== 'offered')
  const first = new Map(all.toReversed().map((one) => [new URL(one.address).origin, one]))
  return [...first.values()].toReversed().map(({ integration, address }): Address => {
    const name = `Status page of ${readableName(integration)}`
    return wayOf({ name, baseUrl: address })
  })
}

/** Only the way to it is tested. */
const wayOf = (of: Pick<Address, 'name' | 'baseUrl'>): Address => ({ ...of, target: null, refusal: null, isPage: true })

/** The form itself shows invalid addresses; this skips them. */
function typedAddresses({ baseUrl, euBaseUrl }: { baseUrl: string; euBaseUrl: string }, policy: Policy): Address[] {
  const typed = { default: baseUrl, eu: euBaseUrl }
  return regions.flatMap((region) => {
    const read = readBaseAddress(typed[region])
    if ('problem' in read) return []
    const refusal = addressRefusal(policy, read.url)
    return [{ name: regionNames[region], baseUrl: read.url, target: null, refusal }]
  })
}

/** Only addresses that the operator agrees to: otherwise the Doctor tests this computer alone. */
async function agreedAddresses(typed: Address[], hosts: Pick<KnownHosts, 'ask'>, signal: AbortSignal) {
  const reached = typed.filter(({ refusal }) => refusal === null)
  try {
    await hosts.ask(
      'doctor',
      reached.map(({ name, baseUrl }) => [name, baseUrl]),
      signal
    )
    return typed
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof AppError) || thrown.code !== 'cancelled') throw thrown
    return typed.filter(({ refusal }) => refusal !== null)
  }
}

export interface DoctorRoomParts
  extends
    Omit<DoctorParts, 'environment' | 'home' | 'inspectHistory' | 'keeping' | 'holdsTokens' | 'team' | 'mail'>,
    Pick<DoctorHandlerParts, 'hosts' | 'masker' | 'jobs' | 'statusPages' | 'alerts' | 'tracker'> {
  workspaces: Pick<Workspaces, 'list' | 'target' | 'holdTokens'>
  thread: { keeping: DoctorParts['keeping'] }
  bundle(name: string): URL
  mail: { examine: DoctorParts['mail'] }
  team: { state: { address: { database: string } | null }; openings(): ReturnType<JoinedTeam['openings']> }
}

export function openDoctor(parts: DoctorRoomParts): Room<Area<'doctor'>> & {
  /** @param named each workspace with its name in findings */
  examine(named: readonly (readonly [Workspace, string])[], signal: AbortSignal): Promise<Finding[]>
} {
  const { policy, team, workspaces } = parts
  const doctor = new Doctor({
    ...parts,
    environment: process.env,
    home: homedir(),
    inspectHistory: (signal) => inspectInThread(parts.bundle('inspect'), join(parts.profile, 'history.db'), signal),
    keeping: parts.thread.keeping,
    holdsTokens: () => workspaces.holdTokens,
    mail: () => parts.mail.examine(),
    team() {
      const { address } = team.state
      return address && { database: address.database, openings: () => team.openings() }
    }
  })
  return {
    examine: (named, signal) =>
      doctor.examine(
        named.flatMap(([one, name]) => addressesIn(one, workspaces, policy, `${name}, `)),
        signal
      ),
    handlers: doctorHandlers({ ...parts, doctor })
  }
}
