import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  teamFault,
  teamSteps,
  type TeamAddress,
  type TeamFault,
  type TeamState,
  type TeamStatus,
  type TeamTest
} from '../../../shared/team/team'
import { FakeClient } from '../testing/fake-client'
import { appState } from '../testing/made-up'
import { open } from '../testing/open'
import { quietTeam } from '../testing/made-up-team'

const address: TeamAddress = { host: 'db.example.com', port: 5432, database: 'desk', user: 'ada', tls: true }
const none: TeamState = {
  address: null,
  status: null,
  ...quietTeam
}
const joined = (status: TeamStatus, unread = 0, unsent = 0): TeamState => ({
  ...quietTeam,
  address,
  status,
  unread,
  unsent
})

async function settings(first: TeamState) {
  const client = new FakeClient(appState())
  client.answer('team:get', () => first)
  await open(client, '#/settings')
  return client
}

const section = page.getByRole('region', { name: 'Team', exact: true })
const field = (name: string) => section.getByRole('textbox', { name, exact: true })
const button = (name: string) => section.getByRole('button', { name })
const status = section.getByRole('status', { name: 'Team status' })
const line = page.getByRole('link', { name: /^Team:/ })

const failing = (step: (typeof teamSteps)[number], creates = false): TeamTest => ({
  creates,
  findings: teamSteps.map((one) => ({ step: one, state: one === step ? 'fault' : 'ok', words: `About ${one}` }))
})

async function typed() {
  for (const [name, text] of [
    ['Host', 'db.example.com'],
    ['Database', 'desk'],
    ['User', 'ada'],
    ['Password', 'secret']
  ] as const)
    await field(name).fill(text)
}

test('a connection is tested, and each step says how it is', async () => {
  const client = await settings(none)
  client.answer('team:test', () => failing('login'))
  await typed()
  await button('Test').click()
  await expect.element(section.getByRole('listitem', { name: 'Sign-in: Fault' })).toHaveTextContent('About login')
  await expect.element(section.getByRole('listitem', { name: 'Name: OK' })).toBeVisible()
  expect(client.asked('team:test')).toEqual([{ address, password: 'secret' }])
  await expect.element(button('Create tables…')).not.toBeInTheDocument()
})

test('what is open in the database of a team is said in a sentence that leads to Doctor', async () => {
  const client = await settings({
    ...joined({ kind: 'connected', waiting: 0, writes: true }),
    open: ['functions', 'owner']
  })
  const said = section.getByText(/may do more than they should\. Doctor names what is open/)
  await expect.element(said).toBeVisible()
  client.emit('team:changed', joined({ kind: 'connected', waiting: 0, writes: true }))
  await expect.element(said).not.toBeInTheDocument()
})

test('tables that this account may make can be made', async () => {
  const client = await settings(none)
  client.answer('team:test', () => failing('schema', true))
  client.answer('team:createTables', () => ({ creates: false, findings: [] }))
  await typed()
  await button('Test').click()
  await button('Create tables…').click()
  await expect.poll(() => client.asked('team:createTables')).toHaveLength(1)
})

test('what cannot be an address is said at its field, and nothing is asked', async () => {
  const client = await settings(none)
  await typed()
  await field('Host').fill('postgresql://db')
  await field('Port').fill('0')
  await button('Join…').click()
  await expect.element(field('Host')).toHaveAccessibleDescription(/without “postgresql/)
  await expect.element(field('Port')).toHaveAccessibleDescription(/1 to 65535/)
  expect(client.asked('team:join')).toEqual([])
})

test('only a server on this computer can be used without encryption', async () => {
  const client = await settings(none)
  client.answer('team:join', () => failing('tcp'))
  await typed()
  const encrypt = section.getByRole('checkbox', { name: 'Encrypt the connection (TLS)' })
  await expect.element(encrypt).not.toBeInTheDocument()
  await field('Host').fill('localhost')
  await encrypt.click()
  await button('Join…').click()
  await expect.poll(() => client.asked('team:join')).toMatchObject([{ address: { host: 'localhost', tls: false } }])
})

test('the window says how the team is, in Settings and below every view', async () => {
  const client = await settings(joined({ kind: 'connected', waiting: 0, writes: true }))
  await expect.element(status).toHaveTextContent('Team: up to date')
  await expect.element(line).toHaveTextContent('Team: up to date')
  client.emit('team:changed', joined({ kind: 'connected', waiting: 12, writes: false }, 3, 2))
  await expect.element(line).toHaveTextContent('Team: 12 changes not sent, read only')
  await expect.element(section).toHaveTextContent('You may only read in this team.')
  await expect.element(section).toHaveTextContent('3 changes of others cannot be read')
  await expect
    .element(section)
    .toHaveTextContent('2 changes of yours could not be shared and stay on this computer. Others do not see them.')
  client.emit('team:changed', joined({ kind: 'connected', waiting: 0, writes: true }, 0, 1))
  await expect
    .element(section)
    .toHaveTextContent('1 change of yours could not be shared and stays on this computer. Others do not see it.')
  const away = { kind: 'away', waiting: 1, since: Date.now(), writes: true } as const
  client.emit('team:changed', joined({ ...away, words: 'No server listens.', fault: 'unreachable' }))
  await expect.element(line).toHaveTextContent(/^Team: 1 change waiting, server not reachable since/)
  await expect.element(section).toHaveTextContent('No server listens.')
  client.answer('team:tryNow', () => none)
  await button('Try now').click()
  await expect.poll(() => client.asked('team:tryNow')).toHaveLength(1)
  await expect.element(field('Password of ada')).not.toBeInTheDocument()
})

