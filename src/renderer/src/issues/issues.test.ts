import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '../../../shared/errors'
import type { IssueList, Issue } from '../../../shared/issues/issue'
import { appState, ended, progress, row } from '../testing/made-up'
import { day, hour, madeUpIssue, madeUpIssues, madeUpSnapshot, issuesClient } from '../testing/made-up-issues'
import { open } from '../testing/open'

const list = page.getByRole('treegrid', { name: 'Issues' })
const drawer = page.getByRole('complementary', { name: 'Issue' })
const issueRows = () => [...document.querySelectorAll<HTMLElement>('[role=row][data-key]')]
const names = () => issueRows().map((one) => one.querySelector('.name')?.textContent?.trim())
const rowOf = (name: string) => list.getByRole('row').filter({ hasText: name })
const inHand = () => document.activeElement?.getAttribute('data-key') ?? document.activeElement?.textContent?.trim()

const some = [
  madeUpIssue('broke', 3 * hour, { cause: 'incident', integrationSlug: 'workday', endUser: 'Aldermoor Logistics' }),
  madeUpIssue('old', 9 * day + hour, { endUser: 'Yarrow Biotech', owner: 'Maya Okafor' }),
  madeUpIssue('young', 2 * day, { endUser: 'Umber Textiles', employees: null }),
  madeUpIssue('stall', 4 * day, {
    endUser: 'Hollis Freight',
    cause: 'stalled',
    integrationSlug: 'personio',
    short: 'Due {since}'
  })
]

async function withIssues(
  issues: Issue[] = some,
  change: Partial<IssueList> = {},
  record: Record<string, unknown> = {}
) {
  const client = issuesClient(issues, change)
  const desk = await open(client, '#/issues')
  await expect.poll(() => client.refreshId).not.toBe('')
  client.connectors.hold(issues.map(({ key }) => row('HRIS', key.slice(5), record)))
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await expect.poll(() => document.querySelector('main')?.dataset['walk']).toBe('done')
  if (issues.length > 0) await expect.element(list).toBeVisible()
  return { client, desk }
}

test('says how many, groups them by cause and integration, oldest first', async () => {
  await withIssues()
  await expect.element(page.getByText('1,204 connectors: 4 issues, 1,142 OK')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Issues' })).toHaveTextContent('4')
  expect(names()).toEqual(['Aldermoor Logistics', 'Yarrow Biotech', 'Umber Textiles', 'Hollis Freight'])
  const heads = [...document.querySelectorAll('[role=row][aria-expanded]')].map((one) =>
    one.textContent?.replace(/\s+/g, ' ')
  )
  expect(heads[0]).toContain('Workday: 1 of 31 connectors failed within 30 min')
  expect(heads[1]).toMatch(/Relink needed 2 What relink is about/)
  expect(heads[2]).toMatch(/Bamboohr 2 of 41 production connectors/)
  await expect.element(rowOf('Yarrow Biotech')).toHaveTextContent('9 d')
  await expect.element(rowOf('Hollis Freight')).toHaveTextContent(/Due \w{3}/)
})

test('thousands of cases are bars from the first on: not one mark for each that is dropped when the width is known', async () => {
  let marks = 0
  const watch = new MutationObserver((changes) => {
    for (const one of changes.flatMap(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes])) {
      if (one instanceof Element) marks += one.querySelectorAll('.mark.relink').length + +one.matches('.mark.relink')
    }
  })
  watch.observe(document, { subtree: true, childList: true })
  onTestFinished(() => watch.disconnect())
  await withIssues(Array.from({ length: 2000 }, (_, id) => madeUpIssue(`${id}`, 9 * day)))
  await expect.element(page.getByRole('button', { name: /d, Relink needed, 2,000 issues/ })).toBeVisible()
  expect(marks).toBeGreaterThan(0)
  expect(marks).toBeLessThan(100)
})

test('the counts of issues sum up with test connectors, which are one press away', async () => {
  const counts = { issues: 4, snoozed: 0, fine: 1_154, tests: 46, connectors: 1_204 }
  const { desk } = await withIssues(some, { counts })
  await expect.element(page.getByText('1,204 connectors: 4 issues, 1,154 OK, 46 test')).toBeVisible()
  await page.getByRole('button', { name: '46 test' }).click()
  expect(desk.grid.filters.quick).toBe('test')
})

