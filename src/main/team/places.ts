import type { Place } from '../../shared/workspaces/place'
import type { Workspace } from '../../shared/workspaces/workspace'

/** Its service address is common to all desks. */
export interface SharedPlace extends Place {
  service: string
}

type Addresses = Pick<Workspace, 'id' | 'kind' | 'baseUrl' | 'euBaseUrl'>

/** Each computer's practice service is its own, and not shared. */
export const sharedPlaces = (workspaces: readonly Addresses[]): SharedPlace[] =>
  workspaces
    .filter(({ kind }) => kind !== 'practice')
    .flatMap(({ id: workspaceId, baseUrl, euBaseUrl }) => [
      { workspaceId, region: 'default', service: baseUrl },
      ...(euBaseUrl ? [{ workspaceId, region: 'eu' as const, service: euBaseUrl }] : [])
    ])

/** null if not shared */
export const serviceOf = (workspaces: readonly Addresses[], { workspaceId, region }: Place): string | null =>
  sharedPlaces(workspaces).find((one) => one.workspaceId === workspaceId && one.region === region)?.service ?? null
