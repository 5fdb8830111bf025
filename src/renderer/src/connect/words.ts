export const firstRunWords = {
  title: 'Connector Desk',
  lead: 'See which customers’ connections stopped,\nwhy, since when, and who has to act.',
  practice: {
    title: 'Try the practice workspace',
    about:
      'No account needed. Sample data on this computer: 1,204 connectors, one possible outage and a few rate limits.',
    off: 'Switched off by your organization.',
    starting: 'Starting on this computer…'
  },
  connectChoice: {
    title: 'Connect a workspace',
    about: 'You need a base address and a bearer token. We’ll test both with one read-only request.'
  },
  back: (workspace: string) => `Back to ${workspace}`,
  status: {
    adding: (workspace: string) => `Adding a workspace. ${workspace} stays connected`,
    none: 'Not connected',
    tried: 'Connection test requested',
    nothingToNew: 'Nothing sent to the new workspace yet',
    nothing: 'Nothing sent yet'
  },
  form: {
    title: 'Connect a workspace',
    name: 'Workspace name',
    nameNote: 'Shown in the top bar.',
    allowed: 'Workspace',
    allowedName: 'Workspace to connect',
    baseAddress: 'Base address',
    baseExample: 'https://api.example.com',
    baseNote: 'The root address only, without /api/… at the end.',
    euBaseAddress: 'EU base address',
    euExample: 'https://eu.api.example.com',
    euNote: 'Leave it empty if you do not use the EU region.',
    token: 'Bearer token',
    tokenNote: {
      session: 'Kept in memory until you quit. Not shown again.',
      missing: 'Not shown again. Choose below where to keep it.',
      keychain: (name: string) => `Saved in ${name}. Not shown again.`
    },
    theKeychain: 'the keychain',
    otherEuToken: 'Another token for EU',
    euToken: 'EU bearer token',
    sameToken: 'The same token for both',
    connect: 'Connect',
    back: 'Back',
    checks: 'We’ll test the connection with one read-only request.'
  },
  region: {
    title: 'Region',
    note: 'The top bar shows this colour while you work in the region.'
  },
  keep: {
    locked: (keychain: string) => `${keychain} is locked`,
    missing: 'No keychain found',
    about: 'The token cannot be saved in a keychain, and the app never saves it in a file.',
    session: 'Keep the token for this session only',
    checkAgain: 'Check again',
    opening: 'Opening keychain…',
    asked:
      'Nothing was saved. Tick “Keep the token for this session only” to continue, or unlock the keychain and check again.'
  },
  stays: {
    title: 'What stays where',
    tokens: 'Tokens',
    inMemory: 'In memory, for one session: this computer has no keychain. Never in a file, never on the screen.',
    inKeychain: (name: string, locked: boolean) =>
      `In this computer’s keychain: ${name}, ${locked ? 'found, but locked' : 'found and unlocked'}. Never in a file, never on the screen.`,
    names: 'Names and addresses',
    profile: 'In your profile on this computer. Tokens are masked in the reports you copy.',
    requests: 'Requests',
    onlyThere: 'Only to the addresses you enter. Redirects are not followed.',
    writes: 'Writes',
    askFirst: 'Passthrough writes, mappings, syncs, links and deletions always ask first, and show what is sent.'
  }
}
