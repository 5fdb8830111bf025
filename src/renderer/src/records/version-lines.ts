import type { AppState } from '../../../shared/app/state'
import { appWords } from '../kit/words/app'

/** The versions of the app and of what it runs on, by name: as they are shown and copied. */
export const versionLines = ({ version, runtime }: AppState): [string, string][] => [
  [appWords.name, version],
  ['Electron', runtime.electron],
  ['Chromium', runtime.chrome],
  ['Node', runtime.node]
]

/** Lines to be passed on. */
export const asText = (lines: readonly [string, string][]) =>
  lines.map(([name, value]) => `${name}: ${value}`).join('\n')
