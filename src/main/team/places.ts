import type { Workspace } from '../../shared/model/workspace'
import type { SharedPlace } from './take-up'

/** What workspaces share: every region of a real service. The practice service is another one on each computer. */
export const sharedPlaces = (
  workspaces: readonly Pick<Workspace, 'id' | 'kind' | 'baseUrl' | 'euBaseUrl'>[]
): SharedPlace[] =>
  workspaces
    .filter(({ kind }) => kind !== 'practice')
    .flatMap(({ id: workspaceId, baseUrl, euBaseUrl }) => [
      { workspaceId, region: 'default', service: baseUrl },
      ...(euBaseUrl ? [{ workspaceId, region: 'eu' as const, service: euBaseUrl }] : [])
    ])
