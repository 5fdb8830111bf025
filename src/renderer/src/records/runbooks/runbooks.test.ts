import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Runbook, RunbookContent, RunbookHead, RunbooksForIssue } from '../../../../shared/issues/runbook'
import { FakeClient } from '../../testing/fake-client'
import { ended, row } from '../../testing/made-up'
import { expectClean } from '../../testing/axe'
import { day, hour, issuesClient, madeUpHealth, madeUpIssue } from '../../testing/made-up-issues'
import { open } from '../../testing/open'
import { Runbooks } from '../runbooks.svelte'

const id = (at: number) => `00000000-0000-4000-8000-00000000000${at}`
const content: RunbookContent = {
  ...{ title: 'Ask for an administrator', integration: 'bamboohr', cause: 'relink', matches: [] },
  ...{ steps: '1. Ask\n2. Wait', requests: [], letter: '' }
}
const runbook = (more: Partial<RunbookContent> = {}, by: string | null = null): Runbook => ({
  ...{ id: id(1), at: Date.now() - hour, by, isShared: by !== null, content: { ...content, ...more } }
})
const headOf = ({ content: { steps: _, requests: _r, letter, ...of }, ...one }: Runbook): RunbookHead => ({
  ...{ ...one, ...of, hasLetter: letter !== '' }
})
const reason = { text: null, integration: true, cause: true }
const about = (more: Partial<RunbooksForIssue> = {}): RunbooksForIssue => ({
  ...{ integration: 'bamboohr', cause: 'relink', others: [], ended: [] },
  ...{ first: { runbook: runbook(), reason } },
  ...more
})
const one = madeUpIssue('a', 2 * day, { endUser: 'Kestrel Foods', integrationSlug: 'bamboohr' })
const section = page.getByRole('region', { name: 'Runbook', exact: true })
const dialog = page.getByRole('dialog')

async function shown(found: RunbooksForIssue | null) {
  const client = issuesClient([one])
  client.answer('connectors:health', () => madeUpHealth(one))
  client.answer('issues:runbooksFor', () => found)
  client.answer('passthrough:listSaved', () => ({ folders: [], requests: [] }))
  await open(client, '#/issues')
  await expect.poll(() => client.refreshId).not.toBe('')
  const rows = [row('HRIS', 'a', { end_user: 'Kestrel Foods', integration_slug: 'bamboohr' })]
  client.connectors.hold(rows)
  client.emit('connectors:progress', { requestId: client.refreshId, progress: ended(Date.now()) })
  await page.getByRole('treegrid', { name: 'Issues' }).getByRole('row').filter({ hasText: 'Kestrel' }).click()
  await expect.element(section).toBeVisible()
  return client
}

test('the best runbook is shown with its reason and author, others and how the last ended are folded below', async () => {
  const at = Date.now()
  await shown(
    about({
      first: {
        runbook: runbook({ requests: [id(9)] }, 'Maya Okafor'),
        reason: { ...reason, text: { match: 'invalid_grant', where: 'the answer to GET /employees' } }
      },
      others: [{ head: headOf({ ...runbook({ title: 'Of every cause' }), id: id(2) }), reason: null }],
      ended: [
        {
          ...{ key: 'HRIS:x', endUser: 'Pinecrest', openedAt: at - 3 * day, closedAt: at - day, note: 'By phone' },
          ...{ ended: 'relinked', became: null }
        },
        {
          ...{ key: 'HRIS:y', endUser: 'Aldermoor', openedAt: at - 6 * day, closedAt: at - 2 * day, note: '' },
          ...{ ended: 'gone', became: null }
        }
      ]
    })
  )
  await expect
    .element(section)
    .toHaveTextContent('Matches “invalid_grant” in the answer to GET /employees, for Bamboohr, Relink needed.')
  await expect.element(section).toHaveTextContent(/Maya Okafor, .+, shared/)
  await expect.element(section.getByRole('heading', { name: 'Ask for an administrator', level: 4 })).toBeVisible()
  await expect.element(section).toHaveTextContent('1 saved request of it is not on this computer.')
  await section.getByText('1 other runbook').click()
  await expect.element(section.getByRole('button', { name: 'Of every cause' })).toBeVisible()
  await expect.element(section).toHaveTextContent('None of its texts was found here.')
  const summary = section.getByText(/^How the last 2 of this kind ended/)
  await expect
    .element(summary)
    .toHaveTextContent('1 connected again after a request, 1 the connector was deleted. In the middle after 3 d.')
  await summary.click()
  await expect
    .element(section)
    .toHaveTextContent(/Pinecrest .+, after 2 d: connected again after a request. Note: By phone/)
  await expectClean('the section of runbooks', section.element())
})

