import type { Region } from '../../shared/workspaces/region'

export const bearerAccount = (workspaceId: string, region: Region) => `${workspaceId}:${region}`

/** Account of a connector token that the operator chose to keep. */
export function pinnedAccount(of: { workspaceId: string; region: Region; connectorId: string }): string {
  return `${of.workspaceId}:${of.region}:connector:${of.connectorId}`
}
