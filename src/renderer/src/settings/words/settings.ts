import type { Theme } from '../../../../shared/settings/theme'
import type { ProxyRule } from '../../../../shared/policy/file'
import { counted } from '../../kit/format'

export const settingsWords = {
  title: 'Settings',
  appearance: {
    title: 'Appearance',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' } satisfies Record<Theme, string>
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
