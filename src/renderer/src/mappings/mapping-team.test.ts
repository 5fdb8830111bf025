import { beforeEach, expect, test } from 'vitest'
import { madeUpChangeLogEntry, mappingsClient } from '../testing/made-up-mappings'
import { changeLog } from '../testing/mappings-view'
import { open } from '../testing/open'
import { quietTeam } from '../testing/made-up-team'

beforeEach(() => localStorage.clear())

test('what another desk of the team did comes into the change log by itself, with who did it', async () => {
  const entries = [madeUpChangeLogEntry(1)]
  const client = mappingsClient({ changeLog: entries })
  await open(client, '#/mappings')
  const row = changeLog.getByRole('row', { name: /cost_centre_code/ })
  await expect.element(row).toBeVisible()
  await expect.element(row).not.toHaveTextContent('by Ada')
  await expect.element(changeLog).toHaveTextContent('changes made from this computer in Default')
  const address = { host: 'db', port: 5432, database: 'd', user: 'ada', tls: true }
  client.emit('team:changed', {
    address,
    status: null,
    ...quietTeam
  })
  await expect.element(changeLog).toHaveTextContent('changes made by your team in Default')
  const field = { id: null, name: 'badge_number', category: 'HRIS', model: 'employee' }
  client.answer('mappings:changeLog', () => ({
    entries: [madeUpChangeLogEntry(2, { operator: 'Grace', elsewhere: true, field }), ...entries],
    next: null
  }))
  client.emit('team:changeLogChanged', undefined)
  await expect.element(changeLog.getByRole('row', { name: /badge_number/ })).toHaveTextContent('by Grace')
})
