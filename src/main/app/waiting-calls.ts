import { ipcMain } from 'electron'
import type { Answer } from '../ipc/register'
import type { Channel } from '../../shared/ipc'

/** What the contract names, put in by the build (electron.vite.config.ts): its schemas are loaded with the parts. */
declare const CHANNEL_NAMES: readonly Channel[]

/** Answers the page from the first moment on: what it asks before the parts are open waits for them. */
export function answerOnce(opened: Promise<Answer>): void {
  for (const channel of CHANNEL_NAMES)
    ipcMain.handle(channel, async (event, raw: unknown) => (await opened)(channel, event, raw))
}
