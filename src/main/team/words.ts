export const troubleWords = {
  dns: (host: string) => `The name ${host} was not found. Check it, and whether a VPN is needed.`,
  refused: (at: string) => `No server listens at ${at}.`,
  unreachable: (at: string) => `${at} does not answer. Check the port, and whether a VPN or a firewall is in the way.`,
  noAnswer: (at: string) => `${at} was reached and then stopped answering.`,
  broken: (at: string, code: string) => `The connection to ${at} broke (${code}).`,
  expired: (host: string) => `The certificate of ${host} has expired.`,
  otherName: (host: string) => `The certificate is not for ${host}.`,
  /** @param remedy where this program takes CA certificates from */
  untrusted: (host: string, remedy = 'Add it under CA certificates in Settings.') =>
    `The certificate of ${host} is signed by an authority that this computer does not trust. ${remedy}`,
  noTls: (host: string) => `${host} offers no encrypted connection. Ask its administrator to turn on ssl.`,
  tlsBroken: (host: string) => `No encrypted connection to ${host} could be made.`,
  password: (user: string) => `The password of ${user} is wrong.`,
  notAdmitted: (user: string, said: string) => `The server does not admit ${user}: ${said}`,
  noDatabase: (database: string) => `The server has no database ${database}.`,
  rights: (said: string) => `The server refused it: ${said}`,
  tablesGone: 'The team’s tables are gone or of another version.',
  diskFull: 'The disk of the server is full. Changes wait on this computer.',
  readOnly: 'The server takes no changes at the moment. They wait on this computer.',
  server: (said: string) => `The server says: ${said}`,
  otherTeam: 'This database belongs to another team than the one that was joined. Leave the team and join it again.',
  wentBack: 'The database was taken back to an earlier state. Leave the team and join it again: your issues stay.',
  notTaken: 'The server does not show the changes it was sent. They wait on this computer.',
  noPassword: 'The keychain no longer holds the password. Enter it again.',
  viewer: 'Your account may only read in this team.',
  keychain: 'The keychain is locked.',
  managed: 'Your organization does not allow a team.',
  plainElsewhere: 'Only a server on this computer can be used without encryption.'
}

export const findingWords = {
  dns: 'Name found',
  address: 'An address, no name',
  tcp: 'Reached',
  tls: 'Encrypted, and the certificate is trusted',
  plain: 'Not encrypted: the server is on this computer',
  login: 'Signed in',
  version: (version: string) => `PostgreSQL ${version}`,
  old: (version: string) => `PostgreSQL ${version} is too old: version 14 or later is needed.`,
  schema: 'The team’s tables are there',
  missing: 'The team’s tables are not there yet.',
  createIt: 'Your account may create them: press Create tables.',
  askFor: 'Give your administrator what “connector-desk team sql” prints.',
  foreign: 'The database has a schema connector_desk that is not this app’s. Use another database.',
  newer: (there: number, known: number) =>
    `The team’s tables are of version ${there}, and this app knows version ${known}. Update Connector Desk.`,
  older: (there: number, known: number) => `The team’s tables are of version ${there}, and version ${known} is needed.`,
  operator: 'May read and write',
  viewer: 'May read only: you see the team’s issues and change none',
  noRights: (user: string) =>
    `${user} may not read the team’s tables. Ask your administrator to grant connector_desk_operator or connector_desk_viewer.`,
  skipped: 'Not tested'
}

export const actWords = {
  join: 'Join a team',
  joinVerb: 'Join',
  joinNote:
    'From now on your team gets what is listed below. Tokens, bodies of requests you send, answers and drafts are never sent there.',
  shared: {
    Issues: 'Owners, notes, tags, snoozes and states, and whether customers’ systems took their credentials',
    Lists:
      'Your connectors with the names of their customers, the addresses of your services, the name of this computer',
    Saved:
      'Requests with bodies and folders, filters with the names and IDs in them, runbooks, contacts of customers, tickets of issues, due times with the customers in their tiers, alert rules and what they sent',
    Changes:
      'What you change of fields and mappings; which requests you send that may change something, and how they end'
  },
  create: 'Create the team’s tables',
  createVerb: 'Create',
  createNote:
    'The schema connector_desk is created, and three roles: connector_desk_owner, connector_desk_operator and connector_desk_viewer. From then on an account needs one of the latter two to enter the database.',
  leave: 'Leave the team?',
  leaveVerb: 'Leave',
  leaveNote: (count: number) =>
    `${count === 1 ? 'One change' : `${count} changes`} of yours have not reached the team, and never will if you leave now.`,
  server: 'Server',
  database: 'Database',
  account: 'Account',
  encryption: 'Encryption',
  encrypted: 'TLS, certificate checked',
  plain: 'None: this computer'
}

export const expiredWords = (changes: number): string =>
  changes === 1
    ? '1 change of yours never reached the team. It could not be shared for 30 days, and stays on this computer.'
    : `${changes} changes of yours never reached the team. They could not be shared for 30 days, and stay on this computer.`

export const identityWords = {
  choose: 'Choose a certificate first.',
  noCertificate: 'The first file holds no certificate in PEM form.',
  noKey: 'No private key in PEM form was found in the file of the key.',
  damaged: 'The certificate is damaged and cannot be read.',
  damagedKey: 'The key cannot be read. Use an EC or RSA key in PEM form.',
  passphrase: 'The key is encrypted. Enter its passphrase and choose the files again.',
  wrongPassphrase: 'The passphrase of the key is wrong.',
  otherKey: 'The key does not belong to the certificate.',
  keyTooLong:
    'The key is too long for the keychain (2,560 bytes on Windows). Use an EC key (P-256), or RSA with at most 3,072 bits.',
  notKept: 'The certificate and the key that are kept do not belong together. Leave the team and join it again.',
  needsTls: 'A client certificate needs an encrypted connection.',
  expired: (name: string, day: string) =>
    `Your certificate “${name}” expired on ${day}. Choose another and join again.`,
  notYet: (name: string, day: string) => `Your certificate “${name}” is valid from ${day} on.`,
  otherAuthority: (host: string, issuer: string) =>
    `${host} does not trust “${issuer}”, which signed your certificate. Ask its administrator to add it to ssl_ca_file.`,
  refused: (host: string, name: string) => `${host} refused your certificate “${name}”.`,
  otherAccount: (user: string) =>
    `Your certificate is not for the account ${user}. Its common name (CN) has to be the account, or be mapped to it.`
}

export const refreshWords = {
  lost: 'Another desk refreshes now: this computer was away for too long.',
  late: 'The team’s server answers too slowly.',
  unreadable: 'The team’s list holds a record that this version cannot read.',
  tooMuch: 'The team’s list is too large.',
  stuck: 'Another desk refreshes, and does not go on.'
}

export const approvalAsked = { title: 'A colleague asks you to agree', body: 'It waits under Activity, Approvals.' }
