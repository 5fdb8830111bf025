import { BrowserWindow, nativeTheme } from 'electron'
import type { Theme } from '../../shared/settings/theme'

/** `--surface` of the pages, shown before the page is drawn. */
const surface = { light: '#ffffff', dark: '#16181b' }

/** Prevents a flash of the other theme. */
export const backgroundColor = (): string => surface[nativeTheme.shouldUseDarkColors ? 'dark' : 'light']

export function useTheme(theme: Theme): void {
  nativeTheme.themeSource = theme
  for (const window of BrowserWindow.getAllWindows()) window.setBackgroundColor(backgroundColor())
}
