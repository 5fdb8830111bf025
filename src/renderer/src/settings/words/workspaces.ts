import { regionNames } from '../../../../shared/workspaces/region'
import type { Region } from '../../../../shared/workspaces/region'
import type { TokenPlace } from '../../../../shared/workspaces/workspace'
import { counted, listed } from '../../kit/format'

export const workspaceWords = {
  title: 'Workspaces',
  add: 'Add a workspace',
  card: {
    open: 'open now',
    edit: 'Edit',
    editName: (workspace: string) => `Edit ${workspace}`,
    remove: 'Remove',
    removeName: (workspace: string) => `Remove ${workspace}`,
    practice: 'Runs on this computer while the app is open. Sample data, reset at every start.',
    baseAddress: 'Base address',
    euBaseAddress: 'EU base address',
    noEu: 'Not set (EU region unavailable)',
    environment: 'Environment',
    environmentOf: (workspace: string) => `Environment of ${workspace}`,
    noEnvironment: 'Not set'
  },
  token: {
    name: (region: Region) => `Token, ${regionNames[region]}`,
    place: (place: TokenPlace, keychain: string, state: string | null) =>
      ({
        keychain: state === null ? `in ${keychain}` : `in ${keychain}, ${state}`,
        session: 'in memory, for this session only',
        shared: 'the same as for Default',
        none: 'none'
      })[place],
    act: { keychain: 'Replace', session: 'Replace', shared: 'Use another', none: 'Enter token' } satisfies Record<
      TokenPlace,
      string
    >,
    actName: (act: string, workspace: string, region: Region) =>
      `${act}: token for ${workspace}, ${regionNames[region]}`,
    theKeychain: 'the keychain'
  },
  relinkLine: {
    name: 'Relink requests',
    said: (own: boolean, days: number) =>
      `${own ? 'Your own template' : 'Default template'}, reminder after ${counted(days, 'day')}`,
    edit: 'Edit',
    editName: (workspace: string) => `Edit relink requests of ${workspace}`
  },
  relink: {
    title: (workspace: string) => `Relink requests of ${workspace}`,
    pageAddress: 'Connector page address',
    pageHint: 'in the dashboard, with {connector_id}',
    pageExample: 'https://dashboard.example.com/connectors/{connector_id}',
    remind: 'Remind me when a customer has not relinked after',
    reminder: 'Reminder after',
    days: (value: number) => counted(value, 'day'),
    template: 'Template',
    reset: 'Reset to the default',
    placeholders: 'A line is left out when nothing it names is known.',
    preview: 'Preview',
    sample: {
      customer: 'Brightwater Clinics',
      integration: 'BambooHR',
      connections: '- BambooHR (HRIS), since 15 Nov 2026, 12:07 CET. Last successful update: 15 Nov 2026, 06:02 CET.',
      reference: 'bwc-0417'
    },
    cancel: 'Cancel',
    save: 'Save'
  },
  edit: {
    form: (workspace: string) => `Edit ${workspace}`,
    name: 'Workspace name',
    baseAddress: 'Base address',
    token: 'Bearer token',
    tokenHint: 'for the new address: the current token is not sent there',
    euBaseAddress: 'EU base address',
    euHint: 'if you use that region',
    euToken: 'EU bearer token',
    euTokenHint: 'for the new address',
    checks: 'We’ll test a changed address with one read-only request.',
    save: 'Save changes',
    cancel: 'Cancel'
  },
  remove: {
    title: (workspace: string) => `Remove ${workspace}?`,
    working: 'Removing',
    about: 'Removes the workspace from this app only. Its connectors keep working.',
    deletes: 'This deletes',
    tokens: (regions: readonly Region[], keychain: string) => {
      if (regions.length === 0) return 'Its tokens, from memory'
      const names = listed(regions.map((region) => regionNames[region]))
      return `Its ${regions.length === 1 ? 'token' : 'tokens'} (${names}), from ${keychain}`
    },
    name: 'Its name and addresses, from this user’s profile',
    data: 'Everything loaded from it and kept on this computer',
    cancel: 'Cancel',
    remove: 'Remove workspace'
  }
}
