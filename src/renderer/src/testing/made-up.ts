import type { AppState } from '../../../shared/app/state'
import { categories, type Category } from '../../../shared/connectors/category'
import type { ConnectorRow } from '../../../shared/connectors/connector'
import type { ShownRow } from '../../../shared/connectors/list/listed'
import type { CategoryRefresh, RefreshProgress } from '../../../shared/connectors/refresh'
import { freshPreferences } from '../../../shared/settings/preferences'
import type { Workspace } from '../../../shared/workspaces/workspace'

export function workspace(change: Partial<Workspace> = {}): Workspace {
  return {
    id: '11111111-1111-4111-8111-111111111111',
    name: 'Harbourline',
    kind: 'live',
    baseUrl: 'https://api.example',
    euBaseUrl: 'https://eu.api.example',
    region: 'default',
    tokens: { default: 'keychain', eu: 'shared' },
    ...change
  }
}

export const preferences = freshPreferences

export function appState(change: Partial<AppState> = {}): AppState {
  const workspaces = change.workspaces ?? [workspace()]
  return {
    version: '0.1.0',
    runtime: { electron: '45.4.1', chrome: '148.0.1', node: '24.2.0' },
    sandboxed: true,
    keychain: { state: 'unlocked', name: 'GNOME Keyring' },
    certificates: [],
    workspaces,
    activeWorkspaceId: workspaces[0]?.id ?? null,
    notices: [],
    preferences: freshPreferences,
    launchAtLogin: false,
    policy: null,
    lock: null,
    ...change
  }
}

export function row(category: Category, id: string, record: Record<string, unknown> = {}): ConnectorRow {
  return {
    key: `${category}:${id}`,
    category,
    tokenRef: null,
    record: {
      id,
      is_active: true,
      status: 'COMPLETE',
      integration_slug: 'bamboohr',
      end_user: `Customer ${id}`,
      origin_id: `origin-${id}`,
      sync_status: 'Done',
      last_sync_start_time: '2025-11-18T08:00:00Z',
      next_sync_start_time: '2025-11-18T14:00:00Z',
      category,
      relink_needed_at: null,
      is_test_connector: false,
      completed_at: '2025-03-12T13:06:00Z',
      created_at: '2025-03-12T13:00:00Z',
      sync_progress: null,
      total_employees: 100,
      active_employees: 90,
      avg_sync_duration: '3 min 41 sec',
      ...record
    }
  }
}

/** Every category has just started, except `parts`. */
export function progress(
  parts: Partial<Record<Category, Partial<CategoryRefresh>>> = {},
  finishedAt: number | null = null
): RefreshProgress {
  const nothing = { pages: 0, items: 0, emptyPages: 0, repeated: 0, waits: 0, bytes: 0 }
  return {
    startedAt: 0,
    finishedAt,
    categories: categories.map((category) => ({ category, state: 'walking', ...nothing, ...parts[category] }))
  }
}

/** A complete refresh, except `parts`. */
export function ended(
  finishedAt: number,
  parts: Partial<Record<Category, Partial<CategoryRefresh>>> = {}
): RefreshProgress {
  const part = (category: Category) => ({ state: 'done' as const, pages: 1, ...parts[category] })
  return progress({ HRIS: part('HRIS'), ATS: part('ATS'), LMS: part('LMS') }, finishedAt)
}

/** As main shows it. */
export const toShown = (row: ConnectorRow, known: Partial<ShownRow> = {}): ShownRow => ({
  ...row,
  ...{ seenAt: 0, diagnosis: null, twice: false },
  ...known
})
