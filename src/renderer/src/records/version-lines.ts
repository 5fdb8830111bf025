import type { AppState } from '../../../shared/app/state'
import { appWords } from '../kit/words/shared'

export const versionLines = ({ version, runtime }: AppState): [string, string][] => [
  [appWords.name, version],
  ['Electron', runtime.electron],
  ['Chromium', runtime.chrome],
  ['Node', runtime.node]
]

export const asText = (lines: readonly [string, string][]) =>
  lines.map(([name, value]) => `${name}: ${value}`).join('\n')
