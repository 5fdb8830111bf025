import type { WindowState } from '../workspaces/window-state'
import type { Area } from './handlers'

export function windowHandlers(state: WindowState): Area<'window'> {
  return {
    'window:kept': () => state.get(),
    'window:keep': ({ state: text }) => state.keep(text)
  }
}
