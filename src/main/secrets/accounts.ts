import type { Region } from '../../shared/workspaces/region'

/** The keychain's account of the bearer token of a workspace and region. */
export const bearerAccount = (workspaceId: string, region: Region) => `${workspaceId}:${region}`

/** The keychain's account of a connector token the operator chose to keep. */
export function pinnedAccount(of: { workspaceId: string; region: Region; connectorId: string }): string {
  return `${of.workspaceId}:${of.region}:connector:${of.connectorId}`
}
