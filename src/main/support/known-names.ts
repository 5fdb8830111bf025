import { regions } from '../../shared/workspaces/region'
import type { ConnectorStore } from '../connectors/store'
import type { Policy } from '../policy/policy'
import type { Settings } from '../settings/settings-schema'
import { Names } from './names'

const rowsAtOnce = 2_000
/** What a record calls its customer by. */
const namesIn = ['end_user', 'origin_id'] as const

/**
 * The names of customers, workspaces and the operator that this app knows: those its walks saw last, and those that the
 * organization allows.
 */
export async function knownNames(
  { workspaces, preferences }: Pick<Settings, 'workspaces' | 'preferences'>,
  history: Pick<ConnectorStore, 'lastRows'>,
  policy: Policy
): Promise<Names> {
  const names = new Names()
  names.add(preferences.operatorName)
  for (const { name } of policy.of('services.allowedWorkspaces')?.value ?? []) names.add(name)
  for (const { id: workspaceId, name } of workspaces) {
    names.add(name)
    for (const region of regions) {
      for (let after: number | null = 0; after !== null;) {
        const { rows, next } = await history.lastRows({ place: { workspaceId, region }, after, limit: rowsAtOnce })
        for (const { record } of rows)
          for (const field of namesIn) if (typeof record[field] === 'string') names.add(record[field])
        after = next
      }
    }
  }
  return names
}
