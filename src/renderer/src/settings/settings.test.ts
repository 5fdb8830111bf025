import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import { FakeClient } from '../testing/fake-client'
import { appState, workspace } from '../testing/made-up'
import { open } from '../testing/open'

const other = workspace({
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Staging',
  euBaseUrl: null,
  tokens: { default: 'none', eu: 'none' }
})
const both = appState({ workspaces: [workspace(), other] })
const card = (name: string) => page.getByRole('article', { name })

test('says where each token is, and never the token', async () => {
  await open(new FakeClient(both), '#/settings')
  await expect.element(card('Harbourline')).toHaveTextContent('Token, Default in GNOME Keyring')
  await expect.element(card('Harbourline')).toHaveTextContent('Token, EU the same as for Default')
  await expect.element(card('Staging')).toHaveTextContent('EU base address Not set (EU region unavailable)')
  await expect.element(card('Staging')).toHaveTextContent('Token, Default none')
})

test('says who replaced a token and when, also while a colleague does', async () => {
  const client = new FakeClient(both)
  await open(client, '#/settings')
  await expect.element(card('Harbourline')).toHaveTextContent('Token, Default in GNOME Keyring Replace')
  const at = Date.parse('2026-03-10T10:02:00')
  client.answer('workspaces:tokenChanges', ({ workspaceId }) =>
    workspaceId === workspace().id ? [{ region: 'default', by: 'Ada', at }] : []
  )
  client.emit('team:tokensChanged', undefined)
  await expect
    .element(card('Harbourline'))
    .toHaveTextContent(/Token, Default in GNOME Keyring changed .*10 Mar.* 10:02 by Ada Replace/)
  await expect.element(card('Staging')).not.toHaveTextContent('Ada')
})

test('the environment of its keys is named in Settings and shown beside the region', async () => {
  const client = new FakeClient(both)
  client.answer('workspaces:setEnvironment', ({ environment }) =>
    appState({ workspaces: [workspace(environment ? { environment } : {}), other] })
  )
  await open(client, '#/settings')
  const label = page.getByTitle('The environment of its tokens, as set in Settings')
  await expect.element(label).not.toBeInTheDocument()
  await card('Harbourline').getByRole('combobox', { name: 'Environment of Harbourline' }).selectOptions('Development')
  await expect.element(label).toHaveTextContent('Development')
  expect(client.asked('workspaces:setEnvironment')).toEqual([
    { workspaceId: workspace().id, environment: 'development' }
  ])
})

test('from when on employees are an issue is chosen for each workspace, and Issues and Connectors follow', async () => {
  const client = new FakeClient(both)
  client.answer('workspaces:setHeadcounts', ({ headcounts }) =>
    appState({ workspaces: [workspace({ headcounts }), other] })
  )
  await open(client, '#/settings')
  const [lists, tallies] = [() => client.asked('issues:list').length, () => client.asked('connectors:tally').length]
  const before = [lists(), tallies()] as const
  const frozen = card('Harbourline').getByRole('combobox', { name: 'Frozen data in Harbourline' })
  await expect.element(frozen).toHaveValue('45')
  await frozen.selectOptions('Never an issue')
  await expect.element(frozen).toHaveValue('0')
  expect(client.asked('workspaces:setHeadcounts')).toEqual([
    { workspaceId: workspace().id, headcounts: { drop: 50, frozen: 0, answers: true } }
  ])
  await expect.poll(lists).toBeGreaterThan(before[0])
  await expect.poll(tallies).toBeGreaterThan(before[1])
})

test('no choice of a workspace is cut', async () => {
  await open(new FakeClient(both), '#/settings')
  await expect.element(card('Harbourline').getByRole('combobox', { name: 'Sudden drop in Harbourline' })).toBeVisible()
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen) throw new Error('no canvas')
  const cut = [...card('Harbourline').element().querySelectorAll('select')].flatMap((box) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(box)
    pen.font = font
    const room = box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    return [...box.options].flatMap(({ text }) => (pen.measureText(text).width > room ? text : []))
  })
  expect(cut).toEqual([])
})

test('failing webhooks are issues until the workspace says otherwise', async () => {
  const client = new FakeClient(both)
  client.answer('workspaces:setWebhookIssues', ({ webhookIssues }) =>
    appState({ workspaces: [workspace({ webhookIssues }), other] })
  )
  await open(client, '#/settings')
  const box = card('Harbourline').getByRole('combobox', { name: 'Failing webhooks in Harbourline' })
  await expect.element(box).toHaveValue('yes')
  await box.selectOptions('Never an issue')
  await expect.element(box).toHaveValue('no')
  expect(client.asked('workspaces:setWebhookIssues')).toEqual([{ workspaceId: workspace().id, webhookIssues: false }])
})

