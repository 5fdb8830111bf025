import { count, counted } from '../../kit/format'

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
    saved: (file: string) => `Saved as ${file}`,
    show: 'Show in folder'
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
    open: 'Fetch rows',
    openHint: 'Fetches this connector again, with its rows',
    all: 'All'
  }
}
