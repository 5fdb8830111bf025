import { test } from '@playwright/test'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../fixtures/app'
import { Camera } from './still'
import { eachState } from './studio'

const pictures: Record<string, string> = {
  connect: 'connect',
  issues: 'issues',
  'issues-relink-request': 'relink-request',
  'connectors-drawer': 'connector',
  'passthrough-response': 'passthrough',
  'passthrough-shelf': 'shelf',
  'many-result': 'ask-many',
  'confirm-write': 'confirm',
  'mappings-tried': 'mapping',
  'data-record': 'data',
  'webhooks-delivery': 'webhooks',
  'activity-call': 'activity',
  trends: 'trends',
  settings: 'settings',
  doctor: 'doctor',
  'alert-rules': 'alert-rules',
  campaign: 'campaign',
  outage: 'outage',
  shortcuts: 'keys',
  locked: 'locked'
}

test('makes the pictures of README and user guide', async () => {
  const folder = join(root, 'docs/pictures')
  await mkdir(folder, { recursive: true })
  await eachState(async ({ state, page, own }) => {
    const picture = pictures[state.name]
    if (picture === undefined) return
    if (own) await page.setViewportSize({ width: 1280, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.mouse.move(-1, -1)
      const taken = await (await Camera.of(page)).take({ format: 'webp', quality: 80, scale: 1 })
      await writeFile(join(folder, `${picture}${colorScheme === 'dark' ? '-dark' : ''}.webp`), taken)
    }
  })
})
