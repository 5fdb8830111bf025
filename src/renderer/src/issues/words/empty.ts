import { counted, listed } from '../../kit/format'

export const emptyWords = {
  opening: 'Loading issues…',
  clear: {
    title: 'All clear',
    checked: (connectors: number, categories: readonly string[]) =>
      `${counted(connectors, 'connector')}${categories.length > 0 ? ` in ${listed(categories)}` : ''}`,
    text: (checked: string, at: string | null) =>
      `${checked} checked${at === null ? '' : `, ${at}`}: no sign-in failing, no sync failed or stalled.`,
    below: 'Snoozed issues and test connectors are listed below.'
  },
  loading: {
    title: 'Loading connectors…',
    soFar: (connectors: number) => `${counted(connectors, 'connector')} so far.`,
    then: 'Issues appear when all three lists are complete.'
  },
  unknown: {
    title: 'Not checked yet',
    text: (connectors: number) => `${counted(connectors, 'connector')} loaded. If no issues appear soon, refresh again.`
  },
  judging: {
    title: 'Checking connectors…',
    text: (connectors: number) => `${counted(connectors, 'connector')} loaded. Issues appear here next.`
  },
  none: {
    title: (region: string) => `No connectors in the ${region} region`,
    text: 'If you expected some, look in the other region.'
  },
  noData: {
    title: 'No data yet',
    text: 'Refresh to load all connectors and find those with issues.',
    blocked: 'The message above says why, and what to do.'
  },
  again: 'Check again',
  refreshAgain: 'Refresh again',
  refresh: 'Refresh connectors'
}
