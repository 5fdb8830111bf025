import { ipcMain } from 'electron'
import type { Answer } from '../ipc/register'
import type { Channel } from '../../shared/ipc'

/** The build inserts the contract's names (electron.vite.config.ts): the schemas load later. */
declare const CHANNEL_NAMES: readonly Channel[]

/**
 * Early calls wait for the rooms. Later calls are answered in the same task: the frame of a closing page, by which main
 * trusts it, is gone a moment later.
 */
export function answerOnce(opened: Promise<Answer>): void {
  let answer: Answer = async (...asked) => (await opened)(...asked)
  void opened.then((parts) => (answer = parts)).catch(() => undefined)
  for (const channel of CHANNEL_NAMES) ipcMain.handle(channel, (event, raw: unknown) => answer(channel, event, raw))
}
