import { absoluteTime, count, counted, megabytes } from '../../kit/format'
import { shelfWords } from './shelf'

export const libraryWords = {
  pane: {
    name: 'History and saved requests',
    list: 'List',
    history: 'History',
    saved: 'Saved',
    shelf: shelfWords.tab,
    find: { history: 'Find in history', saved: 'Find in saved', shelf: shelfWords.find },
    findTitle: {
      history: 'Searches method, path, customer, integration and status, not bodies',
      saved: 'Searches name, method and path',
      shelf: shelfWords.findTitle
    }
  },
  history: {
    loading: 'Loading history…',
    noMatch: 'No matching requests.',
    empty: 'No requests yet. Every request you send is listed here with its response.',
    older: 'Show older',
    clear: 'Clear history…',
    requests: (requests: number, more: boolean) => `${counted(requests, 'request')}${more ? ' or more' : ''}`,
    today: 'Today',
    yesterday: 'Yesterday'
  },
  row: {
    running: 'running',
    unknown: 'unknown',
    outcome: { answered: 'delivered', refused: 'rejected', failed: 'failed', cancelled: 'cancelled' },
    /** Below its status. */
    providerSaid: (provider: string, code: string) => `${provider}: ${code}`,
    dropped: (room: number) => `Response body deleted to stay within ${megabytes(room)}`,
    delete: 'Delete from history',
    menu: { open: 'Open', copyPath: 'Copy path', copyCurl: 'Copy as cURL', delete: 'Delete' }
  },
  keeping: {
    encrypted: 'Encrypted on this computer',
    encryptedWhy: 'The key is in the keychain',
    memory: 'New requests are lost when the app quits.',
    startOver: 'Start over with a new key',
    checkAgain: 'Check keychain again',
    unreadable: (tabs: number) =>
      `${counted(tabs, 'open request')} cannot be read now. Nothing is lost: ${tabs === 1 ? 'it comes' : 'they come'} back when the keychain is unlocked.`
  },
  saved: {
    noMatch: 'No matching saved requests.',
    empty: 'No saved requests yet. Save keeps the current request, without secrets.',
    more: (name: string) => `More for ${name}`,
    newFolder: 'New folder',
    create: 'Create folder',
    newFolderIn: (name: string) => `New folder in ${name}`,
    newFolderInside: 'New folder inside…',
    renameTitle: (name: string) => `Rename ${name}`,
    open: 'Open',
    rename: 'Rename…',
    duplicate: 'Duplicate',
    copyPath: 'Copy path',
    move: (folder: string) => `Move to ${folder}`,
    exportFolder: 'Export to a file…',
    exportPostman: 'Export as a Postman collection…',
    importFolder: 'Import from a file…',
    stays: {
      'too-large': 'Not shared: over 150 kB',
      token: 'Not shared: has a token?',
      unreadable: 'Not shared: save it again'
    },
    undeleted: { viewer: 'Not deleted: you may only read', refused: 'Not deleted: the team’s database refused' },
    delete: 'Delete…',
    import: 'Import',
    exportAll: 'Export all',
    exported: (requests: number, file: string) => `${counted(requests, 'request')} exported to ${file}.`,
    imported: (requests: number, folders: number) =>
      `${counted(requests, 'request')} and ${counted(folders, 'folder')} imported.`,
    renamed: (names: readonly string[]) => `Renamed because the name was taken: ${names.join(', ')}.`,
    leftOut: (names: readonly string[]) => `Not saved because it looks like a secret: ${names.join(', ')}.`,
    copyOf: (name: string, number: number) => (number === 1 ? `${name} copy` : `${name} copy ${count(number)}`)
  },
  name: { submit: 'Rename' },
  save: {
    title: 'Save request',
    name: 'Name',
    folder: 'Folder',
    noFolder: 'No folder',
    newFolder: 'New folder…',
    folderName: 'Folder name',
    hint: 'Values that look like secrets are not saved; you’ll see which.',
    shared: 'It is shared with your team.',
    submit: 'Save request',
    done: (name: string) => `Saved as ${name}`
  },
  variables: {
    title: 'Variables of this workspace',
    hint: 'Use {example} in a path, value or body. Variables are stored as plain text: do not put tokens in them.',
    name: (number: number) => `Variable ${number} name`,
    value: (number: number) => `Variable ${number} value`,
    remove: (number: number) => `Remove variable ${number}`,
    namePlaceholder: 'name',
    valuePlaceholder: 'value',
    wrongName: 'Start a name with a letter; use letters, digits and _ . - only.',
    add: 'Add variable',
    ofConnector: (customer: string) => `Only in requests of ${customer}`,
    builtIn: 'of the connector',
    noValues: 'Choose a value in a response and “Use as variable…” to keep one here.',
    forget: (name: string) => `Delete ${name}`,
    submit: 'Save variables',
    kept: (values: number) => (values === 1 ? '1 value of a response' : `${count(values)} values of responses`),
    from: (request: string, at: number | null) =>
      [request && `from ${request}`, at === null ? '' : absoluteTime(at)].filter(Boolean).join(', '),
    gone: 'Its connector is no longer listed.',
    reveal: (name: string, customer: string) => `Show ${name} of ${customer}`,
    forgetOf: (name: string, customer: string) => `Delete ${name} of ${customer}`,
    unreadable: 'cannot be read now',
    forgetAll: 'Delete all values…',
    deletion: {
      title: 'Delete all values of responses?',
      consequence: 'Requests that use them get no value. Variables of the workspace stay.',
      button: 'Delete all values'
    }
  },
  value: {
    title: 'Use as variable',
    hint: '{placeholder} stands for this value in requests of {customer} only. It stays on this computer, encrypted: no export and no team gets it.',
    name: 'Name',
    value: 'Value',
    example: 'name',
    replaces: 'It replaces the value of this name.',
    submit: 'Keep variable',
    done: (name: string, customer: string) => `{{${name}}} is kept for ${customer}`,
    doneLine: (name: string) => `Write {{${name}}} in a path, value or body. More > Variables… lists and deletes it.`
  },
  deletion: {
    undone: 'You cannot undo this. Nothing changes in the customer’s system.',
    history: {
      title: 'Clear the history of this workspace?',
      consequence:
        'This deletes every request of this workspace from this computer, with its response, including those not listed. Saved requests and open tabs stay.',
      button: 'Clear history'
    },
    folder: {
      title: (name: string) => `Delete the folder ${name}?`,
      consequence: (requests: number, isShared: boolean) =>
        `This deletes the folder${requests > 0 ? ` and the ${counted(requests, 'saved request')} in it` : ''}${isShared ? ' for the whole team' : ''}.`,
      button: 'Delete folder'
    },
    request: {
      title: (name: string) => `Delete ${name}?`,
      consequence: (isShared: boolean) =>
        `This deletes the saved request ${isShared ? 'for the whole team' : 'from this computer'}. Its history stays.`,
      button: 'Delete request'
    }
  },
  cancel: 'Cancel',
  cutOff: { title: 'No response is stored for this request', line: 'It was cut off when the app ended.' },
  stillRuns: {
    title: 'This request is still running',
    line: 'Open it from the history again when it has ended.'
  }
}
