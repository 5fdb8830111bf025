import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { Issue } from '../../../shared/issues/issue'
import type { RelinkLetter, RelinkSettings } from '../../../shared/issues/relink/relink'
import { linksToFill } from '../../../shared/issues/relink/links'
import { fillTemplate } from '../../../shared/issues/relink/template'
import { appState, ended, row, workspace } from '../testing/made-up'
import {
  day,
  hour,
  madeUpIssue,
  madeUpRecord,
  madeUpIssues,
  madeUpSnapshot,
  issuesClient
} from '../testing/made-up-issues'
import { open } from '../testing/open'

const long = 'Vereinigte Kreiskrankenhäuser und Pflegeheime Nordwestmecklenburg gemeinnützige GmbH'
const list = page.getByRole('treegrid', { name: 'Issues' })
const drawer = page.getByRole('complementary', { name: 'Issue' })
const dialog = page.getByRole('dialog')
const letterText = dialog.getByRole('region', { name: 'Relink request' })
const rowOf = (name: string) => list.getByRole('row').filter({ hasText: name })

const issues = [
  madeUpIssue('old', 9 * day, { endUser: long, requestedAt: Date.now() - 8 * day - hour / 2 }),
  madeUpIssue('young', 2 * day, { endUser: 'Umber Textiles' }),
  madeUpIssue('asked', 3 * day, { endUser: 'Hollis Freight', requestedAt: Date.now() - 2 * day - hour / 2 })
]

const place = { workspaceId: '11111111-1111-4111-8111-111111111111', region: 'default' } as const
const connections = [
  madeUpIssue('young', 2 * day, { endUser: 'Umber Textiles', originId: 'umber' }),
  madeUpIssue('ats', 2 * day, {
    key: 'ATS:ats',
    category: 'ATS',
    integrationSlug: 'greenhouse',
    endUser: 'Umber Textiles',
    originId: 'umber'
  })
]

function letterOf(key: string, keys = [key]): RelinkLetter {
  const customer = issues.find((one) => one.key === key)?.endUser ?? ''
  const relink_link = linksToFill(keys.length).join(' and ')
  const values = { customer, integration: 'Bamboohr', connections: '- Bamboohr (HRIS)', reference: 'o' }
  return { customer, originId: 'o', keys, ...fillTemplate('', { ...values, relink_link }) }
}

async function withIssues(relink?: RelinkSettings, more: Issue[] = []) {
  const client = issuesClient([...issues, ...more])
  if (relink) client.answer('app:getState', () => appState({ workspaces: [workspace({ relink })] }))
  client.answer('issues:relinkLetters', ({ keys }) => keys.map((key) => letterOf(key)))
  const desk = await open(client, '#/issues')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold(issues.map(({ key }) => row('HRIS', key.slice(5))))
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.element(list).toBeVisible()
  return { client, desk }
}
const changes = (client: ReturnType<typeof issuesClient>) => client.asked('issues:change').map(({ change }) => change)

test('a request is copied with its link filled in, and the row says when', async () => {
  const { client } = await withIssues()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await rowOf('Umber Textiles').click()
  await drawer.getByRole('button', { name: 'Request relink…' }).click()
  await expect.element(dialog.getByText('Fill in the relink link before you send this.')).toBeVisible()
  await expect.element(letterText).toHaveTextContent('Please reconnect Bamboohr for Umber Textiles')
  await dialog.getByLabelText('Relink link').fill('https://link.example/$&abc')
  await expect.element(letterText).toHaveTextContent('1. Open https://link.example/$&abc')
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect.element(dialog.getByText('Copied, and marked as requested.')).toBeVisible()
  expect(write.mock.calls[0]?.[0]).toMatch(/^Subject: Please reconnect .*\n\nHello,[^]*https:\/\/link\.example\/\$&abc/)
  expect(changes(client)).toEqual([{ requested: 'copied' }])
  await userEvent.keyboard('{Escape}')
  await expect.element(rowOf('Umber Textiles')).toHaveTextContent(/Requested .* ago/)
  write.mockRestore()
})

