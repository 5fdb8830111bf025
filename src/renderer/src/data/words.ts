import type { FetchProgress, FetchState } from '../../../shared/data/collection'
import type { FailedTry } from '../../../shared/connectors/refresh'
import { bytes, count, counted, duration, secondsLeft } from '../kit/format'
import { failedTryWords } from '../kit/words/waiting'

type Counts = Pick<FetchProgress, 'pages' | 'items'>
const rows = (items: number) => counted(items, 'row')

const states: Record<FetchState, string> = {
  walking: 'Fetching',
  waiting: 'Waiting',
  paused: 'Paused',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  interrupted: 'Interrupted'
}

export const fetchWords = {
  head: {
    title: 'Data',
    none: (collections: number, where: string) => `${count(collections)} collections in ${where}`,
    open: (fetches: number, where: string, running: number) =>
      `${counted(fetches, 'open fetch', 'open fetches')} in ${where}${running > 0 ? `, ${count(running)} running` : ''}`,
    practice: 'the practice workspace',
    openById: 'Open record by ID',
    openByIdHint: 'Get one record by its ID',
    requestWidth: 'Width of the request'
  },
  elsewhere: {
    waiting: (region: string) => `Waiting for a sync in ${region}`,
    running: (fetches: number, region: string) =>
      `${counted(fetches, 'fetch is running', 'fetches are running')} in ${region}`,
    show: 'Show',
    showRegion: (region: string) => `Show ${region}`
  },
  name: (collection: string, connector: string) => (connector ? `${collection} of ${connector}` : collection),
  states,
  state: {
    asked: (page: number) => `page ${count(page)} requested`,
    first: 'requesting the first page',
    page: (page: number) => `page ${count(page)}`,
    ofTotal: (page: number, items: number, total: number) =>
      `page ${count(page)} · ${count(items)} of about ${rows(total)}`,
    waiting: (until: number, now: number) => `Waiting ${secondsLeft(until, now)}`,
    failedAnswer: (page: number, failure?: FailedTry) => {
      const { title, why } = failure ? failedTryWords(failure) : { title: 'request failed', why: '' }
      return `${[title, why.replace(/\.$/, '')].filter(Boolean).join(': ')}; then page ${count(page)} again`
    },
    rateLimit: (page: number) => `rate limit; then page ${count(page)} again`,
    pausedAfter: ({ pages }: Counts) => `Paused after page ${count(pages)}`,
    paused: 'can be resumed until the app quits',
    done: ({ items }: Counts) => `complete: ${rows(items)}`,
    reports: (items: number, total: number) => `${rows(items)}; connector reports ${count(total)}`,
    failedAt: (page: number) => `Failed at page ${count(page)}`,
    nothing: 'no rows were fetched',
    kept: ({ items }: Counts) => `kept what was fetched: ${rows(items)}`,
    cancelledAfter: ({ pages }: Counts) => `Cancelled after page ${count(pages)}`,
    incomplete: ({ items }: Counts) => `${rows(items)} fetched; incomplete`,
    interruptedAfter: ({ pages }: Counts) => `Interrupted after page ${count(pages)}`,
    fromStart: 'a fetch starts from the beginning',
    cancelling: 'Cancelling…',
    milestone: (state: FetchState) => `Fetch: ${states[state].toLowerCase()}`
  },
  facts: {
    pages: 'Pages',
    rows: 'Rows',
    rate: 'Rate',
    left: 'Time left',
    retries: 'Retries',
    waits: 'Waits',
    received: 'Received',
    largest: 'Largest page',
    repeated: 'Repeated IDs',
    time: 'Time',
    lastGood: 'Last good sync',
    none: '–',
    perSecond: (rate: number) => `${count(rate)}/s`,
    about: (ms: number) => `about ${duration(ms)}`,
    waited: (waits: number, ms: number) => (waits === 0 ? '0' : `${count(waits)}, ${duration(ms)}`),
    bytes,
    duration
  },
  notes: {
    pages: (short: number, empty: number) => {
      const parts = [
        short > 0 ? counted(short, 'short page') : '',
        empty > 0 ? counted(empty, 'empty page') : ''
      ].filter(Boolean)
      return `${parts.join(' and ')}: normal. Only a null cursor ends a collection.`
    },
    repeated: (ids: number) => `${counted(ids, 'ID')} came more than once: data changed during the fetch.`,
    withoutId: (records: number) => `${counted(records, 'record')} without an ID: repeats cannot be detected.`,
    ignored: (name: string, items: number) =>
      `The API ignored this filter: ${name}. ${counted(items, 'row does', 'rows do')} not match it.`,
    undeclared: (name: string) => `${name} is not a documented parameter: it was probably ignored.`
  },
  acts: {
    region: 'Fetch',
    tryNow: 'Try now',
    tryNowHint: 'Request again without waiting',
    pause: 'Pause',
    resume: 'Resume',
    cancel: 'Cancel',
    resumeAt: (page: number) => `Resume at page ${count(page)}`,
    resumeHint: 'Continues where it stopped; possible until the app quits',
    again: 'Fetch again',
    reconcile: 'Reconcile'
  },
  tabs: {
    name: 'Open fetches',
    began: (time: string) => `Started ${time}`,
    close: 'Close and discard the rows (Delete)',
    label: (name: string, state: FetchState) => `${name}, ${states[state].toLowerCase()}`,
    connectors: (connectors: number) => counted(connectors, 'connector'),
    counting: 'Counting',
    several: (collection: string) => `${collection} of several connectors`,
    create: 'New fetch'
  },
  panes: { name: 'View of the fetch', rows: 'Rows', reconcile: 'Reconcile' },
  close: {
    title: (name: string) => `Close ${name}?`,
    hint: 'keeps it open',
    fetch: 'the fetch',
    exports: (writing: number) => counted(writing, 'export'),
    text: (ends: string, items: number) => `This stops ${ends} and discards ${rows(items)}. Saved files are kept.`,
    cancel: 'Cancel',
    confirm: 'Close'
  },
  start: {
    starting: 'Requesting the first page…',
    empty: 'Nothing fetched yet',
    ready:
      'Select Fetch records to load the collection page by page. Rows appear here as they arrive; you can export them at any time.',
    choose: 'Choose a collection and a connector on the left to load, count, compare and export its records.'
  },
  rows: {
    none: 'No rows yet',
    arriving: 'Rows appear here as pages arrive.',
    empty: 'The collection is empty',
    emptyHint: 'The request succeeded, but no record matches. If you expected some, check the parameters.',
    failed: 'No rows were fetched',
    failedHint: 'See the message above.'
  },
  past: {
    title: 'Earlier fetches',
    again: 'Fetch again',
    againOf: (name: string) => `Fetch again: ${name}`,
    remove: 'Remove',
    removeOf: (name: string) => `Remove: ${name}`,
    done: (of: Counts) => `Done, ${read(of)}. Rows are not kept after the app quits.`,
    failed: (of: Counts) => `Failed after ${read(of)}. Fetching starts from the beginning.`,
    cancelled: (of: Counts) => `Cancelled after ${read(of)}. Fetching starts from the beginning.`,
    interrupted: 'Interrupted when the app quit. Fetching starts from the beginning.'
  }
}

