import type { MenuAct } from '../../shared/app/menu-act'
import type { WindowState } from '../workspaces/window-state'
import { serving } from './handlers'

/** @param act does what an entry of the menu does */
export function windowHandlers(state: WindowState, act: (id: MenuAct) => void) {
  return serving({
    'app:keptWindow': () => state.get(),
    'app:keepWindow': ({ state: text }) => state.keep(text),
    'app:menuAct': async ({ act: id }) => act(id)
  })
}
