import type { UpdateState } from '../../../../shared/updates/update'
import { megabytes } from '../../kit/format'

const off = {
  'no-address': 'Off. Enter the address of an update folder to check for new versions.',
  policy: 'Switched off by your organization.',
  'no-key': 'Off: this build has no key to check updates with. Get new versions from whoever installed it.'
}

/** Whole percent; 100 only once complete. */
export const percent = ({ bytes, offer }: Extract<UpdateState, { kind: 'downloading' }>): number =>
  Math.floor((bytes / offer.bytes) * 100)

/** @param version of this app */
function state(state: UpdateState, version: string): string {
  switch (state.kind) {
    case 'off':
      return off[state.why]
    case 'unchecked':
      return 'Not checked yet.'
    case 'checking':
      return 'Checking for updates…'
    case 'current':
      return state.older === null
        ? `Version ${version} is up to date.`
        : `Version ${version} is up to date. The folder offers ${state.older}, which is older and is not installed.`
    case 'available':
      return `Version ${state.offer.version} is available (${megabytes(state.offer.bytes)}).`
    case 'downloading':
      return `Downloading version ${state.offer.version}: ${percent(state)} % of ${megabytes(state.offer.bytes)}`
    case 'ready':
      return `Version ${state.offer.version} is downloaded and checked.`
    case 'failed':
      return state.offer ? `Version ${state.offer.version} is not downloaded.` : 'The last check failed.'
  }
}

export const updateWords = {
  title: 'Updates',
  checkNow: 'Check now',
  folder: 'Update folder',
  example: 'https://',
  note: 'Checked at each start and once a day. Nothing about you or your workspaces is sent. Empty: no updates.',
  managed: 'Managed by your organization.',
  save: 'Save',
  status: 'Update status',
  state,
  checked: 'Checked {time}.',
  old: 'The list of this folder is more than 90 days old',
  oldNote:
    'It was signed {time}. Newer versions, security fixes among them, may be held back. Ask whoever publishes the folder to sign it again.',
  download: (version: string) => `Download ${version}`,
  downloadAgain: 'Download again',
  cancel: 'Cancel',
  showFile: 'Show file',
  file: 'Update file',
  progress: 'Download of the update',
  install:
    'Quit Connector Desk when it suits you, then open this file. Your system asks and installs it. Workspaces, tokens, drafts and history are kept.',
  whatIsNew: (version: string) => `What is new in ${version}`
}
