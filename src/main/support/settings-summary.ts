import type { Settings } from '../settings/settings-schema'

type Workspace = Settings['workspaces'][number]

/** Properties of a workspace shown unchanged. */
const shown = ['kind', 'baseUrl', 'euBaseUrl', 'region', 'tokens', 'environment'] as const satisfies (keyof Workspace)[]

/**
 * Settings for a support bundle. Numbers workspaces instead of naming them, and keeps service addresses, because most
 * faults are on the way to them. Gives only the size of other texts and lists.
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

/** @param at its index */
export const workspaceName = (at: number) => `Workspace ${at + 1}`

function sizeOf(value: unknown): unknown {
  if (typeof value === 'string') return `[text of ${value.length} characters]`
  if (Array.isArray(value)) return `[list of ${value.length}]`
  if (typeof value !== 'object' || value === null) return value
  return sizesOf(value)
}

const sizesOf = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, sizeOf(inner)]))
