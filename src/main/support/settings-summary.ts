import type { Settings } from '../workspaces/settings-schema'

/**
 * The settings as a support bundle has them. Workspaces are numbered instead of named; addresses of services stay, as
 * most faults are on the way to them. Of any other text, and of every list, only the size is told.
 */
export function settingsSummary({ workspaces, ...others }: Settings): Record<string, unknown> {
  const numbered = workspaces.map(({ id: _id, name: _name, ...one }, at) => ({ name: workspaceName(at), ...one }))
  const rest = Object.entries(others).filter(([field]) => field !== 'activeWorkspaceId')
  const active = workspaces.findIndex(({ id }) => id === others.activeWorkspaceId)
  return {
    workspaces: numbered,
    activeWorkspace: active === -1 ? null : workspaceName(active),
    ...Object.fromEntries(rest.map(([field, value]) => [field, sizeOf(value)]))
  }
}

/** What a workspace is called in the bundle. @param at its place in the list of workspaces */
export const workspaceName = (at: number) => `Workspace ${at + 1}`

function sizeOf(value: unknown): unknown {
  if (typeof value === 'string') return `[text of ${value.length} characters]`
  if (Array.isArray(value)) return `[list of ${value.length}]`
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, sizeOf(inner)]))
}
