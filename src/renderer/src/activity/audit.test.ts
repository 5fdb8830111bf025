import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AuditCheck } from '../../../shared/activity/audit'
import { activityClient, madeUpCall } from '../testing/made-up-activity'
import { appState, preferences, workspace } from '../testing/made-up'
import { open } from '../testing/open'

const at = Date.parse('2026-11-20T08:00:00Z')
const result = (change: Partial<AuditCheck> = {}): AuditCheck => ({
  ...{ entries: 4, records: 2, since: at, operators: ['Ada', 'Grace'], head: 'a'.repeat(64), found: 0, findings: [] },
  ...change
})

test('Verify says that the record is whole, since when, and by whom', async () => {
  const client = activityClient([madeUpCall(1, { mutation: true, operator: 'Ada' })])
  client.answer('activity:verify', () => result())
  await open(client, '#/activity')
  await page.getByRole('button', { name: 'Verify' }).click()
  const said = page.getByRole('region', { name: 'The record of write requests is unchanged' })
  await expect.element(said).toHaveTextContent('2 records of all workspaces, since')
  await expect.element(said).toHaveTextContent('by Ada, Grace')
  await said.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(said).not.toBeInTheDocument()
})

test('@attack Verify names each finding, and shows an operator’s name as what it is', async () => {
  const client = activityClient([madeUpCall(1, { mutation: true })])
  const operator = '<img src=x>\u202eAda'
  const workspaceId = workspace().id
  client.answer('activity:verify', () =>
    result({
      found: 70,
      findings: [
        { what: 'edited', kind: 'call', id: 3, at, operator, workspaceId },
        { what: 'removed', kind: 'ledger', id: 9, at, operator: '', workspaceId },
        { what: 'broken', kind: null, id: 12, at: null, operator: '', workspaceId }
      ]
    })
  )
  await open(client, '#/activity')
  await page.getByRole('button', { name: 'Verify' }).click()
  const said = page.getByRole('region', { name: /record of write requests was changed: 70 findings/ })
  await expect.element(said).toHaveTextContent('Request 3 was edited after it was recorded')
  await expect.element(said).toHaveTextContent('Change log entry 9 was deleted before its time')
  await expect.element(said).toHaveTextContent('Record link 12 was changed or deleted')
  await expect.element(said).toHaveTextContent('67 more findings')
  expect(document.querySelectorAll('img')).toHaveLength(0)
  expect(said.element().textContent).not.toContain('\u202e')
})

test('the operator is named in the drawer, and in the settings', async () => {
  const client = activityClient([madeUpCall(1, { mutation: true, operator: 'Ada', path: '/changed' })])
  client.answer('settings:setPreferences', (chosen) => appState({ preferences: chosen }))
  await open(client, '#/activity')
  await page.getByRole('row').filter({ hasText: '/changed' }).click()
  await expect
    .element(page.getByRole('complementary', { name: 'Request', exact: true }))
    .toHaveTextContent('Operator Ada')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('textbox', { name: 'Your name' }).fill('Grace')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => client.asked('settings:setPreferences')).toEqual([{ ...preferences, operatorName: 'Grace' }])
})
