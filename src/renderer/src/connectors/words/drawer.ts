import { count, counted } from '../../kit/format'

export const connectorDrawerWords = {
  name: 'Connector',
  scroll: 'Details of the connector',
  noIntegration: 'none given',
  noName: 'no name given',

  diagnosis: {
    name: 'Diagnosis',
    credentials: 'Do the credentials work?',
    byStatus: (answer: string) => `${answer}, by its status`,
    lastSync: 'Did the last sync succeed?',
    notKnown: 'Not known',
    noSync: 'No sync yet',
    missing: 'No diagnosis yet: refresh the list.',
    failed: 'The history of this connector could not be loaded.'
  },
  actions: {
    requestRelink: 'Request relink…',
    passthrough: 'Open in Passthrough',
    data: 'View data',
    dataTitle: 'Fetch employees, candidates, courses and more',
    sync: 'Start sync',
    syncing: 'Starting sync…',
    relinkFirst: 'Not while a relink is needed',
    underWay: 'A sync is running already',
    working: 'Working…',
    dismiss: 'Dismiss'
  },
  menu: {
    name: 'More',
    customer: 'Customer page',
    refresh: 'Refresh this connector',
    saveToken: 'Save token in keychain',
    removeToken: 'Remove token from keychain',
    evidence: 'Export evidence',
    newLink: 'New link for this customer…'
  },
  siblings: {
    name: 'Other connectors of this customer',
    notKnown: 'Not known yet: refresh the list.',
    none: 'No other connector in this region.',
    more: (connectors: number) => `and ${count(connectors)} more`,
    page: 'Customer page'
  },
  delete: {
    note: 'To fix a broken connector, relink it. Deleting removes its IDs, token and data for good.',
    notNow: 'Not connected: see the banner',
    button: 'Delete connector',
    title: (region: string) => `Delete this connector in the ${region} region?`,
    hintClose: 'closes',
    hintBack: 'cancels',
    working: 'Deleting… verifying',
    close: 'Close',
    cancel: 'Cancel',
    deleting: 'Deleting…',
    relinkInstead:
      'To fix a broken connector, relink it: {strong} Delete when a customer left, a link was made by mistake, or data has to be removed.',
    relinkKeeps: 'relinking keeps IDs and token, deleting does not.',
    customer: 'Customer',
    integration: 'Integration',
    region: 'Region',
    production: 'PROD',
    lost: 'Deleted',
    lostWhat: (employees: number | null) =>
      `Its ID, token, history and synced records${employees === null ? '' : ` of ${count(employees)} employees`}. Linking again creates new IDs.`,
    lastGood: 'Last good sync',
    lastGoodNever: 'never',
    lastGoodUnknown: 'not known',
    estimated: (time: string) => `about ${time} (estimated)`,
    kept: 'Kept',
    keptOthers: (others: number) =>
      `${others === 0 ? 'No other connector of this customer is known.' : `${counted(others, 'other connector')} of this customer.`} Its history in this app stays on this computer.`
  }
}
