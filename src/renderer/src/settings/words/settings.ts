import type { ConsentAbout } from '../../../../shared/settings/consent'
import type { ProxyRule } from '../../../../shared/settings/proxy-rule'
import type { Theme } from '../../../../shared/settings/theme'
import type { UpdateState } from '../../../../shared/updates/update'
import { type Region, regionNames } from '../../../../shared/workspaces/region'
import type { TokenPlace } from '../../../../shared/workspaces/workspace'
import { counted, listed, megabytes } from '../../kit/format'

export const consentWords = {
  title: 'Sent without asking again',
  about: 'A person agreed to each in a window of the app, on this computer. What changes needs a new agreement.',
  none: 'Each message waits for your confirmation.',
  kinds: {
    alert: 'Alert rule',
    reminder: 'Relink reminders',
    outage: 'Outage letters',
    report: 'Report'
  } satisfies Record<ConsentAbout, string>,
  of: (host: string, perDay: number, until: string) =>
    `${host || 'This desktop'}, at most ${perDay} a day, until ${until}`,
  end: 'End',
  endOf: (name: string) => `End messages of ${name}`
}

export const reportWords = {
  title: 'Weekly report',
  about:
    'The open issues as CSV and the trends of 12 weeks as PDF, once a week, of the open workspace and region. In a team one desk makes each file. Late if the app does not run at that time.',
  day: 'Day',
  days: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  time: 'Time',
  wrongTime: 'Enter a time, as 07:00.',
  way: 'Where the report goes',
  ways: { folder: 'To a folder', mail: 'By mail' },
  to: 'Recipients',
  toHint: 'colleagues, separated by commas',
  noAddress: 'Enter an address.',
  save: { folder: 'Choose folder…', mail: 'Allow…' },
  off: 'Turn off',
  isOff: 'Off.',
  next: (date: string, at: string) => `Next: ${date}, ${at}, to`,
  stands: {
    'not-agreed': 'Not sent: no person agreed on this computer.',
    changed: 'Not sent: it was changed after a person agreed.',
    ended: 'Not sent: the agreement has ended.',
    'no-colleague': 'Not sent: a colleague has to agree by now. Choose Allow… to ask one.'
  },
  runs: 'Last reports',
  by: (operator: string) => ` by ${operator}`,
  outcomes: { sent: 'Made', refused: 'Failed', unknown: 'Unknown', none: 'Under way' }
}