function read({ pages, items }: Counts): string {
  return `${rows(items)} in ${counted(pages, 'page')}`
}

export const rowsWords = {
  grid: {
    name: 'Rows',
    number: '#',
    page: 'Page',
    width: (column: string) => `Width of ${column}`,
    widthHint: 'Drag, or use the arrow keys',
    repeated: 'Repeated ID,',
    repeatedHint: 'This ID came before: data changed during the fetch',
    none: '–',
    noValue: 'No value'
  },
  foot: {
    open: 'Open record',
    copyId: 'Copy ID',
    noRows: 'No rows',
    at: (row: number, total: number, page: number | null) =>
      `Row ${count(row)} of ${count(total)}${page === null ? '' : `, page ${count(page)}`}`,
    noId: 'This record has no ID',
    copied: (what: string) => `Copied ${what}`,
    notCopied: 'Not copied: the clipboard is not available',
    keys: { move: 'move', open: 'open', byId: 'by ID', copyId: 'copy ID' }
  },
  menu: {
    name: (row: number) => `Row ${count(row)}`,
    open: 'Open record',
    openOf: (record: string) => `Open ${record}`,
    copyId: 'Copy ID',
    copyValue: 'Copy value',
    copyOf: (column: string) => `Copy ${column}`,
    copyJson: 'Copy row as JSON'
  },
  references: {
    name: 'Open by ID',
    hint: 'Open a record that this row refers to (O)',
    before: 'Each is requested again, as it is now.',
    open: (record: string) => `Open ${record}`
  },
  columns: {
    name: 'Columns',
    shown: (shown: number, all: number) => `Columns ${count(shown)} of ${count(all)}`,
    find: 'Find a column',
    none: 'No matching column.',
    more: 'Only the first 300 columns are listed. Open a record to see all its fields.',
    all: 'Show all',
    reset: 'Reset'
  },
  record: {
    name: 'Record',
    row: (row: number, page: number | null) => `Row ${count(row)}${page === null ? '' : `, page ${count(page)}`}`,
    id: 'ID',
    noId: 'This record has no ID.',
    repeated: 'This ID came before: data changed during the fetch.',
    readHint: 'As it is now',
    read: (record: string) => `Open this ${record} by ID`
  },
  export: {
    name: 'Export',
    running: 'Exports all rows, including those still loading.',
    all: 'Exports all rows of this fetch.',
    part: 'The file name ends in .part until it is complete.',
    ndjson: 'NDJSON (one record per line)',
    csv: 'CSV (choose columns)…',
    json: 'JSON (one list)',
    csvTitle: 'Export CSV',
    csvHint: 'closes without a file',
    csvText:
      'Nested values become columns of their own. Values that start with = + - @ get a leading apostrophe, so that a spreadsheet treats them as text (phone numbers too).',
    columns: (columns: number) => counted(columns, 'column'),
    allColumns: 'All',
    shown: 'As shown',
    none: 'None',
    more: 'There are more columns than can be listed: NDJSON and JSON have them all.',
    cancel: 'Cancel',
    save: 'Export…'
  }
}

