import { counted } from '../format'

const notCopied = 'Not copied: the clipboard is not available'

export const sharedWords = {
  copied: 'Copied',
  copyLink: 'Copy link',
  notCopied,
  close: 'Close',
  dismiss: 'Dismiss',
  clearSearch: 'Clear the search',
  openDoctor: 'Open Doctor',
  test: 'TEST',
  keychain: 'the keychain',
  managed: 'Managed by your organization',
  unknownValue: 'A value this app does not know, shown as received',
  hiddenCharacter: 'An invisible character',
  splitBar: 'Drag, or use the arrow keys',
  apiSays: 'The API says:',
  dialog: { esc: 'to cancel' },
  name: { label: 'Name', cancel: 'Cancel' },
  drawer: {
    of: 'issue',
    previous: (of: string) => `Previous ${of}`,
    previousHint: (key: string) => `Previous (${key})`,
    next: (of: string) => `Next ${of}`,
    nextHint: (key: string) => `Next (${key})`,
    closeHint: (key: string) => `Close (${key})`
  },
  copyText: {
    button: (what: string, text?: string) => (text === undefined ? `Copy ${what}` : `Copy ${what} ${text}`),
    hint: (text: string) => `${text}\nClick to copy`,
    briefHint: 'Stays in the clipboard for one minute',
    copiedBriefly: 'Copied for one minute'
  },
  error: {
    detail: 'Technical detail',
    report: 'Copy report',
    about: (version: string, electron: string, chromium: string) =>
      `Connector Desk ${version}, Electron ${electron}, Chromium ${chromium}`,
    notCopied: 'Not copied: select the lines above instead'
  },
  access: {
    titles: {
      'keychain-locked': 'The keychain is locked, so the token cannot be read',
      'keychain-missing': 'No keychain was found, so the token cannot be read',
      'no-token': 'There is no token for this region'
    },
    noToken: 'No request can be sent without one. It was kept for one session only, or was never entered.',
    stored: (keychain: string) => `The token is stored in ${keychain}. It is not lost, and you are not logged out.`,
    start: 'Start the keychain, then check again.',
    readAt: (time: string) => `The list below is from ${time}.`,
    enter: 'Enter a token',
    asking: 'Opening keychain…',
    unlock: 'Unlock keychain',
    check: 'Check again',
    sessionOnly: 'Use a token for this session only'
  },
  token: {
    title: (workspace: string, region: string) => `Token for ${workspace}, ${region}`,
    first: 'We test it with one read-only request, then keep it.',
    another:
      'We test it with read-only requests. Then it replaces the token in use, and work under way goes on with it.',
    hidden: 'It is never shown again.',
    field: 'Bearer token',
    session: (keychain: string) => `Keep it for this session only, not in ${keychain}`,
    cancel: 'Cancel',
    use: 'Use this token'
  },
  certificates: {
    title: 'CA certificates',
    choose: 'Choose a file',
    about:
      'This app trusts the certificates this computer trusts. If your company’s proxy inspects traffic, add its certificate: choose its PEM file.',
    issued: 'Issued by {issuer}. Valid until {until}. From {file}.',
    selfIssued: 'Valid until {until}. From {file}.',
    digest: (subject: string) => `SHA-256 of ${subject}`,
    digestShown: (start: string) => `SHA-256 ${start}…`,
    managed: 'Added by your organization',
    stopTrusting: (subject: string) => `Stop trusting ${subject}`,
    remove: 'Remove'
  },
  act: {
    stopping: 'Stopping…',
    tryNow: 'Try now',
    stopWaiting: 'Stop waiting',
    stop: 'Stop: nothing was sent'
  },
  exports: {
    name: 'Exports',
    cancel: 'Cancel export',
    show: 'Show in folder',
    copyPath: 'Copy path',
    path: 'path',
    writing: (what: string) => `Writing: ${what}`,
    saved: (what: string) => `Saved: ${what}`,
    wrote: (rows: number, size: string) => `${counted(rows, 'row')}, ${size}`,
    cancelled: 'Cancelled: no file was left behind',
    notWritten: 'The file could not be written.',
    failed: (why: string, file: string) => `Failed: ${why} What was written is in ${file}.part`
  },
  outcome: {
    clipboard: 'What was copied',
    linkCopied: ['Link copied.', 'In the clipboard:'] as const,
    linkNotCopied: [`Link not copied: the clipboard is not available.`, 'Select the text below instead:'] as const,
    connectors: (many: number) => `${counted(many, 'connector')} saved.`,
    evidence: (many: number) => `Evidence of ${counted(many, 'issue')} saved.`,
    masked: (file: string, values: number) =>
      values === 0
        ? `${file} (nothing to mask)`
        : `${file} (${counted(values, 'value')} masked or left out, listed in the file)`
  },
  keeping: { title: 'History cannot be kept on this computer now' },
  update: {
    available: (version: string) => `Update ${version} available`,
    ready: (version: string) => `Update ${version} ready`,
    old: 'Updates may be held back'
  }
}

export const appWords = {
  name: 'Connector Desk',
  title: (workspace: string) => `${workspace} · Connector Desk`
}
