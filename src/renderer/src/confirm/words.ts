import { bytes } from '../kit/format'

export const confirmWords = {
  details: 'Confirmation details',
  workspace: 'Workspace',
  address: 'Address',
  noEnvironment: 'Environment not named',
  customer: 'Customer',
  noName: 'No name given',
  integration: 'Integration',
  noIntegration: 'Unknown',
  connector: 'Connector',
  why: 'Why you ask',
  whyHint: 'your colleague reads it, and the record of changes keeps it',
  exactly: 'exactly as shown',
  nameToCopy: 'the name',
  copy: 'Copy',
  cancels: '{key} to cancel',
  readOn: 'Scroll to the end to continue',
  cancel: 'Cancel',
  requests: {
    name: 'Requests to send',
    headers: 'Headers',
    body: (size: number) => `Body, ${bytes(size)}, SHA-256`,
    file: (name: string, type: string, size: number) => `${name}, ${type}, ${bytes(size)}, SHA-256`,
    noBody: 'No body',
    hidden: (lengths: readonly number[]) => {
      const [least, most] = [Math.min(...lengths), Math.max(...lengths)]
      const long = least === most ? `${most} characters` : `${least} to ${most} characters`
      return lengths.length === 1
        ? `[token] stands for one of the app’s own tokens in 1 place: ${long}.`
        : `[token] stands for the app’s own tokens in ${lengths.length} places: ${long} each.`
    },
    leftOut: (size: number) =>
      `Only the beginning and the end of ${bytes(size)} are shown here. The saved file has all of it, but [token] for the app’s own tokens.`,
    save: 'Save what will be sent',
    saved: 'Saved',
    notSaved: 'It could not be saved. Choose another folder.'
  }
}
