import { app } from 'electron'
import { autostartFile, hiddenSwitch, linuxLogin, renewAutostart, type LoginItem } from '../desktop/autostart'

/** null for a checkout, which no system can start */
export function loginItem(): LoginItem | null {
  if (!app.isPackaged) return null
  if (process.platform === 'linux') {
    // An AppImage runs from a folder that is gone after the run.
    const [file, program] = [autostartFile(process.env), process.env['APPIMAGE'] ?? process.execPath]
    renewAutostart(file, program)
    return linuxLogin(file, program)
  }
  const args = [hiddenSwitch]
  return {
    isOn: () => app.getLoginItemSettings({ args }).openAtLogin,
    set: (openAtLogin) => app.setLoginItemSettings({ openAtLogin, args })
  }
}

export function startedAtLogin(): boolean {
  if (process.argv.includes(hiddenSwitch)) return true
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
}
