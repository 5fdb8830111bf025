import { BrowserWindow, nativeTheme } from 'electron'
import type { Theme } from '../../shared/settings/theme'

/** As `--surface` of the pages: what a window shows before its page is drawn. */
const surface = { light: '#ffffff', dark: '#16181b' }

/** The colour a window begins with, so that none flashes in the other theme. */
export const backgroundColor = (): string => surface[nativeTheme.shouldUseDarkColors ? 'dark' : 'light']

/** Shows every window, menu and dialog of the app in a theme, at once. */
export function useTheme(theme: Theme): void {
  nativeTheme.themeSource = theme
  for (const window of BrowserWindow.getAllWindows()) window.setBackgroundColor(backgroundColor())
}
