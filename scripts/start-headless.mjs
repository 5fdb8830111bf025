// `npm start` without a display (under Xvfb): reports what the window shows, keeps a picture and quits.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { main } from './bootstrap.mjs'
import { root, say } from './run.mjs'

const SETTLE_TIMEOUT_MS = 120_000
const SCREENSHOT = 'test-results/start.png'

/** The refresh has ended in any way, or the first run is shown. */
async function settled(page) {
  const refreshEnded = ['done', 'failed', 'cancelled'].map((state) => `main[data-walk="${state}"]`).join(', ')
  const firstRun = page.getByRole('button', { name: 'Try the practice workspace' })
  await firstRun.or(page.locator(refreshEnded)).first().waitFor({ timeout: SETTLE_TIMEOUT_MS })
  return (await firstRun.isVisible())
    ? 'the first run: connect a workspace, or try the practice workspace'
    : describeRefresh(page.locator(refreshEnded))
}

async function describeRefresh(window) {
  const [workspace, connectors, relink, refresh] = await Promise.all(
    ['workspace', 'connectors', 'relink-needed', 'walk'].map((name) => window.getAttribute(`data-${name}`))
  )
  // Absent until each connector is diagnosed: the number would be another than in Issues.
  const needed = relink === null ? '' : `, ${relink} with relink needed`
  return `workspace ${workspace}: refresh ${refresh}, ${connectors} connectors${needed}`
}

await main(async () => {
  const { _electron } = await import('playwright')
  const results = join(root, 'test-results')
  const output = join(results, 'start.log')
  mkdirSync(results, { recursive: true })
  writeFileSync(output, '')
  const app = await _electron.launch({
    executablePath: join(root, 'scripts/launch-electron.sh'),
    args: process.argv.slice(2),
    chromiumSandbox: true, // without it Playwright adds --no-sandbox
    cwd: root,
    env: { ...process.env, DESK_ELECTRON: process.env.CONNECTOR_DESK_ELECTRON, DESK_OUTPUT: output }
  })
  try {
    const page = await app.firstWindow()
    say(`the window shows ${await settled(page)}`)
    await page.screenshot({ path: join(root, SCREENSHOT) })
    say(`screenshot: ${SCREENSHOT}`)
  } catch (error) {
    throw new Error(`${error.message}\nThe app wrote:\n${readFileSync(output, 'utf8')}`, { cause: error })
  } finally {
    const child = app.process()
    const forced = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await app.close().catch(() => {})
    clearTimeout(forced)
  }
})
