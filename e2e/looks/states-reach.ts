import { expect } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { receiver } from '../../src/main/alerts/testing'
import { smtpServer } from '../../src/main/mail/testing/smtp'
import { answerOpenDialogs } from '../fixtures/save-dialog'
import { AlertRules } from '../pages/alerts'
import { Campaign } from '../pages/campaign'
import { confirmed } from '../pages/confirm'
import { Desk } from '../pages/desk'
import { Issues } from '../pages/issues'
import { Mail } from '../pages/mail'
import { type Stage, type State } from './state'

const servers: { close(): unknown }[] = []
const connectors = ({ practice }: Stage) => practice.default.connectors.filter((one) => !one.is_test_connector)

async function contacts({ app, page, practice }: Stage): Promise<void> {
  const broken = connectors({ app, page, practice }).filter(({ status }) => status === 'RELINK_NEEDED')
  const ids = [...new Set(broken.flatMap(({ origin_id }) => origin_id ?? []))]
  const folder = await mkdtemp(join(tmpdir(), 'desk-contacts-'))
  const lines = ids.slice(1).map((id, at) => `${id},hr${at}@customer.example,,${['en', 'de', 'fr'][at % 3]},yes`)
  await writeFile(join(folder, 'contacts.csv'), ['origin_id,email,name,language,relinks', ...lines].join('\n'))
  await answerOpenDialogs(app, join(folder, 'contacts.csv'))
  await page.getByRole('button', { name: 'Import contacts…' }).click()
  await page.getByRole('button', { name: /^Import \d+ contacts?$/ }).click()
  await expect(page.getByRole('dialog')).toContainText('imported.')
  await page.keyboard.press('Escape')
  await rm(folder, { recursive: true })
}

// Not compared: ports of servers are in them.
/** What leaves for customers and colleagues. */
export const reach: readonly State[] = [
  {
    name: 'alert-rules',
    varies: true,
    show: async ({ page }) => {
      const slack = await receiver()
      servers.push(slack)
      const rules = new AlertRules(page)
      await rules.show()
      await rules.add('Many relinks', { address: `${slack.url}/services/T0/B0/abcdefghijklmnop`, cause: 'Relink needed', least: '5' }) // prettier-ignore
      await rules.add('Sync failed', { address: `${slack.url}/services/T0/B0/abcdefghijklmnop`, cause: 'Last sync failed' }) // prettier-ignore
      await page.getByRole('button', { name: /^Test/ }).first().click()
      await expect.poll(() => slack.received).toHaveLength(1)
      await expect(rules.messages.first()).toBeVisible()
    }
  },
  {
    name: 'campaign',
    varies: true,
    show: async (stage) => {
      const { page } = stage
      const server = await smtpServer()
      servers.push(server)
      await new Mail(page).setUp(server.port)
      await contacts(stage)
      const campaign = new Campaign(page)
      await campaign.start()
      await campaign.pasteAll()
      await campaign.rows.getByRole('button').nth(1).click()
    },
    leave: ({ page }) => page.getByRole('button', { name: 'Back to Issues' }).click()
  },
  {
    name: 'outage',
    varies: true,
    show: async ({ page, practice }) => {
      const well = practice.default.connectors.find(
        (one) => one.integration_slug === 'workday' && one.status === 'COMPLETE' && one.sync_status === 'Done'
      )
      const issues = new Issues(page)
      await issues.show()
      await issues.filter('Possible outage')
      await page.getByRole('button', { name: 'Open incident' }).first().click()
      const incident = page.getByRole('complementary', { name: 'Incident' })
      await incident.getByRole('button', { name: 'Tell customers…' }).click()
      await page.getByRole('button', { name: /^Send to \d+…$/ }).click()
      await confirmed(page)
      await expect(page.getByRole('region', { name: 'What was told' })).toContainText('sent the first letter')
      if (well) well.status = 'RELINK_NEEDED'
      await new Desk(page).refresh.click()
      await new Desk(page).refreshed()
      await page.getByRole('button', { name: /^Update 1/ }).click()
    },
    leave: async ({ page }) => {
      await page.keyboard.press('Escape')
      await Promise.all(servers.splice(0).map((one) => one.close()))
    }
  }
]