export const settingsWords = {
  title: 'Settings',
  contents: 'Sections of Settings',
  appearance: {
    title: 'Appearance',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' } satisfies Record<Theme, string>,
    runbooks: 'Runbooks',
    showRunbooks: 'Show runbooks, and how the last issues of a kind ended'
  },
  desktop: {
    title: 'Desktop',
    notifications: 'Notifications',
    notify: 'Notify me about new issues and those assigned to me while the app is not in front',
    tray: 'Tray or Dock',
    showCount: 'Show the number of issues',
    closed: 'Window closed',
    keepRefreshing: 'Keep refreshing while the window is closed',
    login: 'Login',
    startAtLogin: 'Start Connector Desk when you log in',
    hides: 'Closing the window hides it. Quit ends the app.',
    ends: 'Closing the window ends the app.',
    neverRefreshes: 'Auto-refresh is off: turn it on in Issues, beside Refresh.',
    refreshes: (minutes: number) => `It refreshes every ${minutes} min until it locks.`,
    secondStart: 'To bring the window back, use the tray or start the app again.',
    notInstalled: 'This copy is not installed, so it cannot start when you log in.',
    startsHidden: 'After a login it starts without its window.'
  },
  lock: {
    title: 'Lock',
    now: 'Lock now',
    idle: 'Without input',
    idleName: 'Lock without input',
    never: 'Never',
    after: (minutes: number) => `After ${minutes} minutes`,
    withComputer: 'With the computer',
    withScreen: 'Lock when the computer sleeps or its screen is locked',
    hint: 'While locked, the app holds no token, shows nothing about customers and stops refreshing. Your keychain unlocks it. Enter session-only tokens again afterwards.'
  },
  proxy: {
    title: 'Proxy',
    about: 'How the app reaches the API, update folders and certificates. Applies to the next request.',
    mode: 'Connect through',
    modes: {
      system: 'System settings',
      direct: 'No proxy',
      fixed: 'One proxy',
      pac: 'PAC file'
    } satisfies Record<ProxyRule['mode'], string>,
    address: { fixed: 'Proxy address', pac: 'PAC file address' },
    example: { fixed: 'http://proxy.example.com:8080', pac: 'http://wpad.example.com/proxy.pac' },
    bypass: 'Connect directly to',
    bypassHint: 'optional, comma-separated',
    bypassExample: '*.example.com, 10.0.0.0/8',
    wrongAddress: {
      fixed: 'Enter a full address without user name, for example http://proxy.example.com:8080.',
      pac: 'Enter the full address of the file, for example http://wpad.example.com/proxy.pac.'
    },
    wrongBypass: 'Use host names or address ranges, separated by commas.',
    save: 'Save proxy',
    system: 'Uses the proxy settings of this computer.',
    direct: 'Connects directly, whatever this computer’s settings say.'
  },
  history: {
    title: 'Request history',
    used: '{used} used.',
    of: (used: string, room: string) => `${used} of ${room}`,
    kept: (days: number) =>
      `When full, the oldest response bodies are deleted first. Requests and their outcomes are kept for ${counted(days, 'day')}.`,
    room: 'Space for request history'
  },
  operator: {
    title: 'Record of changes',
    name: 'Your name',
    hint: 'in the record of what you change',
    note: 'Empty: the name of your account on this computer. To check the record, use Verify in Activity.'
  },
  managed: {
    title: 'Managed by your organization',
    broken:
      'The policy cannot be used. Until an administrator corrects it and the app restarts, nothing is sent and nothing that a policy can set can be changed.',
    source: 'Read at start from',
    sourceName: 'Policy',
    whole: 'The whole policy',
    locked: 'locked',
    changeable: 'can be changed',
    none: 'No setting is managed'
  },
  about: {
    title: 'About',
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'Not copied: the clipboard is not available',
    checkKeychain: 'Check the keychain again',
    opening: 'Opening keychain…',
    sandbox: 'Sandbox',
    sandboxed: 'on',
    notSandboxed: 'off: the app was started as root',
    keychain: 'Keychain',
    states: { unlocked: 'found and unlocked', locked: 'found, but locked', missing: 'not found' },
    keychainLine: (name: string, state: string) => `${name}, ${state}`,
    times: 'Times',
    zone: (zone: string) => `shown in ${zone}, copied in UTC`
  }
}

