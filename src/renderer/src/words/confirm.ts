import { bytes } from '../lib/format'

/** The window that asks before a change leaves. */
export const confirmWords = {
  details: 'Confirmation details',
  workspace: 'Workspace',
  prod: 'PROD',
  customer: 'Customer',
  noName: 'No name given',
  integration: 'Integration',
  noIntegration: 'Unknown',
  connector: 'Connector',
  exactly: 'exactly as shown',
  nameToCopy: 'the name',
  copy: 'Copy',
  cancels: '{key} to cancel',
  cancel: 'Cancel',
  requests: {
    name: 'Requests to send',
    body: (size: number) => `${bytes(size)}, SHA-256`,
    noBody: 'no body'
  }
}
