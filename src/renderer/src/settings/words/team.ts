import type { TeamFinding, TeamStep } from '../../../../shared/team/team'
import { count, counted } from '../../kit/format'

/** Beside `teamWords`, which every view may show. */
export const teamSettingWords = {
  title: 'Team',
  about:
    'Share refreshes, owners, notes, tags and snoozes of issues, saved requests, saved filters and runbooks with your team in a PostgreSQL database, and see what colleagues changed. Work goes on without a connection.',
  address: 'Address of the team’s database',
  host: 'Host',
  hostExample: 'db.example.com',
  port: 'Port',
  database: 'Database',
  user: 'User',
  password: 'Password',
  passwordNote: 'Kept in your keychain, for this server only.',
  signInWith: 'Sign in with',
  ways: { password: 'Password', certificate: 'Client certificate' },
  passphrase: 'Passphrase of the key',
  passphraseNote: 'Only where the key is encrypted. It is not kept.',
  chooseCertificate: 'Choose certificate and key…',
  certificateNote:
    'First the certificate, then its key, both in PEM form; one file may hold both. The key is kept in your keychain, for this server only.',
  chosen: '{name}, signed by {issuer}, valid until {until}',
  tls: 'Encryption',
  tlsName: 'Encrypt the connection (TLS)',
  wrongHost: 'Enter the name or address of the server, without “postgresql://”.',
  wrongPort: 'Enter a number from 1 to 65535.',
  missing: 'Enter at most 63 characters.',
  test: 'Test',
  join: 'Join…',
  createTables: 'Create tables…',
  testing: 'Testing…',
  results: 'Result of the test',
  steps: {
    dns: 'Name',
    tcp: 'Connection',
    tls: 'Encryption',
    login: 'Sign-in',
    version: 'Version',
    schema: 'Tables',
    rights: 'Rights'
  } satisfies Record<TeamStep, string>,
  states: { ok: 'OK', warning: 'Warning', fault: 'Fault', skipped: 'Skipped' } satisfies Record<
    TeamFinding['state'],
    string
  >,
  finding: (step: string, state: string) => `${step}: ${state}`,
  statusName: 'Team status',
  joined: (database: string, host: string, user: string) => `${database} on ${host}, as ${user}`,
  unread: (rows: number) => `${counted(rows, 'change')} of others cannot be read by this version.`,
  unsent: (changes: number) =>
    changes === 1
      ? '1 change of yours could not be shared and stays on this computer. Others do not see it.'
      : `${count(changes)} changes of yours could not be shared and stay on this computer. Others do not see them.`,
  open: 'Accounts of the team’s database may do more than they should. Doctor names what is open, and what its administrator runs.',
  unshared: (why: string) => `Your last refresh was not shared: ${why}`,
  samples: 'Share kept samples of mappings, encrypted',
  samplesNote:
    'For all of the team. What a mapping gave at its save is always shared: counts and lengths, never a value.',
  acceptedAge: 'Use a refresh of another desk up to this age',
  acceptedNote:
    'Refresh shows the list of another desk that is no older than this, instead of reading all pages again. A second Refresh reads them.',
  newPassword: (user: string) => `Password of ${user}`,
  signIn: 'Sign in',
  tryNow: 'Try now',
  leave: 'Leave…',
  leaveAsk:
    'Your issues stay as they are on this computer, and are not shared any more. Activity lists only your own requests.',
  leaveLoses: (waiting: number) => `${counted(waiting, 'change')} not sent yet will never reach the team.`,
  leaveYes: 'Leave team',
  cancel: 'Cancel'
}