test('what leaves without asking again is listed, and one press ends it', async () => {
  const client = new FakeClient(both)
  const one = {
    ...{ about: 'reminder' as const, rule: '33333333-3333-4333-8333-333333333333', name: 'March relinks' },
    ...{ kind: 'mail' as const, channel: 'ops@harbourline.example', host: 'mail.example.com', perDay: 40 },
    ...{ agreedAt: 0, until: Date.parse('2026-04-10T10:00:00'), workspaceId: workspace().id, workspace: 'Harbourline' }
  }
  client.answer('settings:consents', () => [one])
  await open(client, '#/settings')
  const list = page.getByRole('region', { name: 'Sent without asking again' })
  await expect
    .element(list)
    .toHaveTextContent(
      /Relink reminders: March relinks Harbourline · mail\.example\.com, at most 40 a day, until .*10 Apr/
    )
  client.answer('settings:endConsent', () => undefined)
  client.answer('settings:consents', () => [])
  await list.getByRole('button', { name: 'End messages of March relinks' }).click()
  expect(client.asked('settings:endConsent')).toEqual([{ workspaceId: workspace().id, rule: one.rule }])
  await expect.element(list.getByRole('heading')).toHaveFocus()
  client.emit('settings:consentsChanged', undefined)
  await expect.element(list).toHaveTextContent('Each message waits for your confirmation.')
})

test('a workspace is renamed or moved; what is wrong shows at its field', async () => {
  const client = new FakeClient(both)
  await open(client, '#/settings')
  await page.getByRole('button', { name: 'Edit Staging' }).click()
  client.answer('workspaces:update', () => {
    throw new AppError('invalid-input', 'no', { fields: { name: 'There is a workspace of this name already.' } })
  })
  const name = page.getByRole('textbox', { name: 'Workspace name' })
  await name.fill('Harbourline')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(name).toHaveAccessibleDescription('There is a workspace of this name already.')
  client.answer('workspaces:update', () => both)
  await name.fill('Testing')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(name).not.toBeInTheDocument()
  expect(client.asked('workspaces:update').at(-1)).toEqual({
    workspaceId: other.id,
    name: 'Testing',
    baseUrl: other.baseUrl,
    euBaseUrl: '',
    bearerToken: '',
    euBearerToken: '',
    requestId: expect.any(String)
  })
})

test('another origin asks for its token, a longer path does not', async () => {
  const client = new FakeClient(both)
  await open(client, '#/settings')
  await page.getByRole('button', { name: 'Edit Staging' }).click()
  const address = page.getByRole('textbox', { name: 'Base address', exact: true })
  const token = page.getByLabelText('Bearer token', { exact: true })
  await address.fill(`${other.baseUrl}/v2`)
  await expect.element(token).not.toBeInTheDocument()
  await address.fill('https://elsewhere.example.com')
  await token.fill('token-elsewhere')
  client.answer('workspaces:update', () => both)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(address).not.toBeInTheDocument()
  expect(client.asked('workspaces:update').at(-1)).toMatchObject({
    baseUrl: 'https://elsewhere.example.com',
    bearerToken: 'token-elsewhere'
  })
})

test('a dialog that closes gives the focus back to the button that opened it', async () => {
  await open(new FakeClient(both), '#/settings')
  const opener = page.getByRole('button', { name: 'Remove Harbourline' })
  await opener.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(opener).toHaveFocus()
})