test('a copy without its link still says that the link is missing, and is no request yet', async () => {
  const { client } = await withIssues()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await rowOf('Umber Textiles').click()
  await drawer.getByRole('button', { name: 'Request relink…' }).click()
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect
    .element(dialog.getByText('Copied without its link, so the relink is not marked as requested.'))
    .toBeVisible()
  await expect.element(dialog.getByText('Fill in the relink link before you send this.')).toBeVisible()
  expect(changes(client)).toEqual([])
  write.mockRestore()
})

test('nothing is marked where the clipboard does not take it', async () => {
  const { client } = await withIssues()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('no'))
  await rowOf('Umber Textiles').click()
  await drawer.getByRole('button', { name: 'Request relink…' }).click()
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect.element(dialog.getByText('Not copied: the clipboard is not available.')).toBeVisible()
  expect(changes(client)).toEqual([])
  write.mockRestore()
})

test('a letter that no mail program would get whole says so before, and can be copied', async () => {
  const { client } = await withIssues()
  client.answer('issues:relinkLetters', ({ keys }) =>
    keys.map((key) => ({ ...letterOf(key), body: 'Dear customer. '.repeat(2_000) }))
  )
  await rowOf('Umber Textiles').click()
  await drawer.getByRole('button', { name: 'Request relink…' }).click()
  await expect.element(dialog.getByText('Too long for a mail program. Copy it instead.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Email' })).toBeDisabled()
  await expect.element(dialog.getByRole('button', { name: 'Copy' })).toBeEnabled()
})

test('each connection of one customer has a field for its own link', async () => {
  const { client } = await withIssues()
  client.answer('issues:relinkLetters', ({ keys }) => [letterOf('HRIS:young', keys)])
  client.answerIssues(() => madeUpIssues(connections))
  client.emit('connectors:snapshotChanged', { ...place, snapshot: madeUpSnapshot() })
  await page.getByRole('button', { name: 'Request 2 relinks' }).click()
  await dialog.getByLabelText('Relink link for Bamboohr, HRIS').fill('https://link.example/a')
  await expect.element(letterText).toHaveTextContent('Open https://link.example/a and [relink link 2]')
  await expect.element(dialog.getByText('Fill in each relink link before you send this.')).toBeVisible()
  await dialog.getByLabelText('Relink link for Greenhouse, ATS').fill('https://link.example/b')
  await expect.element(letterText).toHaveTextContent('Open https://link.example/a and https://link.example/b')
  await expect.element(dialog.getByText('Fill in each relink link')).not.toBeInTheDocument()
})

