import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { environment, root, type LaunchOptions } from '../fixtures/app'
import { expect, test } from '../fixtures/test'
import { Desk } from '../pages/desk'
import { FirstRun } from '../pages/first-run'
import { prepared } from './prepared'
import { inTurn, report } from './report'

const connectors = Number(process.env['BENCH_CONNECTORS'] ?? 100_000)
const bareWindow = join(root, 'e2e/bench/peers/bare-window')

/**
 * Playwright would delay the app.
 * @returns ms from the start of the process to a printed moment
 */
async function until(moment: string, folder: string, options: LaunchOptions): Promise<number> {
  const env = environment(options, '')
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = [...asRoot, `--user-data-dir=${options.profileDir}`, folder, '--startup-times']
  const child = spawn(env['DESK_ELECTRON'] ?? '', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(child, 'close')
  let output = ''
  const reached = new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (bytes: Buffer) => {
      output += bytes.toString()
      const [, ms] = new RegExp(`^start: (\\d+) ms ${moment}$`, 'm').exec(output) ?? []
      if (ms) resolve(Number(ms))
    })
    void ended.then(() => reject(new Error(`It ended before “${moment}”:\n${output}`)))
  })
  const ms = await reached
  child.kill('SIGTERM')
  await ended
  if (process.env['BENCH_TIMELINE']) console.log(output)
  return ms
}

const ofNewProfile = (folder: string) => inProfile('first screen', folder)

/** @param kept fills the profile once: each start finds the same */
async function inProfile(moment: string, folder: string, kept?: LaunchOptions) {
  const profileDir = await mkdtemp(join(tmpdir(), 'desk-start-'))
  if (kept) await cp(kept.profileDir, profileDir, { recursive: true })
  const ms = await until(moment, folder, { ...kept, profileDir })
  await rm(profileDir, { recursive: true, force: true, maxRetries: 5 })
  return ms
}

test('start to the first screen, and to the first of the kept rows', async ({ launch, profileDir, keyring }) => {
  const fresh = await inTurn({ ours: () => ofNewProfile(root), bare: () => ofNewProfile(bareWindow) })
  report({
    name: 'start to first screen, new profile',
    unit: 'ms',
    ours: fresh.ours,
    peer: { name: 'bare window', value: fresh.bare },
    target: { ratio: 1.4 }
  })

  const service = await prepared({ connectors, latencyMs: 20 })
  // The start reopens the last view.
  for (const view of ['Connectors', 'Issues']) {
    const { page, close } = await launch()
    if (view === 'Connectors') await connect(page, service.url)
    const desk = new Desk(page)
    await expect.poll(() => desk.connectors(), { timeout: 120_000 }).toBe(connectors)
    await desk.refreshed()
    const keptState = () => readFile(join(profileDir, 'window.sealed'), 'base64').catch(() => '')
    const before = await keptState()
    await desk.go(view)
    await expect.poll(keptState).not.toBe(before)
    await close()

    const kept = await inTurn({
      ours: () => inProfile('first rows', root, { profileDir, keyring }),
      bare: () => ofNewProfile(bareWindow)
    })
    report({
      name: `start with ${connectors.toLocaleString('en-US')} kept rows, first rows of ${view}`,
      unit: 'ms',
      ours: kept.ours,
      peer: { name: 'bare window', value: kept.bare },
      target: { ratio: 1.6 }
    })
  }
  service.close()
})

async function connect(page: Page, url: string): Promise<void> {
  const form = new FirstRun(page)
  await form.fill({ name: 'Bench', baseUrl: url, token: 'bench-token-bench-token' })
  await form.connect.press('Enter')
}
