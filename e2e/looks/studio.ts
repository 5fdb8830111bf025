import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Regions } from '../../src/practice/regions'
import { startPractice } from '../../src/practice/server'
import { launchApp, type RunningApp } from '../fixtures/app'
import { Keyring } from '../fixtures/keyring'
import { moment, stopClock, stopPageClock } from './still'

/** The app, its practice service, and a folder for files: all at one moment, and the same each time. */
export type Studio = { running: RunningApp; practice: Regions; folder: string; close: () => Promise<void> }

/** The first screen, nothing connected. @param connectors how many the default region has */
export async function openStudio(connectors = 240): Promise<Studio> {
  const folder = await mkdtemp(join(tmpdir(), 'desk-looks-'))
  const same = { seed: 7, now: () => moment, limitPerMinute: 0, collectionSize: 60 }
  const first = await startPractice({ ...same, connectors, region: 'default' })
  const second = await startPractice({ ...same, connectors: 60, region: 'eu' })
  const practice = {
    default: first,
    eu: second,
    close: async () => void (await Promise.all([first.close(), second.close()]))
  }
  const keyring = await Keyring.start('unlocked')
  const running = await launchApp({ profileDir: join(folder, 'profile'), keyring })
  await stopClock(running.app)
  await stopPageClock(running.page)
  await running.page.emulateMedia({ reducedMotion: 'reduce' })
  await running.page.reload()
  const close = async () => {
    await running.close()
    await keyring.stop()
    await practice.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return { running, practice, folder, close }
}
