import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeClient } from '../testing/fake-client'
import { appState, ended, row } from '../testing/made-up'
import { open } from '../testing/open'

const drawn = () => document.querySelectorAll('[role=row][data-index]').length

test('rows fill a window that grows while they are being drawn', async () => {
  const client = new FakeClient(appState())
  await open(client, '#/connectors')
  await expect.poll(() => client.walkId).not.toBe('')
  await page.viewport(1280, 500)
  const rows = Array.from({ length: 200 }, (_, at) => row('HRIS', `c${at}`))
  client.emit('walk:rows', { requestId: client.walkId, rows })
  client.emit('walk:progress', { requestId: client.walkId, progress: ended(Date.now()) })
  const frame = () => new Promise(requestAnimationFrame)
  while (drawn() === 0) await frame()
  // Another size in each of the next frames, while further rows wait for theirs.
  const app = document.querySelector<HTMLElement>('#app')
  for (let height = 500; app && height <= 1000; height += 50) {
    app.style.height = `${height}px`
    await frame()
  }
  await page.viewport(1280, 1000)
  await expect.poll(drawn).toBeGreaterThan(24)
})
