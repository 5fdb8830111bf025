import { count, counted, listed } from '../../kit/format'

const sources = { 'retry-after': 'Retry-After', 'rate-limit-reset': 'X-RateLimit-Reset', backoff: 'no time given' }
const connectors = (items: number) => counted(items, 'connector')

export const refreshWords = {
  waiting: (left: string) => `Waiting ${left}`,
  limit: '(rate limit)',
  retrying: (left: string) => `Retrying in ${left}`,
  status: {
    name: 'Refresh progress',
    notYet: 'Not loaded yet',
    noToken: 'No token',
    locked: 'Keychain locked',
    noKeychain: 'No keychain',
    nothingSent: 'no requests are sent',
    refreshing: (categories: string) => `Refreshing ${categories}`,
    cancelling: 'Cancelling the refresh',
    finishing: 'Finishing the refresh',
    firstPages: 'requesting the first pages',
    page: (page: number) => `page ${count(page)}`,
    pages: (pages: number) => counted(pages, 'page'),
    items: connectors,
    rate: (perSecond: number) => `${count(perSecond)}/s`,
    waits: (waits: number) => counted(waits, 'wait'),
    retries: (left: string) => `retrying in ${left}`,
    tryingAgain: 'trying again',
    categoryWaits: (category: string, left: string) => `${category} waits ${left}`,
    categoryQuiet: (category: string, quiet: string) => `${category}: ${quiet}`,
    categoryPage: (category: string, page: number) => `${category} page ${count(page)}`,
    loaded: (items: number) => `${connectors(items)} loaded`,
    done: 'Refreshed',
    doneBy: (desk: string) => `Refreshed by ${desk},`,
    refreshedBy: (desk: string) => `refreshed by ${desk}`,
    otherRefreshes: (desk: string) => `${desk} is refreshing`,
    cancelled: 'Refresh cancelled',
    failed: 'Refresh failed',
    incomplete: (categories: readonly string[]) => `${listed(categories)} incomplete`,
    ago: 'ago',
    since: (length: string) => `${length} ago`,
    dataFrom: (time: string) => `showing data from ${time}`
  },
  /** Spoken on a change that nothing else announces. */
  milestones: {
    idle: '',
    locked: '',
    walking: 'Refreshing connectors',
    waiting: 'The refresh waits',
    done: 'Connectors refreshed',
    failed: 'Refresh failed',
    cancelled: 'Refresh cancelled'
  },
  cancel: 'Cancel refresh',
  tryNow: 'Try now',
  tryNowHint: 'Send the request now, without waiting',
  details: {
    button: 'Refresh details',
    title: 'Refresh by category',
    heads: {
      category: 'Category',
      pages: 'Pages',
      items: 'Connectors',
      waits: 'Waits',
      read: 'Received',
      state: 'State'
    },
    states: { waiting: 'waiting', walking: 'loading', done: 'done', failed: 'failed', cancelled: 'cancelled' },
    wait: (left: string, source: keyof typeof sources) =>
      source === 'backoff' ? `retries in ${left}` : `waiting ${left} (${sources[source]})`,
    emptyPages: (pages: number) => counted(pages, 'empty page'),
    repeated: (ids: number) => `${counted(ids, 'ID')} came twice, so no connector is marked as removed`
  },
  line: {
    kept: (category: string, rows: number, time: string) => `${count(rows)} ${category} (${time})`,
    notRefreshed: (kept: readonly string[]) => `Not refreshed: ${kept.join(', ')}`,
    done: (categories: readonly string[]) => `Done: ${listed(categories)}`,
    refreshed: (total: number, ago: string) => `Refreshed ${ago} ago: ${connectors(total)}`,
    refreshedBy: (desk: string, total: number, ago: string) => `Refreshed by ${desk}, ${ago} ago: ${connectors(total)}`,
    ended: (state: 'failed' | 'cancelled', ago: string) => `Last refresh ${state} ${ago} ago`,
    changes: {
      broken: (connectors: number) => `${count(connectors)} newly broken`,
      recovered: (connectors: number) => `${count(connectors)} recovered`,
      new: (connectors: number) => `${count(connectors)} new`,
      gone: (connectors: number) => `${count(connectors)} gone`
    },
    since: (time: string, changes: string) => `Since ${time}: ${changes}`,
    unchanged: 'no connector broke or recovered',
    run: 'Opens the run in Passthrough',
    compare: 'Against the complete refresh before: compare them',
    zone: (zone: string) => `Times in ${zone}`,
    keychain: { unlocked: 'Keychain unlocked', locked: 'Keychain locked', missing: 'No keychain' }
  },
  head: {
    total: connectors,
    relink: (many: number) => `${count(many)} ${many === 1 ? 'needs' : 'need'} a relink`,
    updated: (time: string) => `last updated ${time}`,
    refreshing: 'refreshing now',
    ended: (state: 'failed' | 'cancelled', ago: string) => `refresh ${state} ${ago} ago`,
    justUpdated: (ago: string) => `updated ${ago} ago`,
    updatedBy: (desk: string, ago: string) => `refreshed by ${desk}, ${ago} ago`
  },
  banner: {
    limited: (status: number, source: keyof typeof sources, until: string) =>
      `Rate limited (${status}, ${sources[source]}), goes on ${until}.`,
    retrying: (left: string) => `Retrying in ${left}.`,
    tryingAgain: 'Trying again…',
    keptSoFar: (items: number) => `The ${connectors(items)} loaded so far ${items === 1 ? 'is' : 'are'} kept.`,
    stop: 'Stop',
    kept: (category: string, items: number) =>
      `The ${counted(items, `${category} connector`)} loaded so far ${items === 1 ? 'is' : 'are'} kept.`,
    continues: (page: number, waits: number) =>
      `Continues at page ${count(page)}, ${counted(waits, 'wait')} in this refresh.`,
    continuing: (waits: number) => `Continuing after ${counted(waits, 'wait')}`,
    slow: 'The rate limit slows this refresh. No page is skipped.',
    retried: 'Failed requests are retried. No page is skipped.',
    failure: (categories: readonly string[], title: string) =>
      categories.length > 0 ? `${listed(categories)}: ${title}` : title,
    stoppedAt: (page: number | undefined) =>
      page === undefined ? 'Stopped at {endpoint}.' : `Stopped at page ${count(page)} of {endpoint}.`,
    incomplete: 'The list is incomplete.',
    shown: 'What was loaded is shown.',
    shownWithOlder: 'What was loaded is shown; the other rows are from an earlier refresh.',
    cancelled: 'The list is incomplete: the refresh was cancelled',
    notLoaded: (categories: readonly string[]) =>
      `${listed(categories)} ${categories.length === 1 ? 'was' : 'were'} not loaded to the end.`,
    again: 'Refresh again',
    tryAgain: 'Try again',
    replaceToken: 'Replace the token',
    checkAgain: 'Check again'
  }
}
