import { counted } from '../../kit/format'

/** A search by the API itself: Origin ID, token or state. */
export const lookUpWords = {
  name: 'Look up',
  title: 'Search the API by Origin ID, token or state',
  notNow: 'Not connected: see the banner',
  note: 'Searches HRIS, ATS and LMS live. Results open in a separate list.',
  originId: 'Origin ID',
  exactly: 'exact match',
  token: 'Connector token',
  tokenNote: 'Used for this one request and not saved.',
  active: 'Active',
  either: 'Either',
  activeOnly: 'Active only',
  inactiveOnly: 'Inactive only',
  tryNow: 'Try now',
  cancel: 'Cancel',
  submit: 'Look up',
  busy: 'Looking up…',
  /** A filter as sent; of a token without its value. */
  filter: (field: string, value: string) => `${field} = ${value}`,
  typedToken: 'the token you typed',
  and: ' and ',

  answer: {
    title: (filters: string) => `Lookup results for ${filters}`,
    found: (connectors: number, where: string, age: string) =>
      `${counted(connectors, 'connector')} ${where}, ${age} ago.`,
    everywhere: 'in HRIS, ATS and LMS',
    only: (categories: string) => `in ${categories}`,
    refused: (categories: string) => `No access to ${categories} with this token.`,
    note: 'Live lookup results. They are not added to your list.',
    back: 'Back to all connectors'
  }
}

export const newLinkWords = {
  title: 'New link',
  hint: 'closes',
  created: 'Link token created.',
  createdNote: 'Copy it now: it won’t be shown again. It leaves the clipboard after a minute.',
  token: 'link token',
  copy: 'Copy the link token',
  note: 'A completed link makes a {new}. It does not relink an existing one: use the Relink button on the connector’s page in the dashboard.',
  newConnector: 'new connector, billed separately',
  customer: 'Customer',
  originId: 'Origin ID',
  originIdHint: 'your ID for this customer',
  email: 'Email',
  optional: 'optional',
  category: 'Category',
  integration: 'Integration',
  slug: 'its slug',
  already: (connectors: number) => `This customer has ${counted(connectors, 'connector')} already.`,
  noStatus: 'no status',
  close: 'Close',
  cancel: 'Cancel',
  working: 'Working…',
  another: 'Create a link for another connector',
  create: 'Create link token'
}
