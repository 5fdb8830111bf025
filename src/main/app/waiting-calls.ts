import { ipcMain } from 'electron'
import type { Answer } from '../ipc/register'
import type { Channel } from '../../shared/ipc'

/** What the contract names, put in by the build (electron.vite.config.ts): its schemas are loaded with the parts. */
declare const CHANNEL_NAMES: readonly Channel[]

/**
 * Answers the page from the first moment on: what it asks before the parts are open waits for them. What it asks later is
 * answered in the same task: a page that closes sends what it still has to keep, and its frame, by which it is trusted,
 * is gone a moment later.
 */
export function answerOnce(opened: Promise<Answer>): void {
  let answer: Answer = async (...asked) => (await opened)(...asked)
  void opened.then((parts) => (answer = parts)).catch(() => undefined)
  for (const channel of CHANNEL_NAMES) ipcMain.handle(channel, (event, raw: unknown) => answer(channel, event, raw))
}
