import { count, counted } from '../../kit/format'

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
  saved: {
    save: 'Save filter',
    replace: 'Replace filter',
    name: 'Name',
    keptFor: (workspace: string) => `Saved on this computer for ${workspace}.`,
    sharedFor: (workspace: string) => `Saved for ${workspace}, on all desks of your team.`,
    thisWorkspace: 'this workspace',
    full: (most: number) => `You can save ${count(most)} filters: delete one first`,
    nothing: 'Set a filter first, then save it',
    title: 'Save these filters',
    more: (name: string) => `More for ${name}`,
    local: 'Only on this computer',
    shared: 'Shared with your team',
    sharedBy: (name: string) => `Shared by ${name}`,
    rename: 'Rename…',
    renameTitle: (name: string) => `Rename ${name}`,
    renameYes: 'Rename',
    delete: 'Delete',
    deleteForAll: 'Delete for the whole team',
    failed: 'Saved filters could not be read or changed.'
  },
  team: {
    name: 'Team filters',
    by: (name: string) => `Saved by ${name}`
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
