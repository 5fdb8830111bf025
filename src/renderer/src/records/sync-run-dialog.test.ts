import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SyncOf, SyncRun } from '../../../shared/connectors/sync-run'
import { workspace } from '../testing/made-up'
import { issuesClient, madeUpIssue } from '../testing/made-up-issues'
import { open } from '../testing/open'

const place = { workspaceId: workspace().id, region: 'default' as const }
const dialog = page.getByRole('dialog')
const sync = (key: string, state: SyncOf['state']): SyncOf => ({
  ...{ key, state, endUser: key, integrationSlug: 'bamboohr', why: '', before: '', begun: false },
  ...{ until: Date.now() + 3_600_000, at: Date.now() }
})
const runOf = (...states: SyncOf['state'][]): SyncRun => ({
  ...{ id: crypto.randomUUID(), startedAt: Date.now() },
  syncs: states.map((state, at) => sync(`HRIS:${at}`, state))
})
const focusIsInside = () => expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)

async function shown(run: SyncRun) {
  const client = issuesClient([madeUpIssue('a')])
  client.answer('connectors:syncRun', () => run)
  const desk = await open(client, '#/issues')
  await expect.poll(() => desk.syncRuns.group).not.toBeNull()
  desk.syncRuns.open()
  await expect.element(dialog).toBeVisible()
  return {
    client,
    changed: (next: SyncRun) => client.emit('connectors:syncRunChanged', { ...place, run: next })
  }
}

test('the focus stays in the dialog when the button that has it goes', async () => {
  const { client, changed } = await shown(runOf('waiting', 'running'))
  client.answer('connectors:stopSyncs', () => changed(runOf('left', 'running')))
  await dialog.getByRole('button', { name: 'Start no more' }).click()
  const last = dialog.getByRole('button', { name: 'Stop watching' })
  await expect.element(last).toBeVisible()
  await focusIsInside()
  ;(last.element() as HTMLElement).focus()
  changed(runOf('left', 'good'))
  await expect.element(last).not.toBeInTheDocument()
  await focusIsInside()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})
