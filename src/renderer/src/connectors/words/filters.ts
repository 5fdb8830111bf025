import { counted } from '../../kit/format'

export const connectorFilterWords = {
  search: 'Search connectors',
  searchTitle: 'Customer, Origin ID, ID or integration',
  columns: (filters: number, names: string) => `${counted(filters, 'column filter')}: ${names}`,
  notShown: (column: string) => `${column} (not shown)`,
  clear: 'Clear',
  clearName: 'Clear filters',
  quick: {
    name: 'Quick filters',
    all: 'All',
    test: 'Test',
    noTests: 'Without test connectors, as in Issues',
    tests: 'Issues lists test connectors apart'
  },
  heads: {
    any: 'Any',
    categories: 'Categories shown',
    some: (shown: number, all: number) => `${shown} of ${all}`,
    integration: 'Integration',
    customer: 'Customer contains',
    contains: 'Contains',
    originId: 'Origin ID equals',
    equals: 'Equals',
    status: 'Credentials',
    sync: 'Last sync',
    stalled: 'Stalled',
    noSync: 'None yet',
    employees: 'Employees at least',
    least: 'Min',
    lastGood: 'Age of the last good sync'
  },
  choices: {
    never: 'Never',
    odd: 'Not a time',
    none: 'None',
    notDiagnosed: 'Not diagnosed yet',
    overdue: 'Overdue',
    soon: 'Next 24 h',
    later: 'Later',
    oddPart: 'Not 0–100',
    yes: 'Yes',
    no: 'No'
  }
}
