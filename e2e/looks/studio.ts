import { test, type Page } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPractice } from '../../src/practice/server'
import { launchApp } from '../fixtures/app'
import { Keyring } from '../fixtures/keyring'
import { moment, stopClock } from './still'
import type { Stage, State } from './state'
import { states } from './states'

/** `own`: the page is the app's main page. */
export type Shown = { state: State; page: Page; own: boolean }

/**
 * @param still always at the same moment, for pictures. A confirmation that lost the focus waits for time to go on, so a
 *   display that others use needs a clock that runs.
 */
export async function eachState(
  look: (shown: Shown) => Promise<void>,
  list: readonly State[] = states,
  still = true
): Promise<void> {
  const { stage, close } = await openStudio(still)
  try {
    for (const state of list)
      await test.step(state.name, async () => {
        await state.show(stage)
        const page = (await state.page?.(stage)) ?? stage.page
        await look({ state, page, own: page === stage.page })
        await state.leave?.(stage)
      })
  } finally {
    await close()
  }
}

async function openStudio(still: boolean): Promise<{ stage: Stage; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'desk-looks-'))
  const same = { seed: 7, ...(still && { now: () => moment }), limitPerMinute: 0, collectionSize: 60 }
  const first = await startPractice({ ...same, connectors: 240, region: 'default' })
  const second = await startPractice({ ...same, connectors: 60, region: 'eu' })
  const end = async () => void (await Promise.all([first.close(), second.close()]))
  const keyring = await Keyring.start('unlocked')
  const running = await launchApp({ profileDir: join(folder, 'profile'), keyring })
  const { app, page } = running
  if (still) {
    await stopClock(app)
    await page.clock.setFixedTime(moment)
  }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  const close = async () => {
    await running.close()
    await keyring.stop()
    await end()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return { stage: { app, page, practice: { default: first, eu: second, close: end } }, close }
}
