import type { MenuAct } from '../../shared/model/menu-act'
import type { WindowState } from '../workspaces/window-state'
import type { Area } from './handlers'

/** @param act does what an entry of the menu does */
export function windowHandlers(state: WindowState, act: (id: MenuAct) => void): Area<'window'> {
  return {
    'window:kept': () => state.get(),
    'window:keep': ({ state: text }) => state.keep(text),
    'window:act': async ({ act: id }) => act(id)
  }
}
