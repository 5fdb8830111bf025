import { count, counted, listed } from '../../kit/format'
import { safeString } from '../../kit/safe-text'

export const sampleWords = {
  name: 'Sample data',
  width: 'Width of the sample data',
  resultHeight: 'Height of the result',
  asOf: (name: string) => `${name}, as of {time}`,
  record: (at: number, of: number) => `Record ${count(at)} of ${count(of)}`,
  cancel: 'Cancel',
  menu: {
    name: 'Change sample data',
    button: 'Change',
    remove: (name: string) => `Remove ${name}`,
    removeTitle: 'Remove sample data',
    records: (records: number) => counted(records, 'record')
  },
  sources: {
    collection: 'Fetch records…',
    usual: (collection: string, connector: string) => `Fetch ${collection} of ${connector}`,
    usualAbout: 'Fetches up to 200 records with raw data. Choose Change for others.',
    rawData: 'Get from API…',
    passthrough: 'Response in Passthrough',
    file: 'Open file…',
    paste: 'Paste…'
  },
  none: {
    title: 'No sample data',
    more: 'Test the expression on real records before you save it. Sample data stays on this computer.',
    noResult: 'Add sample data to preview the result.'
  },
  taking: {
    collection: 'Fetching records with raw data…',
    rawData: 'Getting a sample from the API…',
    file: 'Reading the file…',
    paste: 'Reading the pasted text…',
    items: 'Reading the items…',
    response: 'Reading the response…'
  },
  paste: {
    title: 'Paste sample data',
    note: 'One payload as JSON, or one payload per line. It stays in the memory of this computer and is not sent.',
    text: 'Sample data',
    name: 'Name',
    defaultName: 'pasted text',
    empty: 'Nothing pasted yet.',
    tooLong: (most: string) => `Too long: ${most} at most. Use a file.`,
    notJson: (problem: string) => `Not valid JSON: ${problem}`,
    size: (size: string) => `${size} of JSON`,
    cancel: 'Cancel',
    use: 'Use as sample data'
  },
  read: {
    collectionTitle: 'Fetch records with raw data',
    rawDataTitle: 'Get a sample from the API',
    collectionNote: 'Fetches pages until this many records with raw data are loaded. Changes nothing.',
    rawDataNote: 'One payload of this model, as the API evaluates it.',
    of: 'Sample of',
    connector: 'A connector',
    integration: 'An integration (standard sample)',
    collection: 'Collection',
    most: 'Records',
    mostHint: 'at most',
    wrongNumber: 'Enter a number from 1 to 5,000.',
    noSample: 'The API has no sample for this model yet.',
    cancel: 'Cancel',
    fetch: 'Fetch records',
    get: 'Get sample',
    working: 'Loading…'
  },
  chips: {
    name: 'Records',
    record: (label: string, value: string | null) => `Record ${label}${value === null ? '' : `: ${value}`}`,
    error: 'error',
    previous: 'Previous record',
    next: 'Next record',
    ofTotal: (at: number, total: number) => `${count(at)} of ${count(total)}`
  },
  body: {
    form: 'Format of the record',
    json: 'JSON',
    tree: 'Tree',
    lost: 'becomes empty here',
    selected: 'the value you selected',
    loading: 'Loading the record…'
  },
  shape: {
    items: 'Items of {list}: parts of a payload. The API evaluates the whole payload, so this may give null there.',
    whole: 'One whole payload, as the API evaluates it.',
    use: (items: number, list: string) => `Use the ${counted(items, 'item')} of ${list} as records`,
    theList: 'the list'
  },
  use: {
    title: 'Map this value',
    use: 'Use this path',
    insert: 'Insert at cursor',
    selectField: 'Select a field on the left first.',
    close: 'Close',
    fromResponse: 'The value you selected in the response.',
    withinItem: 'The same value within one item.'
  },
  result: {
    name: 'Result',
    type: (type: string) => `type ${type}`,
    noValid: 'No valid expression yet',
    none: 'No expression yet',
    stale: 'from the last valid expression',
    checking: 'checking…',
    live: (took: string) => `live, ${took}`,
    copy: 'Copy result',
    copyExpression: 'Copy expression'
  },
  trace: {
    name: 'Evaluation steps for this record',
    step: 'Step',
    type: 'Type',
    note: 'Result'
  },
  server: {
    title: 'Server preview',
    matches: 'matches',
    differs: 'does not match',
    matchesSoFar: 'matches as far as shown',
    check: 'Check on server',
    checking: 'Checking…',
    evaluatedFor: (connector: string) => `Evaluated for ${connector}`,
    noScope: 'Select an integration or a connector first: the server evaluates for one connector.',
    ours: 'This app',
    theirs: 'Server',
    kind: (type: string, source: string) => `${type}, ${source}`,
    items: 'Items of a list are parts of a payload and are not sent.',
    notObject: 'This sample is not an object. The server evaluates objects only.'
  },
  fill: {
    name: 'Fill rate',
    percent: (percent: number) => `${count(percent)} %`,
    of: (records: number, saved: number | null) =>
      `of ${counted(records, 'record')}${saved === null ? '' : `, saved mapping ${count(saved)} %`}`,
    record: (index: number) => `record ${count(index + 1)}`,
    andMore: (label: string, others: number) => (others > 0 ? `${label} and ${count(others)} more` : label),
    problems: 'could not be evaluated',
    frequent: 'Most frequent values',
    allDifferent: 'all different',
    values: (values: readonly { text: string; count: number }[], different: number) =>
      [
        ...values.map(({ text, count: many }) => `${safeString(text, 14)} ${count(many)}`),
        ...(different > values.length ? [`${count(different)} different`] : [])
      ].join(', ')
  },
  types: {
    name: 'All sample data',
    none: 'No sample gives a value.',
    same: (type: string) => `All samples give the same type: ${type}.`,
    different: (types: readonly string[]) => `Samples give different types: ${listed(types)}.`,
    filled: (filled: number, records: number, types: readonly string[]) =>
      `${count(filled)} of ${count(records)} filled${types.length > 0 ? `, ${listed(types)}` : ''}`
  }
}