export const reconcileWords = {
  name: 'Reconcile',
  counting: 'Counting…',
  fetched: 'Fetched',
  complete: 'complete',
  incomplete: 'incomplete: counts what is fetched so far',
  facts: { rows: 'Rows', distinct: 'Distinct IDs', repeated: 'Repeated', withoutId: 'Without an ID' },
  again: 'Count again',
  total: {
    title: 'Compare with a total',
    meta: 'records with different IDs, plus those without one',
    expected: 'Expected',
    example: 'e.g. 1,284',
    invalid: 'Enter a whole number.',
    use: (total: number) => `Use connector total (${count(total)})`,
    equal: 'Equal',
    more: (by: number) => `${count(by)} more here`,
    fewer: (by: number) => `${count(by)} fewer here`,
    incomplete: (words: string) => `${words}, but the fetch is incomplete`
  },
  values: {
    title: 'Rows by value',
    different: (values: number) => counted(values, 'different value'),
    column: 'Column',
    none: 'None',
    value: 'Value',
    rows: 'Rows',
    noValue: 'no value',
    empty: 'empty text',
    more: (values: number) => `${counted(values, 'value')} more, each less frequent.`
  },
  ids: {
    title: 'Compare with a list of IDs',
    meta: 'CSV or text, one ID per line',
    choose: 'Choose file…',
    paste: 'Paste IDs',
    comparing: 'Comparing…',
    pasted: 'IDs, one per line',
    compare: 'Compare',
    both: (ids: number) => `${counted(ids, 'ID is', 'IDs are')} in both.`,
    sum: (here: number, there: number, skipped: number) =>
      `${count(here)} fetched, ${count(there)} in the list${skipped > 0 ? `, ${counted(skipped, 'line')} without an ID skipped` : ''}.`,
    incomplete: ' The fetch is incomplete: missing IDs may still arrive.',
    missingHere: 'Missing here',
    missingThere: 'Missing in the list',
    none: 'None',
    more: (ids: number) => `${count(ids)} more are in the export.`,
    export: 'Export comparison…',
    saved: (file: string) => `Saved as ${file}`
  },
  many: {
    region: 'Count',
    chooseTitle: (collection: string) => `${collection} of several connectors`,
    chooseHint: 'closes without a request',
    chooseText: (most: number) =>
      `Each collection is fetched to its end and counted; rows are not kept. At most ${most} at once.`,
    noConnector: (category: string) => `No ${category} connector is loaded in this region yet.`,
    cancel: 'Cancel',
    count: (connectors: number) => `Count ${counted(connectors, 'connector')}`,
    sum: (collection: string, items: number) => `${collection}: ${counted(items, 'row')}`,
    of: (of: { running: boolean; connectors: number; done: number; failed: number }) =>
      `${of.running ? 'so far ' : ''}of ${counted(of.connectors, 'connector')}, ${count(of.done)} complete${of.failed > 0 ? `, ${count(of.failed)} failed` : ''}`,
    stop: 'Cancel counting',
    stopping: 'Cancelling…',
    table: 'Counts by connector',
    columns: { name: 'Connector', state: 'State', pages: 'Pages', items: 'Rows', repeated: 'Repeated IDs' },
    failed: (title: string) => `Failed: ${title}`,
    failedTry: (title: string, left: string) => `${title}, retrying in ${left}`,
    open: 'Fetch rows',
    openHint: 'Fetches this connector again, with its rows',
    all: 'All'
  }
}

