import type { ErrorCode } from '../errors'
import { itself, type Entry } from './entry'

export const hereWords = {
  cancelled: {
    severity: 'neutral',
    title: 'Cancelled',
    cause: 'It was stopped before it finished.',
    next: 'Start it again when you need it.'
  },
  'keychain-missing': {
    severity: 'neutral',
    title: 'No keychain was found',
    cause: 'Probably no keychain runs in this session. Tokens are never written to a file instead.',
    next: 'Start the keychain and check again, or use a token for this session only.'
  },
  'keychain-locked': {
    severity: 'neutral',
    title: 'The keychain is locked',
    cause: 'The tokens in it are not lost. They can be read once it is unlocked.',
    next: 'Unlock the keychain and check again, or use a token for this session only.'
  },
  'app-locked': {
    severity: 'neutral',
    title: 'Connector Desk is locked',
    cause: 'While it is locked, it shows nothing and sends nothing.',
    next: 'Unlock it, then try again.'
  },
  'no-token': {
    severity: 'neutral',
    title: 'There is no token for this region',
    cause: 'It was kept for one session only, or was never entered.',
    next: 'Enter a token for this region.'
  },
  'other-address': {
    severity: 'problem',
    title: 'The token was entered for another address',
    cause: itself,
    next: 'If the new address is right, enter its token in Settings. If you did not change it, restore the old one.'
  },
  'invalid-input': {
    severity: 'problem',
    title: 'An entry is not valid',
    cause: itself,
    next: 'Correct it, then try again.'
  },
  'confirmation-needed': {
    severity: 'neutral',
    title: 'Confirm this first',
    cause: 'It can change a customer’s data. Nothing was sent.',
    next: 'Check the customer, the integration and the region, then confirm.'
  },
  'not-recorded': {
    severity: 'problem',
    title: 'The change cannot be recorded',
    cause: itself,
    next: 'Send it again: if it still cannot be recorded, the confirmation says so and you decide.'
  },
  unsupported: {
    severity: 'neutral',
    title: 'Not available here',
    cause: itself,
    next: 'Use the dashboard instead.'
  },
  busy: {
    severity: 'neutral',
    title: 'This is already running',
    cause: itself,
    next: 'Wait until it has finished.'
  },
  'sync-failed': {
    severity: 'problem',
    title: 'The sync failed',
    cause: itself,
    next: 'See the connector for the cause, then start a sync again, or fetch the data that is there.'
  },
  outdated: {
    severity: 'neutral',
    title: 'This no longer applies',
    cause: itself,
    next: 'Nothing was changed. Check what is shown now.'
  },
  'leak-refused': {
    severity: 'problem',
    title: 'Not written: it contains a token',
    cause: itself,
    next: 'Remove the token from that text, then try again.'
  },
  'file-conflict': {
    severity: 'problem',
    title: 'A file with this name exists',
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
    next: 'Free some disk space, then try again.'
  },
  'not-permitted': {
    severity: 'problem',
    title: 'This window may not do that',
    cause: 'The request did not come from the app itself.',
    next: 'Close the window and open the app again.'
  },
  'team-read-only': {
    severity: 'problem',
    title: 'You may only read in this team',
    cause: 'Your account of the team’s database has the role of a viewer.',
    next: 'Ask your administrator for the role of an operator, or leave the team in Settings.'
  },
  'update-refused': {
    severity: 'problem',
    title: 'The update was refused',
    cause: itself,
    next: 'Nothing was changed, and this version keeps working. Tell the person who manages the update folder.'
  },
  'update-failed': {
    severity: 'neutral',
    title: 'The update could not be loaded',
    cause: itself,
    next: 'Nothing was changed. Check the connection and the address of the update folder, then try again.'
  },
  managed: {
    severity: 'neutral',
    title: 'Managed by your organization',
    cause: itself,
    next: 'Settings shows what is managed. Ask your administrator to change it.'
  },
  internal: {
    severity: 'problem',
    title: 'Something went wrong in the app',
    cause: ({ message }) => `This is a fault of Connector Desk, not of the API and not yours: ${message}`,
    next: 'Try again. If it still fails, copy the report and send it to your administrator.'
  }
} satisfies Partial<Record<ErrorCode, Entry>>
