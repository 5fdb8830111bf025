import type { MenuAct } from '../../../../shared/app/menu-act'

const menu: Record<MenuAct, string> = {
  larger: 'Zoom in',
  smaller: 'Zoom out',
  'usual-size': 'Reset zoom',
  'full-screen': 'Full screen',
  quit: 'Quit'
}

export const paletteWords = {
  name: 'Search or run',
  hint: 'Search views, actions and connectors by customer or ID',
  results: 'Results',
  groups: { recent: 'Recent', goTo: 'Go to', actions: 'Actions', connectors: 'Connectors' },
  actions: {
    refresh: 'Refresh connectors',
    cancelRefresh: 'Cancel refresh',
    switchRegion: (region: string) => `Switch to ${region}`,
    openWorkspace: (name: string, region: string) => `Open workspace ${name}, ${region}`,
    addWorkspace: 'Add a workspace',
    close: 'Close drawer or request',
    lock: 'Lock',
    shortcuts: 'Keyboard shortcuts',
    guide: 'User guide',
    support: 'Support bundle…',
    logs: 'Open logs folder',
    about: 'About Connector Desk',
    menu
  },
  nothing: 'No results.',
  nothingHere: (region: string) => `No results. Switch to ${region} to search its connectors.`
}
