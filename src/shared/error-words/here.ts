import type { ErrorCode } from '../errors'
import { itself, type Entry } from './entry'

/** What happened on this computer. */
export const hereWords = {
  cancelled: {
    severity: 'neutral',
    title: 'Cancelled',
    cause: 'It was stopped before the end.',
    next: 'Start it again when you need it.'
  },
  'keychain-missing': {
    severity: 'neutral',
    title: 'No keychain was found',
    cause: 'Most likely no keychain service runs in this session. Tokens are never written to a file instead.',
    next: 'Start the keychain and check again, or keep the token for this session only.'
  },
  'keychain-locked': {
    severity: 'neutral',
    title: 'The keychain is locked',
    cause: 'A token that is stored in it was not lost; it cannot be read until it is unlocked.',
    next: 'Unlock the keychain and check again, or use a token for this session only.'
  },
  'app-locked': {
    severity: 'neutral',
    title: 'Connector Desk is locked',
    cause: 'While it is locked it shows nothing and makes no calls.',
    next: 'Unlock it and try again.'
  },
  'no-token': {
    severity: 'neutral',
    title: 'There is no token for this region',
    cause: 'It was kept for one session only, or this region was never given one.',
    next: 'Enter a token for this region.'
  },
  'other-address': {
    severity: 'problem',
    title: 'The token was entered for another address',
    cause: itself,
    next: 'If the new address is right, enter its token in the settings. If you did not change it, put the old one back.'
  },
  'invalid-input': {
    severity: 'problem',
    title: 'Something entered cannot be used',
    cause: itself,
    next: 'Correct it and try again.'
  },
  'confirmation-needed': {
    severity: 'neutral',
    title: 'This has to be confirmed first',
    cause: 'It can change data of a customer, or go elsewhere than it seems. Nothing was sent.',
    next: 'Check the customer, the integration and the region, then confirm.'
  },
  unsupported: {
    severity: 'neutral',
    title: 'Not available at this service',
    cause: itself,
    next: 'Use the service’s dashboard for it.'
  },
  busy: {
    severity: 'neutral',
    title: 'This is already running',
    cause: itself,
    next: 'Wait until it has ended.'
  },
  'sync-failed': {
    severity: 'problem',
    title: 'The sync failed',
    cause: itself,
    next: 'Look at the connector for the cause, then start a sync again, or walk what is there.'
  },
  outdated: {
    severity: 'neutral',
    title: 'This no longer applies',
    cause: itself,
    next: 'Nothing was changed. Look again at what is shown now.'
  },
  'leak-refused': {
    severity: 'problem',
    title: 'Not written: it holds a token',
    cause: itself,
    next: 'Take the token out of the text that holds it, then try again.'
  },
  'file-conflict': {
    severity: 'problem',
    title: 'Another file is in the way',
    cause: itself,
    next: 'Nothing was overwritten.'
  },
  'file-refused': {
    severity: 'problem',
    title: 'The file cannot be written',
    cause: itself,
    next: 'Check the permissions of the folder, or choose another one.'
  },
  'disk-full': {
    severity: 'problem',
    title: 'The disk is full',
    cause: itself,
    next: 'Make room on the disk, then try again.'
  },
  'not-permitted': {
    severity: 'problem',
    title: 'This window may not ask for that',
    cause: 'The request did not come from the app itself.',
    next: 'Close the window and open the app again.'
  },
  'update-refused': {
    severity: 'problem',
    title: 'The update was refused',
    cause: itself,
    next: 'Nothing was changed, and this version keeps working. Report it to whoever runs the update folder.'
  },
  'update-failed': {
    severity: 'neutral',
    title: 'The update folder did not deliver',
    cause: itself,
    next: 'Nothing was changed. Check the connection and the address of the update folder, then try again.'
  },
  managed: {
    severity: 'neutral',
    title: 'Managed by your organization',
    cause: itself,
    next: 'Settings shows what is managed. Ask your administrator where that has to change.'
  },
  internal: {
    severity: 'problem',
    title: 'The app made a mistake',
    cause: ({ message }) => `This is a fault of Connector Desk, not of the service and not yours: ${message}`,
    next: 'Try again; if it stays, copy the report and pass it on.'
  }
} satisfies Partial<Record<ErrorCode, Entry>>
