import type { Settings } from '../settings/settings-schema'

type Workspace = Settings['workspaces'][number]

/** What of a workspace is shown as it is. */
const shown = ['kind', 'baseUrl', 'euBaseUrl', 'region', 'tokens', 'environment'] as const satisfies (keyof Workspace)[]

/**
 * The settings as a support bundle has them. Workspaces are numbered instead of named; addresses of services stay, as
 * most faults are on the way to them. Of any other text, and of every list, only the size is told.
 */
export function settingsSummary({ workspaces, ...others }: Settings): Record<string, unknown> {
  const numbered = workspaces.map(({ id: _id, name: _name, ...one }, at) => ({
    name: workspaceName(at),
    ...sizesOf(one),
    ...Object.fromEntries(shown.map((field) => [field, one[field]]))
  }))
  const rest = Object.entries(others).filter(([field]) => field !== 'activeWorkspaceId')
  const active = workspaces.findIndex(({ id }) => id === others.activeWorkspaceId)
  return {
    workspaces: numbered,
    activeWorkspace: active === -1 ? null : workspaceName(active),
    ...sizesOf(Object.fromEntries(rest))
  }
}

/** What a workspace is called in the bundle. @param at its place in the list of workspaces */
export const workspaceName = (at: number) => `Workspace ${at + 1}`

function sizeOf(value: unknown): unknown {
  if (typeof value === 'string') return `[text of ${value.length} characters]`
  if (Array.isArray(value)) return `[list of ${value.length}]`
  if (typeof value !== 'object' || value === null) return value
  return sizesOf(value)
}

const sizesOf = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, sizeOf(inner)]))