test('what the team has not got is listed by kind and name, with since when and why', async () => {
  const client = new FakeClient(appState())
  const since = Date.now() - 3 * 86_400_000
  const one = { kind: 'request' as const, name: 'Read pay', since, refused: null }
  client.answer('team:get', () => joined({ kind: 'connected', waiting: 1, writes: false }, 0, 2))
  client.answer('team:pending', () => ({
    changes: [
      { ...one, field: 'removed', refused: 'viewer' as const },
      { ...one, field: 'content', refused: 'too-large' as const },
      { ...one, kind: 'case' as const, field: 'owner', name: '\u202eUmber Textiles' }
    ],
    more: 30,
    leftOut: 1
  }))
  await open(client, '#/settings')
  const rows = section.getByRole('list', { name: 'What your team has not got' }).getByRole('listitem')
  await expect.element(rows.nth(0)).toHaveTextContent(/^Saved request deleted Read pay you may only read, since /)
  await expect.element(rows.nth(1)).toHaveTextContent(/^Saved request Read pay over 150 kB, since /)
  await expect.element(rows.nth(2)).toHaveTextContent(/^Owner .*Umber Textiles waiting since /)
  await expect.element(section.getByText('and 30 more')).toBeVisible()
  await expect.element(section.getByText(/^1 item of your team is not shown/)).toBeVisible()
})

test('a password that is refused is replaced by another, and nothing is left', async () => {
  const away = {
    kind: 'away',
    waiting: 1,
    since: Date.now(),
    writes: true,
    words: 'The password of ada is wrong.'
  } as const
  const client = await settings(joined({ ...away, fault: 'password' }))
  client.answer('team:setPassword', () => joined({ kind: 'connecting', waiting: 1, writes: true }))
  await field('Password of ada').fill('another')
  await expect
    .element(line)
    .toHaveTextContent('Team: 1 change waiting, sign-in refused: enter the new password in Settings')
  await button('Sign in').click()
  await expect.poll(() => client.asked('team:setPassword')).toEqual([{ password: 'another' }])
  await expect.element(field('Password of ada')).toHaveValue('')
})

test('what keeps a desk from its team is named, and only a server that is away is not reachable', async () => {
  const named: Record<TeamFault, RegExp> = {
    unreachable: /^Team: server not reachable since /,
    expired: /^Team: the server’s certificate expired$/,
    'other-name': /^Team: the server’s certificate is for another name$/,
    untrusted: /^Team: the server’s certificate is not trusted$/,
    encryption: /^Team: no encrypted connection$/,
    password: /^Team: sign-in refused: enter the new password in Settings$/,
    'no-password': /^Team: enter the password in Settings$/,
    keychain: /^Team: the keychain does not give out the password$/,
    'sign-in': /^Team: sign-in refused$/,
    database: /^Team: database not found$/,
    tables: /^Team: the database does not fit$/,
    rights: /^Team: rights missing$/,
    'no-changes': /^Team: the server takes no changes$/,
    failed: /^Team: the exchange failed$/
  }
  const client = await settings(joined({ kind: 'connected', waiting: 0, writes: true }))
  await expect.element(line).toHaveTextContent('Team: up to date')
  for (const fault of teamFault.options) {
    client.emit(
      'team:changed',
      joined({ kind: 'away', waiting: 0, since: Date.now(), writes: true, words: 'x', fault })
    )
    await expect.element(line).toHaveTextContent(named[fault])
    const asked = fault === 'password' || fault === 'no-password'
    expect(field('Password of ada').elements()).toHaveLength(asked ? 1 : 0)
  }
})

test('leaving is asked for twice, and says what is lost', async () => {
  const client = await settings(joined({ kind: 'connected', waiting: 2, writes: true }))
  client.answer('team:leave', () => none)
  await button('Leave…').click()
  await expect.element(section).toHaveTextContent('2 changes not sent yet will never reach the team.')
  await button('Cancel').click()
  expect(client.asked('team:leave')).toEqual([])
  await button('Leave…').click()
  await button('Leave team').click()
  await expect.element(field('Host')).toBeVisible()
  await expect.element(line).not.toBeInTheDocument()
})

test('an organization that allows no team has no form', async () => {
  await settings({ ...none, refused: 'Your organization does not allow a team.' })
  await expect.element(section).toHaveTextContent('Your organization does not allow a team.')
  await expect.element(field('Host')).not.toBeInTheDocument()
})

test('a client certificate is chosen in main, and signs in instead of a password', async () => {
  const client = await settings(none)
  const validTo = Date.parse('2027-05-06T00:00:00Z')
  client.answer('team:chooseCertificate', () => ({ subject: 'ada', issuer: 'Harbourline CA', validTo }))
  client.answer('team:test', () => failing('schema'))
  await typed()
  await section.getByRole('group', { name: 'Sign in with' }).getByRole('button', { name: 'Client certificate' }).click()
  await expect.element(field('Password')).not.toBeInTheDocument()
  await field('Passphrase of the key').fill('of the key')
  await button('Choose certificate and key…').click()
  await expect.element(section).toHaveTextContent(/ada, signed by Harbourline CA, valid until .*2027/)
  expect(client.asked('team:chooseCertificate')).toEqual([{ passphrase: 'of the key' }])
  await expect.element(field('Passphrase of the key')).toHaveValue('')
  await button('Test').click()
  await expect.poll(() => client.asked('team:test')).toEqual([{ address, password: null }])
})
