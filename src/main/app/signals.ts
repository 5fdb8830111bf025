import { app } from 'electron'

/**
 * SIGTERM comes at the end of a login. Electron quits in order, too, but a listener of electron-store ends the process
 * first.
 */
export function quitOnSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.removeAllListeners(signal)
    process.on(signal, () => app.quit())
  }
}
