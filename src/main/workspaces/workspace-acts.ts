import type { Environment, Workspace } from '../../shared/workspaces/workspace'
import type { Act } from '../guard/confirmer'

const named: Record<Environment, string> = { production: 'Production', development: 'Development' }
const none = 'Not named'

/**
 * What the operator confirms before a workspace takes another name or environment: each later confirmation shows them,
 * and a page that could change them would say which customer's data it reaches.
 */
const change = ({ id }: Workspace, what: string, from: string, to: string): Act => ({
  place: { workspaceId: id, region: 'default' },
  title: `Change the ${what} of this workspace to ${to}?`,
  verb: `Change ${what}`,
  note: `From now on, confirmations show the new ${what} beside the address.`,
  facts: [
    ['Now', from],
    ['Then', to]
  ],
  requests: []
})

/** @returns null where it keeps its name, or is the practice service */
export function renaming(workspace: Workspace | undefined, name: string): Act | null {
  const wanted = name.trim()
  if (workspace?.kind !== 'live' || wanted === '' || wanted === workspace.name) return null
  return change(workspace, 'name', workspace.name, wanted)
}

/** @returns null where it becomes production, which asks for the most care, or keeps what it is */
export function otherEnvironment(workspace: Workspace | undefined, environment: Environment | null): Act | null {
  const before = workspace?.environment ?? null
  if (workspace?.kind !== 'live' || environment === before || environment === 'production') return null
  return change(workspace, 'environment', before ? named[before] : none, environment ? named[environment] : none)
}
