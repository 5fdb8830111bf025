export const actResultWords = {
  read: 'Refreshed just now.',
  notListed: 'This connector is not listed any more.',
  notListedNote: 'The row stays until the next refresh ends.',
  tokenSaved: (keychain: string) => `Token saved in ${keychain}.`,
  tokenSavedNote: 'You can use this connector after a restart without a refresh.',
  tokenRemoved: (keychain: string) => `Token removed from ${keychain}.`,
  syncStarted: 'Sync started.',
  syncUnknown:
    'Refresh this connector in a minute: a sync that started shows in “Last sync”. It is not repeated automatically.',
  deleted: 'Deleted.',
  deletedUnanswered: 'No response came back, but the connector is not listed any more.',
  deletedListed: 'The deletion was accepted, but the connector is still listed.',
  deletedListedNote: 'Lists can lag behind: refresh this connector in a minute.',
  deleteUnknownListed: 'It is still listed. It may be deleted later: refresh in a minute before you try again.',
  deleteUnknown: 'It could not be verified whether it still exists. Refresh and look for it before you try again.',
  refused: 'Rejected, nothing changed.',
  unknown: 'Outcome unknown.',
  dismiss: 'Dismiss',
  keychain: 'the keychain'
}
