export const connectorEntryWords = {
  requestRelink: 'Request relink…',
  openInPassthrough: 'Open in Passthrough',
  viewData: 'View data',
  startSync: 'Start a sync now',
  refresh: 'Refresh this connector',
  saveToken: 'Save token in keychain',
  removeToken: 'Remove token from keychain',
  exportEvidence: 'Export evidence',
  copyLink: 'Copy link'
}
