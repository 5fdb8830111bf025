export const connectorMenuWords = {
  about: (name: string) => `Connector of ${name}`,
  open: 'Open',
  copyName: 'Copy name',
  copyOriginId: 'Copy Origin ID',
  copyId: 'Copy ID',
  passthrough: 'Open in Passthrough',
  data: 'View data',
  mappings: 'Open in Mappings',
  issue: 'Open in Issues',
  customer: 'Customer page',
  refresh: 'Refresh this connector',

  copied: (text: string) => `Copied ${text}`,
  notCopied: 'Not copied: the clipboard is not available'
}

export const connectorEntryWords = {
  requestRelink: 'Request relink…',
  openInPassthrough: 'Open in Passthrough',
  viewData: 'View data',
  startSync: 'Start a sync now',
  refresh: 'Refresh this connector',
  saveToken: 'Save token in keychain',
  removeToken: 'Remove token from keychain',
  exportEvidence: 'Export evidence'
}
