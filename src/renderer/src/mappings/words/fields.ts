import { count, counted } from '../../kit/format'

export const fieldWords = {
  pane: {
    title: 'Mappings',
    list: 'Custom fields',
    search: 'Custom field',
    find: 'Find a field',
    add: 'Add field',
    matrix: 'Matrix',
    matrixTitle: 'Matrix: all fields by integration',
    category: 'Filter by category',
    anyCategory: 'All categories',
    source: 'Filter by source',
    anySource: 'All sources',
    noModel: 'Unknown model',
    width: 'Width of the field list'
  },
  row: {
    draft: 'unsaved draft',
    draftTitle: 'There is an unsaved draft on this computer',
    invalid: 'invalid',
    unmapped: 'not mapped',
    mapped: 'mapped',
    fill: (percent: number) => `${count(percent)} %`,
    fillTitle: 'Share of the sample records with a value',
    local: 'local',
    localTitle: 'Not listed by the API: this computer knows it'
  },
  menu: {
    name: 'More actions for this field',
    of: (name: string) => `Actions for ${name}`,
    open: 'Open field',
    edit: 'Edit field…',
    reload: 'Reload its mappings',
    copyName: 'Copy name',
    copyId: 'Copy field ID',
    showChanges: 'Show in change log',
    remove: 'Remove from this computer',
    delete: 'Delete field…'
  },
  copied: (what: string, copied: boolean) =>
    copied ? `${what} copied` : `${what} not copied: the clipboard is not available`,
  copyOf: { name: 'Name', id: 'Field ID', expression: 'Expression', result: 'Result' },
  foot: {
    counts: (fields: number, { known, mapped, invalid }: { known: number; mapped: number; invalid: number }) =>
      [
        counted(fields, 'field'),
        ...(known > 0 ? [`${count(mapped)} mapped`] : []),
        ...(invalid > 0 ? [`${count(invalid)} invalid`] : [])
      ].join(', '),
    loading: (left: number) => `Loading mapping status: ${counted(left, 'field')} left.`,
    stop: 'Stop',
    notLoaded: (left: number) => `${counted(left, 'field')}: mapping status not loaded.`,
    loadAll: 'Load all',
    loadAllTitle: 'Sends one request for each field',
    failed: (message: string) => `Reload failed: ${message}`,
    stopped: (message: string) => `Loading stopped: ${message}`,
    listed: 'Listed by the API',
    local: 'Known to this computer; the API lists none',
    reload: 'Reload',
    reloading: 'Loading…'
  },
  none: {
    loading: 'Loading custom fields…',
    tryAgain: 'Try again',
    noMatch: 'No matching fields',
    showAll: (fields: number) => `Show all ${count(fields)}`,
    noFields: 'No custom fields',
    noneListed: 'This region has none yet.',
    noneKnown: 'The API does not list fields, and this computer knows none yet. Add a field by its ID.',
    notLoaded: 'Nothing loaded yet.'
  },
  noneSelected: {
    select: ['No field selected', 'Select a field to see and edit its mappings.'],
    noFields: ['No fields yet', 'A mapping belongs to a custom field. Create one, or add an existing one by its ID.'],
    loading: ['Loading custom fields…', 'They will appear on the left.'],
    offline: ['Nothing loaded yet', 'The banner above says why, and what to do next.'],
    failed: ['Nothing loaded yet', 'The list on the left says why.']
  },
  fact: {
    field: 'Field',
    model: 'Model',
    region: 'Region',
    scope: 'Applies to',
    unknown: 'unknown'
  },
  cancel: 'Cancel',
  close: 'Close',
  /** After success. */
  escCloses: 'to close',
  name: 'Name',
  description: 'Description',
  optional: 'optional',
  letters: 'a–z, 0–9 and _, 2 to 128 characters',
  addField: {
    title: 'Add field',
    how: 'How to add',
    create: 'Create new',
    take: 'Add existing by ID',
    notOffered: 'The API does not offer to create fields. ',
    nothingSent: 'Nothing is sent: the field is added on this computer, so that you can map it.',
    id: 'Field ID',
    idHint: 'UUID',
    nameHint: 'optional, to find it again',
    where: (category: string) => `Created in the {region} region for every ${category} connector.`,
    category: 'Category',
    model: 'Model',
    selectModel: 'Select a model',
    slugHint: 'slug, as the list of models could not be loaded',
    modelOption: (name: string, slug: string) => (name === slug ? slug : `${name} (${slug})`),
    creating: 'Creating field…',
    createButton: 'Create field',
    takeButton: 'Add'
  },
  editField: {
    title: 'Edit field',
    note: 'Systems that read this field by its name need the new name. Its mappings stay.',
    saving: 'Saving field…',
    save: 'Save field'
  },
  deleteField: {
    title: (region: string) => `Delete this field in the ${region} region?`,
    warning: '{all}, and API responses no longer include the field. This cannot be undone.',
    warningStrong: 'All its mappings are deleted, too',
    noMapping: 'No mappings are known for it.',
    others: 'The API does not list mappings, so there may be others that were made elsewhere.',
    goesToo: 'Also deleted',
    working: 'Deleting… then verifying',
    deleting: 'Deleting…',
    button: 'Delete field',
    noneLeft: 'Verified: none of its mappings is left.',
    someLeft: 'Verified: these mappings are still there.',
    notVerified: 'The API cannot confirm that its mappings are deleted. They should be gone with the field.',
    stillThere: 'Still there',
    deleted: 'Deleted',
    knownBefore: 'Known before'
  },
  mappings: (title: string, mappings: number) => `${title}: ${counted(mappings, 'mapping')}`,
  reach: (connectors: number) => `, ${counted(connectors, 'connector')}`,
  shared: '{strong} custom fields and mappings are one set, so this changes both.',
  sharedStrong: 'Shared by production and development:'
}
