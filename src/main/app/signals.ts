import { app } from 'electron'

/**
 * Quits in order when the login or the computer ends, which sends SIGTERM: the page keeps what was typed last, and the
 * history is closed. Electron does that itself, but loses to whatever listens later: a part of electron-store does, and
 * ends the process at once.
 */
export function quitOnSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.removeAllListeners(signal)
    process.on(signal, () => app.quit())
  }
}
