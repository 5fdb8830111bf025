import type { UpdateState } from '../../../../shared/model/update'
import { megabytes } from '../../lib/format'

const offWords = {
  'no-address': 'Off. Enter the address of an update folder to check for new versions.',
  policy: 'Switched off by your organization.',
  'no-key': 'Off: this build carries no key to check updates with. New versions come from whoever installed it.'
}

/** Where an update is, in one sentence. @param version of this app */
export function updateWords(state: UpdateState, version: string): string {
  switch (state.kind) {
    case 'off':
      return offWords[state.why]
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
      return state.offer ? `Version ${state.offer.version} is not downloaded.` : 'The last check did not succeed.'
  }
}

/** Whole percents; 100 only once all of it came. */
export const percent = ({ bytes, offer }: Extract<UpdateState, { kind: 'downloading' }>): number =>
  Math.floor((bytes / offer.bytes) * 100)