test('a group of marks is a named stop that narrows the list; pressing it again shows all', async () => {
  await withIssues()
  const mark = page.getByRole('button', { name: '3–7 d, Sync stalled, 1 issue' })
  await mark.click()
  await expect.poll(names).toEqual(['Hollis Freight'])
  await expect.element(mark).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByText('Showing 1 of 4: 3–7 d, Sync stalled')).toBeVisible()
  await mark.click()
  await expect.poll(names).toHaveLength(4)
})

test('the legend filters, the segment changes to integrations, the table has the same numbers', async () => {
  await withIssues()
  await page.getByRole('button', { name: 'Relink needed, 2' }).click()
  await expect.poll(names).toEqual(['Yarrow Biotech', 'Umber Textiles'])
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('button', { name: 'Integration', exact: true }).click()
  await page.getByRole('button', { name: '< 1 d, Workday, 1 issue' }).click()
  await expect.poll(names).toEqual(['Aldermoor Logistics'])
  await page.getByRole('button', { name: 'Show as a table' }).click()
  const table = page.getByRole('region', { name: 'Issues as a table' })
  await expect.element(table.getByRole('row', { name: '> 7 d 1 0 0 1' })).toBeVisible()
  await table.getByRole('row', { name: '1–3 d' }).getByRole('button', { name: '1' }).click()
  await expect.poll(names).toEqual(['Umber Textiles'])
})