test('what a colleague changes shows at once, but not under the pointer or the focus', async () => {
  const client = await shown(about())
  const reads = () => client.asked('issues:runbooksFor').length
  await userEvent.hover(section.getByText('Wait'))
  client.answer('issues:runbooksFor', () =>
    about({ first: { runbook: runbook({ steps: 'Ring them' }, 'Grace'), reason } })
  )
  const before = reads()
  client.emit('team:runbooksChanged', undefined)
  await expect.element(section.getByRole('status')).toHaveTextContent('The issue or its runbooks have changed.')
  expect(reads()).toBe(before)
  await userEvent.hover(page.getByRole('heading', { name: 'Issues', exact: true }))
  await expect.element(section).toHaveTextContent('Ring them')
  client.answer('issues:runbooksFor', () => about({ first: null }))
  client.emit('team:runbooksChanged', undefined)
  await expect.element(section).toHaveTextContent('No runbook for Bamboohr, Relink needed.')
})

test('the editor says at each field why it was refused, keeps what was typed, and the focus never falls', async () => {
  const client = await shown(about({ first: null }))
  await section.getByRole('button', { name: 'Write a runbook…' }).click()
  await expect.element(dialog).toBeVisible()
  await expectClean('the editor of a runbook', dialog.element())
  expect(dialog.getByRole('combobox', { name: 'Integration' }).element()).toHaveProperty('value', 'bamboohr')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('A title')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(section.getByRole('button', { name: 'Write a runbook…' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('A title')
  await dialog.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('')
  await expect.element(dialog.getByRole('textbox', { name: 'Steps' })).toHaveFocus()
  await dialog.getByRole('textbox', { name: 'Steps' }).fill('1. Ask')
  await dialog.getByRole('textbox', { name: 'Error codes and texts' }).fill('invalid_grant\n\n401')
  client.answer('issues:saveRunbook', () => ({ saved: true, runbook: runbook() }))
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Ask')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(client.asked('issues:saveRunbook')).toMatchObject([
    { before: null, content: { title: 'Ask', cause: 'relink', matches: ['invalid_grant', '401'], steps: '1. Ask' } }
  ])
})

test('one that was deleted or changed meanwhile is never written over without a choice', async () => {
  const client = await shown(about())
  client.answer('issues:runbook', () => runbook())
  await section.getByRole('button', { name: 'Edit…' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Steps' })).toHaveValue('1. Ask\n2. Wait')
  await dialog.getByRole('textbox', { name: 'Steps' }).fill('Mine')
  const theirs = { ...runbook({ steps: 'Theirs' }, 'Grace'), at: Date.now() }
  client.answer('issues:saveRunbook', () => ({ saved: false, runbook: theirs }))
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Grace changed this runbook at')
  await expectClean('two versions of a runbook', dialog.element())
  expect(document.activeElement).not.toBe(document.body)
  await dialog.getByRole('button', { name: 'Take that version' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Steps' })).toHaveValue('Theirs')
  await dialog.getByRole('textbox', { name: 'Steps' }).fill('Both')
  client.answer('issues:saveRunbook', () => ({ saved: false, runbook: null }))
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('This runbook was deleted after you opened it.')
  client.answer('issues:saveRunbook', () => ({ saved: true, runbook: theirs }))
  await dialog.getByRole('button', { name: 'Save mine as a new one' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(document.activeElement).not.toBe(document.body)
  const [, second, third] = client.asked('issues:saveRunbook')
  expect([second?.before, third?.before]).toEqual([theirs.at, null])
  expect(third?.id).not.toBe(second?.id)
})

test('what was typed comes back after a restart, unless it is too long or of another version', () => {
  const draft = { of: null, id: id(3), workspaceId: id(4), before: null, content: { ...content, title: '' } }
  const runbooks = new Runbooks(new FakeClient())
  runbooks.keep({ ...draft, of: id(5), content: { ...content, steps: 'x'.repeat(70_000) } })
  runbooks.keep(draft)
  const again = new Runbooks(new FakeClient())
  again.restore(JSON.parse(JSON.stringify(runbooks.kept)))
  expect(again.draftOf(id(4), null)).toEqual(draft)
  expect(again.draftOf(id(4), id(5))).toBeNull()
  for (const other of [{}, undefined, [{ ...draft, content: 'x' }], 'x']) {
    again.restore(other)
    expect(again.draftOf(id(4), null)).toBeNull()
  }
})
