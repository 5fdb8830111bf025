import type { ChosenConnector, Variable } from '../../shared/passthrough/passthrough'
import { builtIns } from '../../shared/passthrough/variables'
import type { Region } from '../../shared/workspaces/region'
import type { ConnectorStore } from '../connectors/store'
import type { Library } from './library/library'

/**
 * All variables of a request through this connector; of two with one name the later counts: the workspace's, then
 * values of answers that were bound to the connector, then its own ids.
 */
export type VariablesFor = (
  workspaceId: string,
  region: Region,
  connector: Pick<ChosenConnector, 'key' | 'originId'>
) => Promise<Variable[]>

export function variablesForWith(
  { variables, values }: Pick<Library, 'variables' | 'values'>,
  connectors: Pick<ConnectorStore, 'lastRecord'>
): VariablesFor {
  return async (workspaceId, region, { key, originId }) => {
    const [ofWorkspace, ofConnector, record] = await Promise.all([
      variables.list(workspaceId),
      values.list({ workspaceId, region, key }),
      connectors.lastRecord({ place: { workspaceId, region }, key }).catch(() => null)
    ])
    // The list knows better than a page, or a saved request from elsewhere.
    const listed = typeof record?.origin_id === 'string' ? record.origin_id : originId
    return [...ofWorkspace, ...ofConnector, ...builtIns({ key, originId: listed })]
  }
}
