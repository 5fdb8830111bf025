import { counted } from '../../kit/format'

export const statusPageWords = {
  name: 'Provider’s status page',
  none: (integration: string) => `The app knows no status page of ${integration}.`,
  add: 'Add the provider’s status page…',
  offered: (host: string) => `${host} is not read before you agree.`,
  agree: 'Read this page…',
  other: 'Another address…',
  remove: 'Stop reading it',
  openPage: 'Open page',
  openIncident: 'Open at the provider',
  openOf: (title: string) => `Open at the provider: ${title}`,
  reading: 'reading…',
  read: (at: string) => `read ${at}`,
  notRead: 'never read',
  failed: (at: string) => `It could not be read at ${at}:`,
  older: (at: string) => `What follows is from ${at}.`,
  /** Silence is shown as silence. */
  silent: (host: string) => `${host} shows no incident. That proves nothing: providers post late, or not at all.`,
  words: 'In the provider’s words',
  open: 'open',
  over: 'over',
  notSaid: 'open or over: not said',
  since: 'Since',
  noSince: 'Since when is not said',
  ahead: 'which lies ahead',
  updated: 'last update',
  resolved: 'resolved',
  more: (incidents: number) => `Show ${counted(incidents, 'more incident')}`,
  rest: (incidents: number) => `The page has ${counted(incidents, 'older one')} beside these.`,
  dialog: {
    title: (integration: string) => `Status page of ${integration}`,
    address: 'Address (https): a page of Statuspage, or its JSON, RSS or Atom',
    save: 'Save'
  },
  settings: {
    title: 'Status pages of providers',
    about:
      'While issues of an integration are open or looked at, its provider’s status page is read, at most every 5 minutes. Nothing of a workspace or customer is sent.',
    off: 'Your organization has turned them off.',
    none: 'None in this workspace. Add one where an issue or connector is open, or in Lookups with the right mouse button.',
    notAgreed: 'not agreed to, so not read',
    change: 'Change…',
    changeOf: (integration: string) => `Change the status page of ${integration}`,
    removeOf: (integration: string) => `Stop reading the status page of ${integration}`
  }
}