export const dueWords = {
  title: (workspace: string) => `Due times of ${workspace}`,
  about:
    'Working hours from where an issue’s age begins until it should be solved. An empty field: no target. The clock stops while a relink request waits for the customer; a snooze does not stop it. All desks of a team have the same.',
  targets: 'Targets in working hours',
  cause: 'Cause',
  all: 'All others',
  hours: (cause: string, tier: string) => `Hours for ${cause}, ${tier}`,
  tiers: 'Customer tiers',
  tiersHint: 'One a line: name, colon, origin IDs with commas between them.',
  tiersExample: 'Gold: bwc-0417, nlf-1102',
  zone: 'Time zone',
  week: 'Working days',
  day: (day: string, end: string) => `${day} ${end}`,
  from: 'from',
  to: 'to',
  days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  weekHint: 'A day without times is free.',
  holidays: 'Holidays',
  holidaysHint: 'Dates such as 2026-12-25, with commas between them.',
  off: 'Turn off',
  cancel: 'Cancel',
  save: 'Save',
  wrong: {
    tier: (line: string) => `This tier has no name or no origin IDs: ${line}`,
    date: (date: string) => `This is not a date: ${date}`,
    hours: 'Targets are numbers of hours, 0 to 1,000.',
    time: (typed: string) => `“${typed}” is not a time of day like 09:00 or 17:30.`,
    rest: 'Too many tiers, customers, dates or targets, or a time that is missing.'
  }
}

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
    noEnvironment: 'Not set',
    webhooks: 'Failing webhooks',
    webhooksOf: (workspace: string) => `Failing webhooks in ${workspace}`,
    webhooksYes: 'Half of the deliveries fail',
    never: 'Never an issue',
    outside: 'Assistants, scripts',
    outsideOf: (workspace: string) => `Assistants and scripts in ${workspace}`,
    outsideChoices: [
      { value: '', label: 'May not ask' },
      { value: 'masked', label: 'May ask, names hidden' },
      { value: 'names', label: 'May ask, with names' }
    ],
    drop: 'Sudden drop',
    answers: 'Answers of providers',
    answersOf: (workspace: string) => `Answers of providers in ${workspace}`,
    answersCount: ['Never an issue', 'Contradict the status'],
    dropOf: (workspace: string) => `Sudden drop in ${workspace}`,
    fewer: (percent: number) => (percent === 0 ? 'Never an issue' : `${percent} % fewer people`),
    due: 'Due times',
    dueOff: 'Off: no issue has a target',
    dueOn: (targets: number, zone: string) => `${counted(targets, 'target')}, working hours of ${zone}`,
    dueExample: 'Start from an example…',
    dueEdit: 'Edit…',
    dueName: (act: string, workspace: string) => `${act} Due times of ${workspace}`,
    frozen: 'Frozen data',
    frozenOf: (workspace: string) => `Frozen data in ${workspace}`,
    same: (days: number) => (days === 0 ? 'Never an issue' : `Same number for ${days} days`)
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
    changed: (by: string, when: string) => `changed ${when} by ${by}`,
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

const updatesOff = {
  'no-address': 'Off. Enter the address of an update folder to check for new versions.',
  policy: 'Switched off by your organization.',
  'no-key': 'Off: this build has no key to check updates with. Get new versions from whoever installed it.'
}

/** Whole percent; 100 only once complete. */
export const percent = ({ bytes, offer }: Extract<UpdateState, { kind: 'downloading' }>): number =>
  Math.floor((bytes / offer.bytes) * 100)

/** @param version of this app */
function updateState(state: UpdateState, version: string): string {
  switch (state.kind) {
    case 'off':
      return updatesOff[state.why]
    case 'unchecked':
      return 'Not checked yet.'
    case 'checking':
      return 'Checking for updates…'
    case 'current':
      return state.older === null
        ? `Version ${version} is up to date.`
        : `Version ${version} is up to date. The folder offers ${state.older}, which is older and is not installed.`
    case 'available':
      return `Version ${state.offer.version} is available (${megabytes(state.offer.bytes)}).`
    case 'downloading':
      return `Downloading version ${state.offer.version}: ${percent(state)} % of ${megabytes(state.offer.bytes)}`
    case 'ready':
      return `Version ${state.offer.version} is downloaded and checked.`
    case 'failed':
      return state.offer ? `Version ${state.offer.version} is not downloaded.` : 'The last check failed.'
  }
}

export const updateWords = {
  title: 'Updates',
  checkNow: 'Check now',
  folder: 'Update folder',
  example: 'https://',
  note: 'Checked at each start and once a day. Nothing about you or your workspaces is sent. Empty: no updates.',
  managed: 'Managed by your organization.',
  save: 'Save',
  status: 'Update status',
  state: updateState,
  checked: 'Checked {time}.',
  old: 'The list of this folder is more than 90 days old',
  oldNote:
    'It was signed {time}. Newer versions, security fixes among them, may be held back. Ask whoever publishes the folder to sign it again.',
  download: (version: string) => `Download ${version}`,
  downloadAgain: 'Download again',
  cancel: 'Cancel',
  showFile: 'Show file',
  file: 'Update file',
  progress: 'Download of the update',
  install:
    'Quit Connector Desk when it suits you, then open this file. Your system asks and installs it. Workspaces, tokens, drafts and history are kept.',
  whatIsNew: (version: string) => `What is new in ${version}`
}