test('removing names what goes, begins at Cancel, and keeps the dialog when it fails', async () => {
  const client = new FakeClient(both)
  await open(client, '#/settings')
  await page.getByRole('button', { name: 'Remove Harbourline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Harbourline?' })
  await expect.element(dialog).toHaveTextContent('Its token (Default), from GNOME Keyring')
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  client.answer('workspaces:remove', () => {
    throw new AppError('keychain-locked', 'locked')
  })
  await dialog.getByRole('button', { name: 'Remove workspace' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The keychain is locked')
  client.answer('workspaces:remove', () => appState({ workspaces: [], activeWorkspaceId: null }))
  await dialog.getByRole('button', { name: 'Remove workspace' }).click()
  await expect.element(page.getByRole('heading', { name: 'Connector Desk' })).toBeVisible()
  expect(client.asked('workspaces:remove').at(-1)).toEqual({ workspaceId: workspace().id })
})

test('About names the runtime, the sandbox and the keychain', async () => {
  await open(new FakeClient({ ...both, sandboxed: false }), '#/settings')
  const about = page.getByRole('region', { name: 'About' })
  await expect.element(about).toHaveTextContent('Electron 45.4.1')
  await expect.element(about).toHaveTextContent('Sandbox off: the app was started as root')
  await expect.element(about).toHaveTextContent('GNOME Keyring, found and unlocked')
})

test('CA certificates are chosen, shown and removed; a file that is none is refused with words', async () => {
  const client = new FakeClient(both)
  await open(client, '#/settings')
  const section = page.getByRole('region', { name: 'CA certificates' })
  client.answer('settings:addCertificate', () => {
    throw new AppError('invalid-input', 'notes.txt holds no certificate in PEM form.')
  })
  await section.getByRole('button', { name: 'Choose a file' }).click()
  await expect.element(section.getByRole('alert')).toHaveTextContent('notes.txt holds no certificate in PEM form.')
  const certificates = [
    {
      fingerprint: 'AB:CD',
      subject: 'Proxy CA',
      issuer: 'Root CA',
      validTo: Date.UTC(2030, 0, 2),
      file: 'ca.pem',
      managed: false
    }
  ]
  client.answer('settings:addCertificate', () => ({ ...both, certificates }))
  client.answer('settings:removeCertificate', () => both)
  await section.getByRole('button', { name: 'Choose a file' }).click()
  await expect
    .element(section.getByRole('listitem'))
    .toHaveTextContent(/Proxy CA Issued by Root CA\. Valid until .*2030/)
  await expect.element(section.getByRole('alert')).not.toBeInTheDocument()
  await section.getByRole('button', { name: 'Stop trusting Proxy CA' }).click()
  await expect.element(section.getByRole('listitem')).not.toBeInTheDocument()
  expect(client.asked('settings:removeCertificate')).toEqual([{ fingerprint: 'AB:CD' }])
})

test('says how much room sent requests take, and changes how much they may', async () => {
  const client = new FakeClient(both)
  let used = 187_400_000
  client.answer('passthrough:room', () => ({
    used,
    room: (client.asked('settings:setPreferences').at(-1)?.keptMb ?? 200) * 1e6
  }))
  client.answer('settings:setPreferences', (preferences) => {
    used = 96_000_000
    return appState({ preferences })
  })
  await open(client, '#/settings')
  const room = page.getByRole('region', { name: 'Request history' })
  await expect.element(room).toHaveTextContent('187 MB of 200 MB used.')
  await room.getByRole('combobox', { name: 'Space for request history' }).selectOptions('100 MB')
  await expect.element(room).toHaveTextContent('96 MB of 100 MB used.')
  expect(client.asked('settings:setPreferences')).toEqual([{ ...both.preferences, keptMb: 100 }])
})

test('the template of relink requests is edited with a preview, checked, and reset', async () => {
  const client = new FakeClient(both)
  await open(client, '#/settings')
  await page.getByRole('button', { name: 'Edit relink requests of Harbourline' }).click()
  const dialog = page.getByRole('dialog')
  const template = dialog.getByLabelText('Template')
  const preview = dialog.getByRole('region', { name: 'Relink request' })
  await expect.element(preview).toHaveTextContent('Please reconnect BambooHR for Brightwater Clinics')
  await template.fill('Subject: Hello {customer}\n\nPlease open {relink_link}')
  await expect.element(preview).toHaveTextContent('Hello Brightwater Clinics Please open [relink link]')
  await dialog.getByLabelText('Connector page address').fill('http://dashboard')
  client.answer('workspaces:setRelink', () => {
    throw new AppError('invalid-input', 'no', { fields: { pageAddress: 'Only https.', template: 'No link.' } })
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(dialog.getByLabelText('Connector page address'))
    .toHaveAccessibleDescription(expect.stringContaining('Only https.'))
  await expect.element(dialog.getByText('No link.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Reset to the default' }).click()
  await dialog.getByLabelText('Connector page address').fill('')
  client.answer('workspaces:setRelink', () => both)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(client.asked('workspaces:setRelink').at(-1)).toEqual({
    workspaceId: workspace().id,
    relink: { pageAddress: '', template: '', remindAfterDays: 7 }
  })
})

test('the theme is chosen for the whole app', async () => {
  const client = new FakeClient(both)
  client.answer('settings:setPreferences', (preferences) => appState({ preferences }))
  await open(client, '#/settings')
  const theme = page.getByRole('group', { name: 'Theme' })
  await expect.element(theme.getByRole('button', { name: 'System' })).toHaveAttribute('aria-pressed', 'true')
  await theme.getByRole('button', { name: 'Dark' }).click()
  await expect.element(theme.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
  expect(client.asked('settings:setPreferences')).toEqual([{ ...both.preferences, theme: 'dark' }])
})

test('a proxy is chosen: at once where nothing is typed, else once its address is sound', async () => {
  const client = new FakeClient(both)
  client.answer('settings:setPreferences', (preferences) => appState({ preferences }))
  await open(client, '#/settings')
  const section = page.getByRole('region', { name: 'Proxy' })
  const through = section.getByRole('combobox', { name: 'Connect through' })
  const chosen = () => client.asked('settings:setPreferences').map(({ proxy }) => proxy)
  await through.selectOptions('No proxy')
  await expect.poll(chosen).toEqual([{ mode: 'direct' }])
  await through.selectOptions('One proxy')
  const address = section.getByRole('textbox', { name: 'Proxy address' })
  await address.fill('proxy.example.com:8080')
  await section.getByRole('button', { name: 'Save proxy' }).click()
  await expect
    .element(address)
    .toHaveAccessibleDescription('Enter a full address without user name, for example http://proxy.example.com:8080.')
  expect(chosen()).toHaveLength(1)
  await address.fill('http://proxy.example.com:8080')
  await section.getByRole('textbox', { name: 'Connect directly to' }).fill('*.example.com, 10.0.0.0/8')
  await section.getByRole('button', { name: 'Save proxy' }).click()
  const fixed = { mode: 'fixed', address: 'http://proxy.example.com:8080', bypass: ['*.example.com', '10.0.0.0/8'] }
  await expect.poll(() => chosen().at(-1)).toEqual(fixed)
  await expect.element(address).toHaveValue(fixed.address)
})

test('changing an address shows what the check waits for, and it can be stopped', async () => {
  const client = new FakeClient(both)
  client.answer('workspaces:update', () => new Promise(() => undefined))
  await open(client, '#/settings')
  await page.getByRole('button', { name: 'Edit Harbourline' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  const requestId = client.asked('workspaces:update')[0]?.requestId ?? ''
  const wait = { until: Date.now() + 30_000, reason: 'rate-limit' as const, source: 'retry-after' as const }
  client.emit('app:jobProgress', { requestId, progress: { wait, quiet: null, sent: false } })
  await expect.element(page.getByText(/^Rate limited, \d+ s left$/)).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  expect(client.asked('app:cancelJob')).toEqual([{ requestId }])
})

test('what the person does not agree to in main goes back to what holds, without a message', async () => {
  const client = new FakeClient(both)
  const declined = () => {
    throw new AppError('cancelled', 'It was not confirmed.')
  }
  client.answer('settings:setPreferences', declined)
  client.answer('settings:removeCertificate', declined)
  await open(client, '#/settings')
  const lock = page.getByRole('combobox', { name: 'Lock without input' })
  await expect.element(lock).toBeVisible()
  const before = (lock.element() as HTMLSelectElement).value
  await lock.selectOptions('Never')
  await expect.element(lock).toHaveValue(before)
  const proxy = page.getByRole('combobox', { name: 'Connect through' })
  await proxy.selectOptions('No proxy')
  await expect.element(proxy).toHaveDisplayValue('System settings')
  const name = page.getByRole('textbox', { name: 'Your name' })
  await name.fill('Grace')
  await userEvent.keyboard('{Enter}')
  await expect.element(name).toHaveValue('')
  const screen = page.getByRole('checkbox', { name: 'Lock when the computer sleeps' })
  await screen.click()
  await expect.element(screen).toBeChecked()
  expect(client.asked('settings:setPreferences')).toHaveLength(4)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('its sections are listed beside them, and one press leads to each', async () => {
  await page.viewport(1280, 800)
  await open(new FakeClient(both), '#/settings')
  const sections = page.getByRole('navigation', { name: 'Sections of Settings' })
  await sections.getByRole('button', { name: 'About' }).click()
  const about = page.getByRole('heading', { name: 'About', exact: true })
  await expect.element(about).toHaveFocus()
  await expect.element(about).toBeInViewport()
  const titles = [...document.querySelectorAll('main h2')].map(({ textContent }) => textContent)
  expect(
    sections
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent)
  ).toEqual(titles)
})
