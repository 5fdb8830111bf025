import { count, duration } from '../../kit/format'

export const frameWords = {
  views: 'Views',
  viewFailed: 'This view could not be loaded. If the app was updated while it ran, restart it.',
  opening: { wait: 'Opening your workspaces', again: 'Try again' },
  workspace: { name: 'Workspace', all: 'Workspaces', add: 'Add a workspace…' },
  region: {
    name: 'Region',
    inUse: 'Region in use',
    noEu: 'No EU base address. Add one in Settings to use the EU region.',
    eu: (name: string) => `${name} (no EU base address)`
  },
  environment: 'The environment of its tokens, as set in Settings',
  refresh: {
    button: 'Refresh',
    running: 'Refreshing',
    ready: 'Load all connectors again',
    notConnected: 'Not connected: see the banner'
  },
  limit: {
    name: 'Rate limit',
    meter: 'Requests left',
    left: (limit: number) => `{remaining} of ${count(limit)} left`,
    meterText: (remaining: number, limit: number) => `${remaining} of ${limit}`,
    resets: (resetIn: number) => `resets in ${duration(resetIn)}`,
    line: (token: string, remaining: number, limit: number, resetIn: number, users: readonly string[]) =>
      `${token}: ${count(remaining)} of ${count(limit)} requests left, resets in ${duration(resetIn)}. ` +
      `Used by: ${users.join(', ')}`,
    user: (name: string, calls: number) => `${name} ${count(calls)}`,
    bearer: 'Bearer token',
    tokenOf: (customer: string) => `Token of ${customer}`,
    connectorToken: 'A connector’s token'
  }
}
