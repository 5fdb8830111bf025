import { count, counted } from '../../kit/format'

export const pickerWords = {
  askThese: (connectors: number) => `Ask these ${count(connectors)}…`,
  syncAll: (connectors: number) => (connectors === 1 ? 'Sync 1…' : `Sync all ${count(connectors)}…`),
  connector: 'Connector',
  choose: 'Select a connector',
  noName: 'No name',
  noIntegration: 'no integration',
  inactive: 'INACTIVE',
  production: 'PROD',
  practice: 'PRACTICE',
  noStatus: 'not given',
  noSync: 'None yet',
  search: 'Customer, integration, Origin ID or ID',
  found: 'Connectors found',
  loading: 'Loading connectors: you can select them as they arrive.',
  nothing: 'No connectors loaded in this region yet.',
  refresh: 'Refresh connectors',
  noMatch: (category: string) =>
    `No ${category === '' ? '' : `${category} `}connector in this region matches. Switch the region to search the other.`,
  some: (shown: number, matches: number) =>
    `${count(shown)} of ${counted(matches, 'match', 'matches')}: type more to narrow them.`,
  all: (connectors: number) => counted(connectors, 'connector'),

  many: {
    find: 'Find connectors',
    search: 'Customer, integration, Origin ID',
    integration: 'All of an integration',
    noIntegration: 'No integration',
    option: (integration: string, connectors: number) => `${integration}, ${count(connectors)}`,
    selected: (connectors: number) => `${counted(connectors, 'connector')} selected`,
    full: (connectors: number) => `${counted(connectors, 'connector')} selected (maximum)`,
    matches: (shown: number, matches: number) =>
      shown < matches
        ? `; ${count(shown)} of ${counted(matches, 'match', 'matches')} shown`
        : `; ${counted(matches, 'match', 'matches')}`,
    clear: 'Clear selection'
  }
}
