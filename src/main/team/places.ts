import type { Place } from '../../shared/workspaces/place'
import type { Workspace } from '../../shared/workspaces/workspace'

/** A workspace and region, and the address of its service: what two desks have in common. */
export interface SharedPlace extends Place {
  service: string
}

type Addresses = Pick<Workspace, 'id' | 'kind' | 'baseUrl' | 'euBaseUrl'>

/** What workspaces share: every region of a real service. The practice service is another one on each computer. */
export const sharedPlaces = (workspaces: readonly Addresses[]): SharedPlace[] =>
  workspaces
    .filter(({ kind }) => kind !== 'practice')
    .flatMap(({ id: workspaceId, baseUrl, euBaseUrl }) => [
      { workspaceId, region: 'default', service: baseUrl },
      ...(euBaseUrl ? [{ workspaceId, region: 'eu' as const, service: euBaseUrl }] : [])
    ])

/** The address of a place's service; null where the place is not shared. */
export const serviceOf = (workspaces: readonly Addresses[], { workspaceId, region }: Place): string | null =>
  sharedPlaces(workspaces).find((one) => one.workspaceId === workspaceId && one.region === region)?.service ?? null