test('the keyboard goes from row to row, folds groups, opens a case and leaves it', async () => {
  await withIssues()
  rowOf('Aldermoor Logistics').element().focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(inHand).toContain('Workday')
  await userEvent.keyboard('j')
  await expect.poll(inHand).toBe('HRIS:broke')
  await userEvent.keyboard('j')
  await expect.poll(inHand).toBe('HRIS:old')
  await userEvent.keyboard('{Enter}')
  await expect.element(drawer.getByRole('heading', { name: 'Yarrow Biotech' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(drawer.getByRole('heading', { name: 'Umber Textiles' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.poll(inHand).toBe('HRIS:young')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.poll(names).not.toContain('Umber Textiles')
  await expect.poll(inHand).toContain('Bamboohr')
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(names).toContain('Umber Textiles')
  await userEvent.keyboard('{End}')
  await expect.poll(inHand).toBe('HRIS:stall')
})

test('by end user: the customer is the head, its cases say their integration, keys and ticks as elsewhere', async () => {
  const acme = { endUser: 'Acme \u202Eltd', originId: 'acme', others: 2 }
  const { desk } = await withIssues([
    madeUpIssue('old', 9 * day, { endUser: 'Yarrow Biotech' }),
    madeUpIssue('one', 2 * day, acme),
    madeUpIssue('two', 3 * hour, { ...acme, category: 'ATS', integrationSlug: 'lever', cause: 'failed' })
  ])
  await page.getByRole('button', { name: 'Group by cause, integration' }).click()
  await page.getByRole('radio', { name: 'Customer' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Group by customer' })).toBeVisible()
  await expect.poll(names).toEqual(['Bamboohr, HRIS', 'Lever, ATS', 'Bamboohr, HRIS'])
  const heads = list.getByRole('row', { expanded: true })
  await expect.element(heads.first()).toHaveTextContent(/^Acme U\+202Eltd acme 2 of 3 connectors$/)
  await expect.element(heads.first()).toHaveAttribute('aria-level', '1')
  await expect.element(list.getByRole('row', { name: /Last sync failed/ })).toHaveTextContent('Lever, ATS')
  await expect.element(list.getByRole('columnheader', { name: 'Integration' })).toBeVisible()
  heads.first().element().focus()
  await userEvent.keyboard(' ')
  expect(desk.relink.selection.keys).toEqual(['HRIS:one', 'HRIS:two'])
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(names).toEqual(['Bamboohr, HRIS'])
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(drawer.getByRole('heading', { name: 'Yarrow Biotech' })).toBeVisible()
})

test('one row takes the focus of Tab', async () => {
  await withIssues()
  expect(document.querySelectorAll('[role=treegrid] [role=row][tabindex="0"]')).toHaveLength(1)
})

test('the drawer shows the verdict, its evidence, what it affects and what was seen', async () => {
  await withIssues()
  await rowOf('Yarrow Biotech').click()
  await expect
    .element(drawer.getByText(/Existing data stays readable but is out of date. Last good sync: /))
    .toBeVisible()
  await drawer.getByText(/^Based on/).click()
  await expect.element(drawer.getByRole('row', { name: 'status RELINK_NEEDED no longer work' })).toBeVisible()
  await expect
    .element(drawer.getByRole('row', { name: /total_employees -3 .*Not as documented.* cannot be read/ }))
    .toBeVisible()
  await expect.element(drawer.getByText('1,284')).toBeVisible()
  await expect.element(drawer.getByText('other connectors without issues')).toBeVisible()
  await expect.element(drawer.getByText('Sync Done: last good sync')).toBeInTheDocument()
  expect(drawer.element().textContent).not.toContain('{since}')
})

test('owner, snooze and note are kept, and the row says so', async () => {
  const { client } = await withIssues()
  await rowOf('Umber Textiles').click()
  const owner = drawer.getByLabelText('Owner', { exact: true })
  await owner.fill('Ines Lund')
  await userEvent.keyboard('{Enter}')
  await expect.element(rowOf('Umber Textiles')).toHaveTextContent(/Ines/)
  await drawer.getByRole('button', { name: 'Tags and note' }).click()
  const note = drawer.getByLabelText('Note')
  await note.fill('Back Wednesday')
  await userEvent.tab()
  await expect.element(rowOf('Umber Textiles').getByLabelText('Has a note')).toBeVisible()
  await expect.element(note).toHaveValue('Back Wednesday')
  await drawer.getByLabelText('Snooze until').selectOptions('Tomorrow morning')
  await expect.element(page.getByText('1,204 connectors: 3 issues, 1,142 OK')).toBeVisible()
  const changes = client.asked('issues:change').map(({ change }) => Object.keys(change))
  expect(changes).toEqual([['owner'], ['note'], ['snoozedUntil']])
})

test('the history begins with a strip of good and bad times', async () => {
  await withIssues()
  await rowOf('Umber Textiles').click()
  await expect.element(drawer.getByRole('img', { name: /^Past: Good 2[78] d.*, Relink needed (2|1) d/ })).toBeVisible()
})

test('a relink is not asked for where credentials are good', async () => {
  await withIssues()
  await rowOf('Hollis Freight').click()
  await expect.element(drawer.getByRole('button', { name: 'Open connector' })).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'Request relink…' })).not.toBeInTheDocument()
})

test('evidence says where it is and what was masked; no place chosen says nothing; a refusal says why', async () => {
  const { client } = await withIssues()
  client.answer('issues:saveEvidence', () => ({ file: '/home/maya/case.zip', masked: 2 }))
  await rowOf('Yarrow Biotech').click()
  const exportEvidence = async () => {
    await drawer.getByRole('button', { name: 'More for this issue' }).click()
    await page.getByRole('menuitem', { name: 'Export evidence' }).click()
  }
  await exportEvidence()
  await expect
    .element(drawer.getByText('/home/maya/case.zip (2 values masked or left out, listed in the file)'))
    .toBeVisible()
  // On one line, however long the other is.
  const middleOf = (text: string) => {
    const { y, height } = drawer.getByText(text, { exact: true }).element().getBoundingClientRect()
    return y + height / 2
  }
  expect(Math.abs(middleOf('Show in folder') - middleOf('Evidence of 1 issue saved.'))).toBeLessThan(1)
  client.answer('app:showSaved', () => {
    throw new AppError('not-found', 'The file is no longer there: it was moved, renamed or deleted.')
  })
  await drawer.getByRole('button', { name: 'Show in folder' }).click()
  expect(client.asked('app:showSaved')).toEqual([{ file: '/home/maya/case.zip' }])
  await expect.element(drawer.getByRole('alert')).toHaveTextContent('The file is no longer there')
  client.answer('issues:saveEvidence', () => null)
  await exportEvidence()
  await expect.element(drawer.getByText('/home/maya/case.zip')).not.toBeInTheDocument()
  client.answer('issues:saveEvidence', () => {
    throw new AppError('leak-refused', 'A token would be in it.')
  })
  await exportEvidence()
  await expect.element(drawer.getByRole('alert')).toBeVisible()
})

test('several are chosen with Space and worked on together', async () => {
  const { client } = await withIssues()
  rowOf('Yarrow Biotech').element().focus()
  await userEvent.keyboard(' {ArrowDown} ')
  const bar = page.getByRole('toolbar', { name: 'Selected issues' })
  await expect.element(bar.getByText('2 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Owner' }).click()
  await bar.getByRole('button', { name: 'Maya Okafor' }).click()
  await expect
    .poll(() => client.asked('issues:change').at(-1))
    .toMatchObject({
      keys: ['HRIS:old', 'HRIS:young'],
      change: { owner: 'Maya Okafor' }
    })
  await bar.getByRole('button', { name: 'Snooze' }).click()
  await bar.getByRole('menuitem', { name: 'In a week' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(list.getByRole('row').filter({ hasText: 'Snoozed' })).toHaveAttribute('aria-expanded', 'false')
})

test('Ctrl+A selects all issues that are listed, and no text of the page; in a text box it stays what it is', async () => {
  await withIssues()
  rowOf('Yarrow Biotech').element().focus()
  const listed = list.getByRole('checkbox').elements().length
  await userEvent.keyboard('{Control>}a{/Control}')
  const bar = page.getByRole('toolbar', { name: 'Selected issues' })
  await expect.element(bar.getByText(`${listed} selected`)).toBeVisible()
  expect(getSelection()?.toString()).toBe('')
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.element(bar.getByText(`${listed} selected`)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(bar).not.toBeInTheDocument()
  const search = page.getByRole('searchbox', { name: 'Search issues' })
  await search.fill('yarrow')
  await userEvent.keyboard('{Control>}a{/Control}x')
  await expect.element(search).toHaveValue('x')
  await expect.element(bar).not.toBeInTheDocument()
})

test('an incident is worked as one case', async () => {
  const { client } = await withIssues([
    ...some,
    madeUpIssue('broke-2', 3 * hour, { cause: 'incident', integrationSlug: 'workday', endUser: 'Castellan Foods' })
  ])
  await page.getByRole('button', { name: 'Open incident' }).click()
  const incident = page.getByRole('complementary', { name: 'Incident' })
  await incident.getByLabelText('Owner', { exact: true }).fill('Tomás')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => client.asked('issues:change').at(-1))
    .toMatchObject({
      keys: ['HRIS:broke', 'HRIS:broke-2'],
      change: { owner: 'Tomás' }
    })
  await incident.getByRole('button', { name: 'Tags and note' }).click()
  await incident.getByLabelText('Note').fill('Ticket 4711')
  await incident.getByLabelText('Note').element().blur()
  await expect.poll(() => client.asked('issues:change').at(-1)?.change).toEqual({ note: 'Ticket 4711' })
  await expect.element(incident.getByLabelText('Note')).toHaveValue('Ticket 4711')
})

test('snoozed cases and test connectors are apart, closed', async () => {
  await withIssues(some, {
    snoozed: [madeUpIssue('asleep', day, { endUser: 'Quarry Hill', snoozedUntil: Date.now() + 2 * day })],
    tests: [madeUpIssue('trial', day, { endUser: 'Lindqvist' })]
  })
  expect(names()).not.toContain('Quarry Hill')
  await expect.element(list.getByRole('row', { name: 'Relink needed 2 1 snoozed' })).toBeVisible()
  await list.getByRole('row').filter({ hasText: 'They come back' }).click()
  await expect.element(rowOf('Quarry Hill')).toHaveTextContent(/Snoozed until/)
  await list.getByRole('row').filter({ hasText: 'Test connectors' }).click()
  await expect.element(rowOf('Lindqvist')).toBeVisible()
})

test('search: / goes there, words narrow list and counts, Esc clears, ↓ goes to the list', async () => {
  await withIssues()
  const search = page.getByRole('searchbox', { name: 'Search issues' })
  rowOf('Umber Textiles').element().focus()
  await userEvent.keyboard('/')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('HOLLIS personio')
  await expect.poll(names).toEqual(['Hollis Freight'])
  await expect.element(page.getByText('Showing 1 of 4: “HOLLIS personio”')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(inHand).toBe('HRIS:stall')
  await search.fill('nobody')
  await expect.element(page.getByRole('heading', { name: 'No issue matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all 4' }).click()
  await expect.poll(names).toHaveLength(4)
  await search.fill('hollis')
  await userEvent.keyboard('{Escape}')
  await expect.element(search).toHaveValue('')
  await expect.poll(names).toHaveLength(4)
})

test('recovers since it broke: the time and the connector are filled in', async () => {
  const { desk } = await withIssues()
  await rowOf('Umber Textiles').click()
  await drawer.getByRole('button', { name: 'More for this issue' }).click()
  await page.getByRole('menuitem', { name: 'Recover since it broke…' }).click()
  await expect.poll(() => desk.router.view).toBe('webhooks')
  const { form } = desk.rooms?.webhooks.recovery ?? {}
  expect([...(form?.chosen.keys() ?? [])]).toEqual(['HRIS:young'])
  expect(Date.parse(form?.from ?? '')).toBe(some.find(({ key }) => key === 'HRIS:young')?.since)
})

test('A assigns the row, or what is selected, to the operator; without a name it asks for one', async () => {
  const { client, desk } = await withIssues()
  const owners = () => client.asked('issues:change').map(({ keys, change }) => [keys, change.owner])
  rowOf('Umber Textiles').element().focus()
  await userEvent.keyboard('a')
  await expect.element(drawer.getByLabelText('Owner', { exact: true })).toHaveFocus()
  expect(owners()).toEqual([])
  await userEvent.keyboard('{Escape}{Escape}')

  client.answer('settings:setPreferences', (preferences) => appState({ preferences }))
  await desk.app.prefer({ operatorName: 'Maya' })
  rowOf('Umber Textiles').element().focus()
  await userEvent.keyboard('a')
  await expect.poll(owners).toEqual([[['HRIS:young'], 'Maya']])
  await expect.element(page.getByText('Assigned 1 issue to Maya')).toBeVisible()
  desk.relink.selection.toggleAll(['HRIS:young', 'HRIS:stall'])
  await userEvent.keyboard('a')
  await expect.poll(() => owners().at(-1)).toEqual([['HRIS:young', 'HRIS:stall'], 'Maya'])
})

test('opens the connector in the other view', async () => {
  const { desk } = await withIssues()
  await rowOf('Umber Textiles').click()
  await drawer.getByRole('button', { name: 'Open connector' }).click()
  await expect.poll(() => desk.grid.opened?.key).toBe('HRIS:young')
  expect(desk.router.view).toBe('connectors')
})

test('thousands of cases draw what is seen', async () => {
  await withIssues(Array.from({ length: 3000 }, (_, at) => madeUpIssue(`n${at}`, hour + at)))
  expect(issueRows().length).toBeLessThan(80)
  rowOf('Customer n0').first().element().focus()
  await userEvent.keyboard('{End}')
  await expect.poll(inHand).toBe('HRIS:n2999')
  expect(issueRows().length).toBeLessThan(80)
  expect(document.querySelectorAll('.marks .mark').length).toBeLessThan(100)
})

test('with nothing to act on, says what was checked and when', async () => {
  const counts = { issues: 0, snoozed: 0, fine: 1204, tests: 0, connectors: 1204 }
  await withIssues([], { counts })
  await expect.element(page.getByRole('heading', { name: 'All clear' })).toBeVisible()
  await expect.element(page.getByText(/1,204 connectors in HRIS, ATS and LMS checked,/)).toBeVisible()
})

test('before the first walk has ended, says that it is being read', async () => {
  const client = issuesClient([])
  client.answerIssues(() => ({
    at: Date.now(),
    providersDown: [],
    groups: [],
    snoozed: [],
    tests: [],
    counts: { issues: 0, snoozed: 0, fine: 0, tests: 0, connectors: 0 },
    byCause: [],
    byIntegration: [],
    webhooks: [],
    mappings: []
  }))
  await open(client, '#/issues')
  await expect.element(page.getByRole('heading', { name: 'Loading connectors…' })).toBeVisible()
})

test('while it walks, says how many of last time’s cases it has found again', async () => {
  const { client, desk } = await withIssues()
  void desk.connectors.refresh()
  const found = row('HRIS', 'old', { status: 'RELINK_NEEDED' })
  const recovered = row('HRIS', 'young')
  client.connectors.hold([found, recovered])
  client.emit('connectors:progress', {
    requestId: client.refreshId,
    progress: progress({ HRIS: { pages: 1, items: 2 } })
  })
  await expect.poll(() => document.querySelector('.head p')?.textContent).toBe('1 of 4 issues confirmed so far')
})

test('a walk that was kept brings its new cases, marked until they are opened', async () => {
  const { client } = await withIssues()
  const [first] = some
  if (!first) throw new Error('there is a case')
  const place = { workspaceId: '11111111-1111-4111-8111-111111111111', region: 'default' } as const
  client.emit('issues:opened', { ...place, issues: [first] })
  client.emit('connectors:snapshotChanged', { ...place, snapshot: madeUpSnapshot() })
  await expect.element(page.getByRole('button', { name: '1 new' })).toBeVisible()
  await expect.element(rowOf('Aldermoor Logistics')).toHaveTextContent(/New:/)
  const dot = rowOf('Aldermoor Logistics').getByTitle('New since you last looked').element()
  const { left, top, width, height } = dot.getBoundingClientRect()
  expect(document.elementFromPoint(left + width / 2, top + height / 2)).toBe(dot)
  await rowOf('Aldermoor Logistics').click()
  await expect.element(page.getByRole('button', { name: '1 new' })).not.toBeInTheDocument()
})

test('a store that keeps no history says so; a queue that cannot be read says why', async () => {
  const { client } = await withIssues()
  client.emit('app:keepingChanged', {
    keeping: 'no',
    reason: 'disk-full',
    message: 'The disk is full.',
    setAside: null
  })
  await expect.element(page.getByRole('region', { name: 'History cannot be kept on this computer now' })).toBeVisible()
  client.answerIssues(() => {
    throw new AppError('internal', 'no')
  })
  const place = { workspaceId: '11111111-1111-4111-8111-111111111111', region: 'default' } as const
  client.emit('connectors:snapshotChanged', { ...place, snapshot: madeUpSnapshot() })
  await expect.element(page.getByText('Something went wrong in the app')).toBeVisible()
  expect(names()).toHaveLength(4)
})

test('with a locked keychain the list of the last walk stays, with its age', async () => {
  const client = issuesClient(some)
  const locked = appState({ keychain: { state: 'locked', name: 'GNOME Keyring' } })
  client.answer('app:getState', () => locked)
  client.answer('connectors:snapshots', () => [madeUpSnapshot(Date.now() - 2 * hour)])
  await open(client, '#/issues')
  await expect.element(page.getByText(/4 issues, updated 2 h ago/)).toBeVisible()
  await expect.element(page.getByText(/The list below is from /)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Unlock keychain' })).toBeVisible()
  expect(client.asked('connectors:refresh')).toHaveLength(0)
})

test('after a walk that failed, the list shows its age', async () => {
  const { client, desk } = await withIssues()
  void desk.connectors.refresh()
  const error = { code: 'unreachable' as const, message: 'no way' }
  const failed = { state: 'failed' as const, error }
  client.emit('connectors:progress', {
    requestId: client.refreshId,
    progress: ended(Date.now(), { HRIS: failed, ATS: failed, LMS: failed })
  })
  await expect.element(page.getByText(/4 issues, updated 1 min ago/)).toBeVisible()
  await expect.element(page.getByText('HRIS, ATS and LMS: The API cannot be reached')).toBeVisible()
})

test('a notification that was clicked leads here', async () => {
  const client = issuesClient(some)
  const desk = await open(client, '#/connectors')
  client.emit('app:openView', { view: 'issues' })
  await expect.element(page.getByRole('heading', { name: 'Issues', exact: true })).toBeVisible()
  client.emit('app:openView', { view: 'nowhere' })
  expect(desk.router.view).toBe('issues')
})

test('the chart of a first day says that all of it is new, and another day does not', async () => {
  const { client } = await withIssues([madeUpIssue('a', hour), madeUpIssue('b', 2 * hour)])
  await expect.element(page.getByText('All of them are less than a day old.')).toBeVisible()
  client.answerIssues(() => madeUpIssues([madeUpIssue('a', hour), madeUpIssue('b', 2 * day)]))
  client.emit('connectors:snapshotChanged', {
    workspaceId: appState().activeWorkspaceId ?? '',
    region: 'default',
    snapshot: madeUpSnapshot()
  })
  await expect.element(page.getByText('All of them are less than a day old.')).not.toBeInTheDocument()
})
