export const requestEntryWords = {
  send: 'Send',
  cancel: 'Cancel request',
  save: 'Save request',
  create: 'New request',
  duplicate: 'Duplicate request',
  reopen: 'Reopen closed request',
  find: 'Find in response',
  importCurl: 'Import cURL',
  copyAs: { curl: 'Copy as cURL', httpie: 'Copy as HTTPie', fetch: 'Copy as fetch' },
  variables: 'Variables…'
}
