import { count, counted, listed } from '../../kit/format'

export const gridWords = {
  name: 'Connectors',
  oddValue: 'Not as documented, shown as the API sent it',
  row: {
    noIntegration: 'none given',
    noName: 'no name',
    nothing: '–',
    twice: 'ID TWICE',
    twiceTitle: 'The refresh returned this ID more than once: the last record is shown',
    inactive: 'INACTIVE',
    olderTitle: (since: string) => `Older: loaded ${since}, not confirmed since`,
    older: (since: string) => `(older, loaded ${since})`,
    earlier: 'by an earlier refresh',
    on: (time: string) => `on ${time}`,
    copy: (text: string) => `${text}\nClick to copy`,
    noStatus: 'not given',
    noSync: 'None yet',
    late: (length: string) => `${length} late`,
    percent: (part: number) => `${part} %`,
    none: 'None',
    never: 'Never',
    no: 'No',
    notKnown: 'Not known',
    notDiagnosed: 'Not diagnosed yet',
    estimate: 'Estimated: no refresh saw a sync Done',
    seenDone: 'The last sync seen Done',
    about: '~'
  },
  foot: {
    rows: (first: number, last: number, all: number) => `Rows ${count(first)}–${count(last)} of ${count(all)}`,
    hiddenByCategory: (rows: number, categories: readonly string[]) =>
      `${count(rows)} ${listed(categories)} ${rows === 1 ? 'row' : 'rows'} hidden by the category filter`,
    hidden: (rows: number) => `${counted(rows, 'row')} hidden by filters`,
    noTests: 'Test connectors are left out, as in Issues',
    found: (rows: number, all: number) => `${counted(rows, 'connector')} of ${count(all)}`,
    twice: (ids: number) => `${counted(ids, 'ID')} returned more than once: marked, the last record is shown`,
    order: 'Relink needed first, then failed, then never finished',
    orderTitle: 'Click a column header to sort',
    move: 'move',
    open: 'open'
  },
  empty: {
    loading: 'Loading the first pages',
    loadingNote: 'HRIS, ATS and LMS load at the same time. Rows appear here as they arrive.',
    none: (region: string) => `No connectors in the ${region} region`,
    noneNote: 'The lists of HRIS, ATS and LMS are empty. If you expect connectors, check the other region.',
    again: 'Refresh again',
    nothing: 'No connectors loaded yet',
    refresh: 'Refresh connectors',
    why: 'The message above says why, and what to do next.',
    filtered: 'No connector matches',
    showAll: (rows: number) => `Show all ${count(rows)}`
  },
  view: {
    snapshots: 'Compare snapshots',
    link: 'New link',
    notKept: 'Snapshots are not kept: after you quit the app, earlier ones cannot be compared.'
  },
  export: {
    name: 'Export',
    saving: 'Exporting…',
    what: (rows: number, lookedUp: boolean) =>
      `${counted(rows, 'row')}${lookedUp ? ' of the lookup' : ''}, as shown and in this order.`,
    noTokens: 'Tokens are never exported.',
    csv: (lookedUp: boolean) =>
      `CSV, for a spreadsheet (${lookedUp ? 'diagnoses of the last refresh' : 'with diagnoses'})`,
    json: 'JSON, as the API sent them'
  }
}
