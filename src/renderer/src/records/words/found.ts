import type { FoundOutcome } from '../../../../shared/activity/call'

export const foundWords = {
  outcomes: {
    done: 'was done',
    'not-done': 'was not done',
    unknown: 'still unknown'
  } satisfies Record<FoundOutcome, string>,
  titles: {
    done: 'It was done',
    'not-done': 'It was not done',
    unknown: 'Still unknown'
  } satisfies Record<FoundOutcome, string>,
  region: 'Unknown outcome',
  open: 'Whether it was done is not recorded yet.',
  by: (operator: string) => `recorded by ${operator || 'an unnamed operator'}`,
  noteLocked: 'Its note cannot be read: the keychain is locked, or the key of the note is lost.',
  earlier: 'Earlier records',
  findOut: 'Find out…',
  correct: 'Correct…',
  title: 'Find out whether it was done',
  look: 'Look, without changing anything',
  inPassthrough: (path: string) => `GET ${path} in Passthrough`,
  inData: (collection: string) => `Fetch ${collection} in Data`,
  readConnector: 'Read the connector',
  reading: 'Reading the connector',
  stop: 'Stop',
  listed: 'The connector is still listed.',
  notListed: 'The connector is not listed any more.',
  sync: 'Its sync status and last start show whether a sync began.',
  openConnector: 'Open the connector',
  refresh: 'A link token alone changes nothing. A refresh of the connectors shows a connector that was made with it.',
  inMappings: 'Open Mappings and reload',
  reload: 'Reload what is saved',
  none: 'Nothing in this app can show it. Look at the provider or in the dashboard.',
  elsewhere: 'To look from here, open the workspace and region it was sent in and refresh the connectors.',
  showed: 'What it showed',
  note: 'Note',
  noteHint: 'optional',
  kept: 'Kept beside the request on this computer, the note encrypted. A team does not get it. A later record corrects this one; both stay.',
  cancel: 'Cancel',
  record: 'Record',
  recording: 'Recording'
}
