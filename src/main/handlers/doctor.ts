import { AppError } from '../../shared/errors'
import { regionNames, regions } from '../../shared/model/region'
import type { Workspace } from '../../shared/model/workspace'
import type { Jobs } from '../base/jobs'
import type { Address, Doctor } from '../doctor/doctor'
import { readBaseAddress } from '../http/url'
import type { Masker } from '../secrets/masker'
import { addressIn } from '../workspaces/workspace-draft'
import type { Workspaces } from '../workspaces/workspaces'
import type { Area } from './handlers'
import { withoutSecrets } from './without-secrets'

const doctorJob = 'doctor'

export interface DoctorHandlerParts {
  doctor: Doctor
  workspaces: Pick<Workspaces, 'list' | 'target'>
  masker: Pick<Masker, 'clean'>
  jobs: Jobs
}

export function doctorHandlers({ doctor, workspaces, masker, jobs }: DoctorHandlerParts): Area<'doctor'> {
  return withoutSecrets(
    {
      'doctor:run': ({ requestId, of }, { owner, emit }) => {
        // One at a time: the view that asked before has gone.
        jobs.cancelWhere(({ kind }) => kind === doctorJob)
        const addresses = 'workspaceId' in of ? addressesOf(workspaces, of.workspaceId) : typedAddresses(of)
        return jobs.run(requestId, owner, doctorJob, async (signal) => ({
          findings: await doctor.examine(addresses, signal, (finding) => emit('doctor:finding', { requestId, finding }))
        }))
      }
    },
    masker
  )
}

function addressesOf(workspaces: DoctorHandlerParts['workspaces'], id: string): Address[] {
  const workspace = workspaces.list().find((one) => one.id === id)
  if (!workspace) throw new AppError('not-found', 'This workspace was removed.')
  return addressesIn(workspace, workspaces)
}

/** The addresses of a workspace, with their tokens. @param prefix before the region's name */
export function addressesIn(workspace: Workspace, workspaces: Pick<Workspaces, 'target'>, prefix = ''): Address[] {
  return regions.flatMap((region) => {
    const baseUrl = addressIn(workspace, region)
    if (!baseUrl) return []
    return [{ name: prefix + regionNames[region], baseUrl, target: () => workspaces.target(workspace.id, region) }]
  })
}

/** Addresses from a form: what is none is said where it is typed, and not tested. */
function typedAddresses({ baseUrl, euBaseUrl }: { baseUrl: string; euBaseUrl: string }): Address[] {
  const typed = { default: baseUrl, eu: euBaseUrl }
  return regions.flatMap((region) => {
    const read = readBaseAddress(typed[region])
    return 'url' in read ? [{ name: regionNames[region], baseUrl: read.url, target: null }] : []
  })
}
