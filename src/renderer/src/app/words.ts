import type { MenuAct } from '../../../shared/app/menu-act'
import type { LockReason } from '../../../shared/settings/lock'
import type { Theme } from '../../../shared/settings/theme'
import type { PracticeSpeed } from '../../../shared/workspaces/practice-time'
import { count, counted, momentWords } from '../kit/format'

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
    resets: (resetAt: number, now: number) => `resets ${momentWords(resetAt, now)}`,
    line: (token: string, remaining: number, limit: number, resets: string, users: readonly string[]) =>
      `${token}: ${count(remaining)} of ${count(limit)} requests left, ${resets}. ` + `Used by: ${users.join(', ')}`,
    user: (name: string, calls: number) => `${name} ${count(calls)}`,
    bearer: 'Bearer token',
    tokenOf: (customer: string) => `Token of ${customer}`,
    connectorToken: 'A connector’s token'
  }
}

export const practiceTimeWords = {
  name: 'Practice time',
  title: 'How fast time goes in the practice workspace, and what happened there',
  speed: 'Speed',
  speeds: { 1: 'As usual', 60: '1 hour a minute', 1440: '1 day a minute' } satisfies Record<PracticeSpeed, string>,
  next: 'Next event',
  in: (time: string) => `in ${time} of practice time`,
  over: 'The year is over.',
  none: 'Nothing has happened yet.',
  note: 'Refresh to see it in the views. They show when it happened by this computer’s clock.'
}

export const lockedWords = {
  title: 'Connector Desk is locked',
  reasons: {
    idle: 'There was no input for as long as Settings allow, {time}.',
    suspend: 'The computer went to sleep, {time}.',
    screen: 'The screen was locked, {time}.',
    asked: 'You locked it, {time}.'
  } satisfies Record<LockReason, string>,
  safe: 'No token is in memory, and nothing about customers is shown.',
  stopped: (reads: number) =>
    `${counted(reads, 'read request')} ${reads === 1 ? 'was' : 'were'} stopped, such as a refresh. Start again after unlocking.`,
  followed: (changes: number) =>
    `${counted(changes, 'change')} ${changes === 1 ? 'was' : 'were'} already sent. Activity shows the outcome.`,
  unlock: 'Unlock',
  opening: 'Opening keychain…',
  hint: 'Your keychain releases the tokens.'
}

const menu: Record<MenuAct, string> = {
  larger: 'Zoom in',
  smaller: 'Zoom out',
  'usual-size': 'Reset zoom',
  'full-screen': 'Full screen',
  quit: 'Quit'
}

export const paletteWords = {
  name: 'Search or run',
  hint: 'Search views, actions, names and connectors, or type “relink” and a customer',
  results: 'Results',
  groups: {
    recent: 'Recent',
    goTo: 'Go to',
    onConnectors: 'With a connector',
    named: 'Saved',
    actions: 'Actions',
    connectors: 'Connectors'
  },
  /** Acts on a connector, by these words or their beginning: "relink ravens". */
  verbs: {
    relink: { words: ['relink', 'request'], does: (whose: string) => `Request relink: ${whose}` },
    issue: { words: ['issue', 'diagnosis'], does: (whose: string) => `Open issue: ${whose}` },
    customer: { words: ['customer', 'page'], does: (whose: string) => `Customer page: ${whose}` },
    passthrough: { words: ['passthrough', 'send'], does: (whose: string) => `Open in Passthrough: ${whose}` },
    data: { words: ['data', 'fetch', 'records'], does: (whose: string) => `Fetch records: ${whose}` },
    map: { words: ['map', 'mapping'], does: (whose: string) => `Map a field: ${whose}` }
  },
  askManyOf: (integration: string) => `Ask many: connectors of ${integration}`,
  whose: (customer: string, integration: string) => `${customer}, ${integration}`,
  saved: {
    filter: (name: string) => `Filter of Connectors: ${name}`,
    issueFilter: (name: string) => `Filter of Issues: ${name}`,
    request: (name: string) => `Saved request: ${name}`,
    field: (name: string) => `Custom field: ${name}`,
    integration: (name: string) => `Connectors of ${name}`
  },
  actions: {
    refresh: 'Refresh connectors',
    cancelRefresh: 'Cancel refresh',
    switchRegion: (region: string) => `Switch to ${region}`,
    openWorkspace: (name: string, region: string) => `Open workspace ${name}, ${region}`,
    askMany: 'Ask many…',
    runbooks: 'Runbooks',
    addWorkspace: 'Add a workspace',
    close: 'Close drawer or request',
    lock: 'Lock',
    shortcuts: 'Keyboard shortcuts',
    guide: 'User guide',
    support: 'Support bundle…',
    logs: 'Open logs folder',
    about: 'About Connector Desk',
    theme: { system: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' } satisfies Record<Theme, string>,
    menu
  },
  nothing: 'No results.',
  nothingHere: (region: string) => `No results. Switch to ${region} to search its connectors.`
}

export const helpWords = {
  close: 'Close',
  escCloses: 'to close',
  shortcuts: { title: 'Keyboard shortcuts', or: 'or' },
  about: {
    title: 'About Connector Desk',
    licence: ['Licence', 'MIT'] as const,
    commit: 'Commit',
    packages: 'Packages',
    built: (packages: number) =>
      `Built with ${counted(packages, 'package')}. The licences of Electron and Chromium are beside the program, in {electron} and {chromium}.`,
    noText: 'This package includes no licence text.',
    copy: 'Copy versions',
    copied: 'Copied',
    notCopied: 'Not copied: the clipboard is not available'
  },
  support: {
    title: 'Support bundle',
    about:
      'One zip file for the person who helps you. It contains no token, no record and no customer name that this app knows. Open a file to read it before you save.',
    files: 'Files in the bundle',
    cut: (characters: number) => `Only the last ${counted(characters, 'character')}.`,
    collecting: 'Collecting… the Doctor tests this computer and the connection to each workspace',
    saved: 'Saved as {file}',
    logs: 'Open logs folder',
    save: 'Save bundle…'
  }
}
