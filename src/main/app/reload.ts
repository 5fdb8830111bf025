import { app, dialog, type BrowserWindow } from 'electron'
import type { Log } from '../base/log'
import { afterCrash, mostReloads } from './crashes'

export function reloadAfterCrashes(window: BrowserWindow, log: Log): void {
  let times: number[] = []
  window.webContents.on('render-process-gone', (_, { reason }) => {
    log(`The window's process ended: ${reason}`)
    if (reason === 'clean-exit') return
    const after = afterCrash(times, performance.now())
    times = after.times
    if (after.reload) return window.reload()
    void askAfterCrashes(window, reason).then((answer) => {
      if (window.isDestroyed()) return
      if (answer === 'quit') return app.quit()
      times = []
      window.reload()
    })
  })
}

async function askAfterCrashes(window: BrowserWindow, reason: string): Promise<'reload' | 'quit'> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    title: 'Connector Desk',
    message: `The window crashed ${mostReloads + 1} times within a minute.`,
    detail: `The last reason given was “${reason}”. What you typed is kept. Reload the window, or quit and start the app again; the log in the profile says more.`,
    buttons: ['Reload', 'Quit'],
    defaultId: 0,
    cancelId: 1,
    noLink: true
  })
  return response === 0 ? 'reload' : 'quit'
}