export const fetchRequestWords = {
  name: 'Request',
  parameters: 'Parameters',
  empty: (collections: number) =>
    `Choose one of ${count(collections)} collections above. The parameters it accepts appear here.`,
  beta: ', BETA: may still change',
  collection: {
    name: 'Collection',
    choose: 'Choose a collection',
    typing: 'Name, or a path under /api/',
    found: 'Collections found',
    platform: 'Platform',
    none: 'No matching collection. You can enter a path under /api/.',
    or: (collections: number) => `${counted(collections, 'collection')}, or any other path under {path}`
  },
  connector: {
    without: 'No connector',
    remove: 'Remove connector',
    noIntegration: 'No integration',
    optional: 'Only for paths that need one: its token is sent with every page.',
    unnamed: 'the connector'
  },
  missing: {
    path: 'Choose a collection, or enter a path under /api/.',
    connector: 'Choose a connector.',
    time: 'Enter a date and 24-hour time, e.g. 2026-03-01 17:30.',
    pageSize: (min: number, max: number) => `Enter a whole number from ${min} to ${max}.`
  },
  pageSize: {
    label: 'Page size',
    bounds: (min: number, max: number) => `${min} to ${max}`,
    large: (size: number) => `The largest page was ${bytes(size)}: smaller pages arrive sooner.`,
    heavy: 'Raw data and expanded records make pages large.',
    use: (size: number) => `Use ${size}`
  },
  param: {
    unset: 'Default',
    another: 'Add another',
    values: (name: string) => `Values of ${name}`,
    remove: 'Remove',
    removeValue: (value: string) => `Remove ${value}`,
    relations: 'Relations',
    hints: {
      modified_after: 'Only records changed since then',
      ids: 'Record IDs (comma-separated)',
      expand: 'Include related records (comma-separated)',
      include_raw_data: 'Include the provider’s own record',
      include_custom_fields: 'Include values of mapped fields',
      remote_id: 'The record’s ID at the provider',
      connector_token: 'The connector with this token',
      origin_id: 'Your ID for this customer',
      model: 'employee or candidate',
      source: 'Where it comes from',
      webhook_id: 'Deliveries of this webhook',
      connector_id: 'Deliveries about this connector',
      response_code: 'The receiver’s status, e.g. 500',
      errors_only: 'Only deliveries that got 400 or higher'
    } as Readonly<Record<string, string>>,
    from: 'At or after this time',
    to: 'At or before this time',
    any: 'Any of these (comma-separated)',
    known: 'A known value, or another'
  },
  time: {
    format: 'YYYY-MM-DD HH:MM:SS',
    sent: 'Sent as {value}',
    zone: (zone: string) => `24-hour time in ${zone}, sent in UTC`,
    clear: 'Clear',
    ago: (span: string) => `${span} ago`,
    day: '24 h',
    week: '7 d'
  },
  other: {
    title: 'Other parameters',
    name: 'name',
    value: 'value',
    nameOf: (number: number) => `Parameter ${number} name`,
    valueOf: (number: number) => `Parameter ${number} value`,
    removeOf: (number: number) => `Remove parameter ${number}`,
    remove: 'Remove',
    undeclared: 'Not a documented parameter: probably ignored, so the whole collection is fetched.',
    add: 'Add parameter'
  },
  foot: {
    changed: 'Changed since this fetch. Fetch again to apply.',
    back: 'Discard changes',
    running: 'Changes apply to a new fetch, not to this one.',
    start: 'Fetch records',
    startHint: 'Fetch records (Ctrl+Enter)',
    noToken: 'No token available: see the banner',
    several: 'Several connectors',
    afterSync: 'Fetch after the next sync',
    afterSyncHint: 'Waits for the running sync, or for the next one',
    most: 'Wait at most',
    hours: (hours: number) => `${hours} h`,
    notReady: 'Not connected: see the banner above.'
  },
  wait: {
    name: 'Waiting for the sync',
    timeout: (hours: number) => `No sync finished within ${hours} h.`,
    nothing: 'Nothing was fetched.',
    close: 'Close',
    title: (name: string) => `Waiting for the sync of ${name}`,
    notBegun: 'No sync is running: waiting for the next one',
    never: 'Never synced',
    states: ['Syncing', 'Done', 'Failed'] as readonly string[],
    progress: (percent: number) => ` ${percent} %`,
    looks: (looks: number, hours: number) => `, checked ${counted(looks, 'time')}, for up to ${hours} h,`,
    next: (at: number, now: number) => (at > now ? `again in ${secondsLeft(at, now)}` : 'checking now'),
    first: 'Checking now',
    stop: 'Stop waiting'
  },
  byId: {
    title: 'Open record by ID',
    hint: 'closes without a request',
    model: 'Model',
    beta: (label: string) => `${label} (BETA)`,
    connector: 'Connector',
    id: 'ID',
    needsConnector: 'Choose the connector of the record.',
    needsId: 'Enter the ID of the record.',
    cancel: 'Cancel',
    open: 'Open record'
  }
}
