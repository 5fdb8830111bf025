import type { FetchProgress, FetchState } from '../../../../shared/data/collection'
import { bytes, count, counted, duration, secondsLeft } from '../../kit/format'

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
    failedAnswer: (page: number) => `request failed; then page ${count(page)} again`,
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
