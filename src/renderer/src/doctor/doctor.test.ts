import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Finding, Outcome } from '../../../shared/doctor/finding'
import { reportText } from '../../../shared/doctor/report'
import { AppError } from '../../../shared/errors'
import { FakeClient } from '../testing/fake-client'
import { appState, workspace } from '../testing/made-up'
import { open } from '../testing/open'

const about = 'Default, https://api.example'
const outcome = (state: Outcome['state'], words: string, next = ''): Outcome => ({ state, words, next, facts: [] })
const findings: Finding[] = [
  { id: '1', check: 'disk', about: '', outcome: outcome('ok', 'The profile can be written to.') },
  { id: '2', check: 'keychain', about: '', outcome: null },
  {
    id: '3',
    check: 'tls',
    about,
    outcome: { ...outcome('fault', 'The CA “Proxy CA” is not trusted.', 'Choose it.'), facts: [['Issuer', 'Proxy CA']] }
  },
  { id: '4', check: 'service', about, outcome: outcome('skipped', 'Not tested, as what comes before it failed.') }
]
const row = (name: RegExp | string) => page.getByRole('listitem', { name })
const result = page.getByRole('status', { name: 'Result' })
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Answers on command. */
async function opened(client = new FakeClient(appState())) {
  let answer = (_: Finding[]) => {}
  client.answer('doctor:run', () => new Promise((resolve) => (answer = (findings) => resolve({ findings }))))
  await open(client, '#/doctor')
  await expect.poll(() => client.asked('doctor:run')).toHaveLength(1)
  const [asked] = client.asked('doctor:run')
  const tell = (finding: Finding) => client.emit('doctor:finding', { requestId: asked?.requestId ?? '', finding })
  return { client, tell, asked, answer: (all: Finding[]) => answer(all) }
}

test('tests the open workspace when it is opened; findings come as they are found', async () => {
  const { tell, asked, answer, client } = await opened()
  expect(asked?.of).toEqual({ workspaceId: workspace().id })
  for (const finding of findings) tell({ ...finding, outcome: null })
  await expect.element(result).toHaveTextContent('Testing, 4 results to come')
  for (const finding of findings) tell(finding)
  await expect.element(row('Disk: OK')).toHaveTextContent('The profile can be written to.')
  await expect.element(row('Keychain: Testing')).toBeVisible()
  await expect.element(row('TLS: Fault')).toHaveTextContent('Choose it.')
  await expect.element(page.getByRole('region', { name: about })).toBeVisible()
  await expect.element(result).toHaveTextContent('Testing, 1 result to come')
  answer(findings.map((one) => (one.id === '2' ? { ...one, outcome: outcome('warning', 'It is locked.') } : one)))
  await expect.element(result).toHaveTextContent('1 fault, 1 warning and 1 not tested. Tested')
  await button('Test again').click()
  expect(client.asked('doctor:run')).toHaveLength(2)
})

test('can be cancelled, and is not tested again by coming back', async () => {
  const { client, asked, answer } = await opened()
  await button('Cancel').click()
  expect(client.asked('app:cancelJob')).toEqual([{ requestId: asked?.requestId }])
  answer(findings)
  await expect.element(button('Test again')).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Doctor' }).click()
  await expect.element(row('TLS: Fault')).toBeVisible()
  expect(client.asked('doctor:run')).toHaveLength(1)
})

test('another workspace that is opened meanwhile is tested', async () => {
  const { client } = await opened()
  const other = workspace({ id: '22222222-2222-4222-8222-222222222222', name: 'Staging' })
  client.emit('app:changed', appState({ workspaces: [workspace(), other], activeWorkspaceId: other.id }))
  await expect
    .poll(() => client.asked('doctor:run').map(({ of }) => of))
    .toEqual([{ workspaceId: workspace().id }, { workspaceId: other.id }])
})

test('the report holds what was found, what to do and what it rests on', () => {
  const head = { version: '0.1.0', electron: '45', chrome: '148', node: '24', platform: 'Linux', at: 0 }
  const skipped = '  not tested  API: Not tested, as what comes before it failed.'
  expect(reportText(head, findings)).toBe(
    [
      'Connector Desk 0.1.0, Electron 45, Chromium 148, Node 24, Linux',
      'Tested at 1970-01-01T00:00:00.000Z',
      '',
      'This computer',
      '  ok          Disk: The profile can be written to.',
      '  not tested  Keychain:',
      '',
      about,
      '  FAULT       TLS: The CA “Proxy CA” is not trusted.',
      '              To do: Choose it.',
      '              Issuer: Proxy CA',
      skipped,
      ''
    ].join('\n')
  )
})

test('an address that does not answer while connecting leads to the Doctor, and back to what was typed', async () => {
  const client = new FakeClient(appState({ workspaces: [], activeWorkspaceId: null }))
  client.answer('workspaces:connect', () => {
    throw new AppError('unreachable', 'Address not found.')
  })
  client.answer('doctor:run', () => ({ findings }))
  await open(client)
  await button('Connect a workspace').click()
  const address = page.getByRole('textbox', { name: 'Base address', exact: true })
  await address.fill('https://api.exmaple')
  await page.getByRole('textbox', { name: 'Bearer token', exact: true }).fill('a-token')
  await button('Connect').click()
  await page.getByRole('link', { name: 'Open Doctor' }).click()
  await expect.element(row('TLS: Fault')).toBeVisible()
  expect(client.asked('doctor:run')[0]?.of).toEqual({ baseUrl: 'https://api.exmaple', euBaseUrl: '' })
  await page.getByRole('link', { name: 'Back to the form' }).click()
  await expect.element(address).toHaveValue('https://api.exmaple')
  await expect.element(page.getByRole('textbox', { name: 'Bearer token', exact: true })).toHaveValue('a-token')
})