test('a request opens in the mail program as it is shown; one that is too long says so', async () => {
  const { client } = await withIssues()
  client.answer('issues:mailRelinkLetter', () => [])
  await rowOf('Umber Textiles').click()
  await drawer.getByRole('button', { name: 'Request relink…' }).click()
  await dialog.getByLabelText('Relink link').fill('https://link.example/abc')
  await dialog.getByRole('button', { name: 'Email' }).click()
  await expect.element(dialog.getByText(/^Opened in your mail program/)).toBeVisible()
  const [mailed] = client.asked('issues:mailRelinkLetter')
  expect(mailed).toMatchObject({ keys: ['HRIS:young'], subject: 'Please reconnect Bamboohr for Umber Textiles' })
  expect(mailed?.body).toContain('Open https://link.example/abc')
  client.answer('issues:mailRelinkLetter', () => {
    throw new AppError('too-large', 'Copy it instead.')
  })
  await dialog.getByRole('button', { name: 'Email' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Copy it instead.')
})

test('the page of the connector opens where its address is known, and only there', async () => {
  const { client } = await withIssues({
    pageAddress: 'https://dashboard.example.com/{connector_id}',
    template: '',
    remindAfterDays: 7
  })
  client.answer('connectors:openPage', () => undefined)
  await rowOf('Umber Textiles').click()
  await drawer.getByRole('button', { name: 'Request relink…' }).click()
  await dialog.getByRole('button', { name: 'Open in dashboard' }).click()
  expect(client.asked('connectors:openPage')).toMatchObject([{ key: 'HRIS:young' }])
})

test('each connection of one customer has a button that names it', async () => {
  const { client } = await withIssues({
    pageAddress: 'https://dashboard.example.com/{connector_id}',
    template: '',
    remindAfterDays: 7
  })
  client.answer('connectors:openPage', () => undefined)
  client.answer('issues:relinkLetters', ({ keys }) => [letterOf('HRIS:young', keys)])
  await page.getByRole('button', { name: 'Request 2 relinks' }).click()
  await dialog.getByRole('button', { name: 'Open in dashboard: Bamboohr, HRIS' }).first().click()
  expect(client.asked('connectors:openPage')).toMatchObject([{ key: 'HRIS:old' }])
})

test('without a page address there is no button to a dashboard', async () => {
  await withIssues()
  await rowOf('Umber Textiles').click()
  await drawer.getByRole('button', { name: 'Request relink…' }).click()
  await expect.element(letterText).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Open in dashboard' })).not.toBeInTheDocument()
})

test('requests to many customers are one CSV; nobody counts as asked before the operator says so', async () => {
  const { client } = await withIssues()
  client.answer('issues:saveRelinkLetters', ({ keys }) => ({ file: '/home/maya/relink.csv', letters: keys.length }))
  // Hollis Freight was asked two days ago.
  await page.getByRole('button', { name: 'Request 2 relinks' }).click()
  await expect.element(dialog.getByRole('heading', { name: '2 relink requests' })).toBeVisible()
  const mark = dialog.getByRole('button', { name: 'Mark 2 as requested' })
  await expect.element(mark).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Save as CSV' }).click()
  await expect.element(dialog.getByText(/^Saved: .home.maya.relink.csv\. Fill in the links/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Show in folder' })).toBeVisible()
  expect(client.asked('issues:saveRelinkLetters')).toMatchObject([{ keys: ['HRIS:old', 'HRIS:young'], format: 'csv' }])
  expect(changes(client)).toEqual([])
  await mark.click()
  await expect.element(dialog.getByText('Marked as requested.')).toBeVisible()
  expect(client.asked('issues:change')).toMatchObject([
    { keys: ['HRIS:old', 'HRIS:young'], change: { requested: 'file' } }
  ])
  await expect.element(mark).not.toBeInTheDocument()
  const box = dialog.element()
  expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
})

test('a mark can be taken back, there and in the list, and once only; the letters can be marked again', async () => {
  const { client } = await withIssues()
  client.answer('issues:saveRelinkLetters', ({ keys }) => ({ file: '/home/maya/relink.csv', letters: keys.length }))
  await page.getByRole('button', { name: 'Request 2 relinks' }).click()
  await dialog.getByRole('button', { name: 'Save as CSV' }).click()
  const mark = dialog.getByRole('button', { name: 'Mark 2 as requested' })
  const undo = dialog.getByRole('button', { name: 'Undo' })
  await mark.click()
  await undo.click()
  await expect.element(dialog.getByText('No longer marked as requested by this.')).toBeVisible()
  await expect.element(undo).not.toBeInTheDocument()
  const [first, back] = client.asked('issues:change')
  expect(first).toMatchObject({ keys: ['HRIS:old', 'HRIS:young'], change: { requested: 'file' } })
  expect(back).toMatchObject({ keys: ['HRIS:old', 'HRIS:young'], change: { unrequested: expect.any(Number) } })
  await expect.element(rowOf(long)).toHaveTextContent('Reminder due, 8 d')
  await mark.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(rowOf('Umber Textiles')).toHaveTextContent(/Requested .* ago/)
  await expect.element(page.getByText('Marked 2 issues as requested')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(rowOf('Umber Textiles')).not.toHaveTextContent(/Requested .* ago/)
  await expect.element(page.getByText('Marked 2 issues as requested')).not.toBeInTheDocument()
  expect(client.asked('issues:change')).toHaveLength(4)
})

test('the words after Undo say how many marks main took back', async () => {
  const { client } = await withIssues()
  client.answer('issues:saveRelinkLetters', ({ keys }) => ({ file: '/home/maya/relink.csv', letters: keys.length }))
  let back = ['HRIS:old']
  const own = { detail: 'file', operator: null }
  client.answer('issues:change', ({ keys, change: { unrequested } }) =>
    issues
      .filter(({ key }) => keys.includes(key))
      .map((one) => {
        const asked = { at: 5, kind: 'requested' as const, ...own }
        const taken = { ...own, at: 6, kind: 'unrequested' as const, detail: String(unrequested) }
        return { ...madeUpRecord(one), events: unrequested && back.includes(one.key) ? [asked, taken] : [asked] }
      })
  )
  await page.getByRole('button', { name: 'Request 2 relinks' }).click()
  await dialog.getByRole('button', { name: 'Save as CSV' }).click()
  const mark = dialog.getByRole('button', { name: 'Mark 2 as requested' })
  const undo = dialog.getByRole('button', { name: 'Undo' })
  await mark.click()
  await undo.click()
  await expect.element(dialog.getByText('1 of 2 are no longer marked as requested by this.')).toBeVisible()
  back = []
  await mark.click()
  await undo.click()
  await expect.element(dialog.getByText(/^Nothing was taken back/)).toBeVisible()
})

test('copies of many letters whose links are missing mark nobody before the operator says so', async () => {
  const { client } = await withIssues()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await page.getByRole('button', { name: 'Request 2 relinks' }).click()
  await expect.element(dialog).toHaveTextContent('2 connectors, 2 letters: the letter to a customer names all')
  await dialog.getByRole('button', { name: 'Copy all' }).click()
  await expect.element(dialog.getByText(/^Copied\. Fill in the links/)).toBeVisible()
  expect(changes(client)).toEqual([])
  await dialog.getByRole('button', { name: 'Mark 2 as requested' }).click()
  await expect.poll(() => changes(client)).toEqual([{ requested: 'copied' }])
  write.mockRestore()
})

test('a link that is none, or not of the dashboard, is not sent; the operator may say that a host is right', async () => {
  const { client } = await withIssues({
    pageAddress: 'https://app.example.com/{connector_id}',
    template: '',
    remindAfterDays: 7
  })
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await rowOf('Umber Textiles').click()
  await drawer.getByRole('button', { name: 'Request relink…' }).click()
  const link = dialog.getByRole('textbox', { name: 'Relink link' })
  const [copy, email] = ['Copy', 'Email'].map((name) => dialog.getByRole('button', { name }))
  await expect.element(email ?? dialog).toBeDisabled()
  await link.fill('not a link')
  await expect.element(link).toHaveAccessibleDescription(/Paste the whole link/)
  await expect.element(letterText).toHaveTextContent('Open [relink link]')
  await expect.element(copy ?? dialog).toBeDisabled()
  await expect.element(email ?? dialog).toBeDisabled()
  await link.fill('https://evil.example/a')
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('evil.example is not where your dashboard is.')
  // A host is read to its end, which says whose it is.
  await link.fill(`https://app.example.com.${'a'.repeat(60)}.${'b'.repeat(60)}.evil.example/a`)
  const alert = dialog.getByRole('alert').element()
  await expect.poll(() => alert.textContent).toContain('b.evil.example is not')
  expect(alert.scrollWidth).toBeLessThanOrEqual(alert.clientWidth)
  await expect.element(copy ?? dialog).toBeDisabled()
  await dialog.getByRole('button', { name: 'It is right' }).click()
  await expect.element(email ?? dialog).toBeEnabled()
  await link.fill('https://connect.example.com/a')
  await copy?.click()
  await expect.element(dialog.getByText('Copied, and marked as requested.')).toBeVisible()
  expect(changes(client)).toEqual([{ requested: 'copied' }])
  write.mockRestore()
})

test('a row says when its relink was requested, and when a reminder is due; those can be listed alone', async () => {
  await withIssues()
  await expect.element(rowOf('Hollis Freight')).toHaveTextContent('Requested 2 d ago')
  await expect.element(rowOf(long)).toHaveTextContent('Reminder due, 8 d')
  const due = page.getByRole('button', { name: '1 reminder due' })
  await due.click()
  await expect.element(page.getByText('Showing 1 of 3: Reminder due')).toBeVisible()
  await expect.element(rowOf('Hollis Freight')).not.toBeInTheDocument()
  await due.click()
  await expect.element(rowOf('Hollis Freight')).toBeVisible()
})

test('the reminder follows the setting of the workspace', async () => {
  await withIssues({ pageAddress: '', template: '', remindAfterDays: 2 })
  await expect.element(rowOf('Hollis Freight')).toHaveTextContent('Reminder due, 2 d')
  await expect.element(page.getByRole('button', { name: '2 reminders due' })).toBeVisible()
})

test('a long name is cut off and widens no dialog', async () => {
  await withIssues()
  await page.getByRole('button', { name: 'Request 2 relinks' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Save as CSV' })).toBeVisible()
  const box = dialog.element()
  expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
})

test('the relink board says how far each relink is, and opens its issue', async () => {
  const { client } = await withIssues()
  const now = Date.now()
  const relinks = [
    { key: 'HRIS:old', endUser: long, requests: [{ at: now - 8 * day, operator: null }], recoveredAt: null },
    { key: 'HRIS:young', endUser: 'Umber Textiles', requests: [], recoveredAt: null },
    {
      ...{ key: 'HRIS:asked', endUser: 'Hollis Freight', recoveredAt: null },
      requests: [
        { at: now - 9 * day, operator: 'Grace' },
        { at: now - 2 * day, operator: null }
      ]
    },
    {
      key: 'HRIS:well',
      endUser: 'Sable & Co',
      requests: [{ at: now - 3 * day, operator: 'Grace' }],
      recoveredAt: now - hour
    }
  ]
  client.answer('issues:relinks', () =>
    relinks.map((one) => ({ ...one, integrationSlug: 'bamboohr', openedAt: now - 10 * day }))
  )
  await page.getByRole('button', { name: 'Relink board' }).click()
  const board = page.getByRole('region', { name: 'Relink board' })
  const rows = board.getByRole('row')
  await expect.element(rows.nth(1)).toHaveTextContent(/Umber Textiles.*Not requested(2 d|1 d 23 h)/)
  await expect.element(rows.nth(2)).toHaveTextContent(/Vereinigte.*Reminder due[89] d/)
  await expect.element(rows.nth(3)).toHaveTextContent(/Hollis Freight.*Reminded.*by Grace/)
  await expect.element(rows.nth(4)).toHaveTextContent(/Sable & Co.*Relinked.*was 9 d/)
  // What only the list has is not above the board.
  for (const name of ['Export', '2 new'])
    await expect.element(page.getByRole('button', { name, exact: true })).not.toBeInTheDocument()
  // The history knows of no issue to open any more.
  await expect.element(board.getByRole('button', { name: 'Sable & Co' })).not.toBeInTheDocument()
  await board.getByRole('button', { name: 'Umber Textiles' }).click()
  await drawer.getByRole('button', { name: /^Next issue/ }).click()
  await expect.element(drawer).toHaveTextContent('Vereinigte')
  await expect.element(rows.nth(2)).toHaveClass('open')
  await board.getByRole('button', { name: 'Reminded 1' }).click()
  await expect.poll(() => rows.all()).toHaveLength(2)
  await board.getByRole('button', { name: 'Hollis Freight' }).click()
  await expect.element(drawer).toHaveTextContent('Hollis Freight')
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  // The keys of the list act on nothing that is not shown.
  await userEvent.keyboard('a')
  expect(client.asked('issues:change')).toEqual([])
  await expect.element(drawer).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect.element(list).toBeVisible()
  const [old] = relinks
  client.answer('issues:relinks', () => (old ? [{ ...old, integrationSlug: 'bamboohr', openedAt: now }] : []))
  await page.getByRole('button', { name: 'Relink board' }).click()
  await board.getByRole('button', { name: 'Relinked 0' }).click()
  await expect.element(board).toHaveTextContent('No relink is in this state.')
})

test('who connected again and is not well yet stays on the board, with what is left', async () => {
  const endUser = 'Failing Works'
  const { client } = await withIssues(undefined, [madeUpIssue('f', 2 * day, { cause: 'failed', endUser })])
  const [openedAt, recoveredAt] = [3, 1].map((days) => Date.now() - days * day) as [number, number]
  const relinked = { key: 'HRIS:f', endUser, integrationSlug: 'bamboohr', openedAt, recoveredAt }
  client.answer('issues:relinks', () => [{ ...relinked, requests: [] }])
  await page.getByRole('button', { name: 'Relink board' }).click()
  const board = page.getByRole('region', { name: 'Relink board' })
  await expect.element(board).toHaveTextContent('Relinked, but: Last sync failed')
  await board.getByRole('button', { name: 'Failing Works' }).click()
  await expect.element(drawer).toHaveTextContent('Failing Works')
})
