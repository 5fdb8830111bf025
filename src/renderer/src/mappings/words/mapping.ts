import { count, counted } from '../../kit/format'

export const mappingWords = {
  name: 'Mapping',
  offline: 'Not connected. The banner above says why.',
  notSaved: (why: string) => `Not saved: ${why}`,
  reloading: 'Reloading after the last change…',
  local: 'not listed by the API',
  save: 'Save mapping',
  saving: 'Saving…',
  draft: {
    name: 'Draft',
    /** @param whose empty without a choice */
    of: (whose: string, kept: string, when: string) => `Draft${whose && ` for ${whose}`}${kept}, ${when}`,
    kept: {
      pending: '',
      kept: ' on this computer',
      memory: ' until you quit: the keychain is locked',
      failed: ', not kept: the disk cannot be written'
    },
    justNow: 'just now',
    discard: 'Discard changes',
    saved: (whose: string) => `Saved for ${whose}, no changes`,
    nothingSaved: (whose: string) => (whose ? `No mapping saved for ${whose}` : 'No mapping saved')
  },
  scope: {
    title: 'Applies to',
    whole: 'Whole integration',
    one: 'One connector',
    off: 'Off: this mapping applies to one connector.',
    all: 'All connectors of the integration you select.',
    loading: 'Loading connectors…',
    none: 'No connectors of it are loaded in this region.',
    /** @param category null: of all */
    reach: (of: { connectors: number; tests: number; employees: number | null }, category: string | null) =>
      [
        counted(of.connectors, category === null ? 'connector' : `${category} connector`),
        ...(of.tests > 0 ? [`${count(of.tests)} of them test`] : []),
        ...(of.employees === null ? [] : [counted(of.employees, 'employee')])
      ].join(', '),
    notCovered: 'Does not include {variants}. Each of them needs a mapping of its own.',
    /** @param connectors null while it is not known */
    variant: (name: string, connectors: number | null) =>
      `${name} ({slug}${connectors === null ? '' : `, ${counted(connectors, 'connector')}`})`,
    overrides: 'Overrides the integration mapping for this connector.',
    set: 'Set for',
    alsoSet: 'Also set for',
    more: (others: number) => `and ${count(others)} more`,
    notLoaded: 'one not loaded yet',
    touched: (integration: string, employees: number | null) =>
      `${integration}, ${employees === null ? 'number of employees unknown' : counted(employees, 'employee')}`,
    notFound: (key: string) => `${key} is not among the connectors loaded in this region.`,
    wholeOf: (integration: string) => `Whole integration, ${integration}`,
    oneOf: (connector: string) => `One connector, ${connector}`,
    unknownConnector: 'not loaded',
    unknown: 'Unknown scope'
  },
  integration: {
    name: 'Integration',
    search: 'Name or slug',
    select: 'Select one',
    found: 'Integrations',
    noMatch: 'No match. Press Enter to use the slug as typed.',
    loading: 'Loading integrations…',
    updated: 'Updated {time}.',
    updatedBefore: 'Updated {time}; the last reload failed.',
    failed: 'Integrations could not be loaded. Type the slug.',
    reload: 'Reload'
  },
  obstacle: {
    integration: 'Select an integration first.',
    connector: 'Select a connector first.',
    empty: 'Type an expression first.',
    tooLong: (over: number) => `${counted(over, 'character')} too many: the limit is 1,024.`,
    invalid: 'Fix the expression first.',
    noChange: 'The API does not offer to change a mapping. Delete the saved one first.',
    saved: 'Saved, no changes.',
    sample: (name: string) => `The kept sample ${name} fails.`
  },
  expression: {
    name: 'Expression',
    standard: 'standard JMESPath only',
    length: (length: number) => `${count(length)} of 1,024`,
    left: (left: number) => `${count(left)} left`,
    placeholder: 'employee.address.country_code'
  },
  check: {
    name: 'Expression check',
    checking: 'Checking…',
    place: (line: number, column: number) => `Line ${count(line)}, column ${count(column)}:`,
    foreign: '{name} is not a JMESPath function.',
    limit: 'Stopped because it takes too long to evaluate. It cannot be saved.',
    wouldFail: 'The API would accept it, but every response would then contain {code}.',
    remove: (part: string) => `Remove ${part}`,
    functions: 'Show functions',
    rejected: 'The API rejected the expression.',
    notSent: 'Not sent.',
    start: 'Type an expression, or click a value in the sample data.',
    useBefore: (whose: string) => `Use the expression of ${whose}`,
    affects: 'Valid. Saving affects {whom}.',
    ready: 'Valid. Ready to save for {whom}.',
    notTested: 'Not tested on any sample data.',
    valid: (obstacle: string) => `Valid. ${obstacle}`,
    noValue: (records: number) =>
      records === 1 ? 'The sample record gets no value.' : `None of the ${count(records)} sample records gets a value.`,
    untried: (many: number) =>
      `${counted(many, 'kept sample')} of colleagues ${many === 1 ? 'was' : 'were'} not tried: encrypted under another token.`,
    part: 'Tested on items of a list only. The API evaluates the whole payload: test it on one before you save.',
    /** @param connectors null while it is not known */
    connectors: (name: string, connectors: number | null) =>
      connectors === null ? `${name} connectors` : counted(connectors, `${name} connector`)
  },
  saved: {
    title: 'Saved mapping',
    local: 'local',
    localTitle: 'Not listed by the API: this computer saved it',
    delete: 'Delete this mapping',
    none: 'None for this scope.',
    noneKnown: 'None known for this scope. The API does not list mappings.',
    deleteById: 'Delete one by its ID…',
    failed: 'Unknown: the field could not be loaded.',
    loading: 'Loading mappings…',
    overrides: (own: boolean, integration: string) =>
      `${own ? 'Overrides' : 'Would override'} {expression} of the whole integration, ${integration}.`
  },
  outcome: {
    name: 'Outcome',
    sending: 'Sending…',
    undo: 'Undo',
    reload: 'Reload',
    close: 'Dismiss'
  },
  deleteMapping: {
    title: (region: string) => `Delete this mapping in the ${region} region?`,
    working: 'Deleting… then verifying',
    deleting: 'Deleting…',
    button: 'Delete mapping',
    one: 'The field stays. The mapping of the integration, if there is one, applies to this connector again.',
    /** @param connectors null while it is not known */
    whole: (connectors: number | null) =>
      `The field stays. ${connectors === null ? 'Connectors' : counted(connectors, 'connector')} of this integration will read null, except those with a mapping of their own.`,
    draft: 'The expression is kept here as a draft.'
  },
  deleteById: {
    title: (region: string) => `Delete a mapping by its ID in the ${region} region?`,
    note: 'The API does not list mappings, so its expression and scope cannot be shown first. This cannot be undone.',
    id: 'Mapping ID',
    hint: 'UUID',
    wrong: 'Not a valid ID. Example: 0d9f0c3e-0000-4000-8000-000000000000',
    working: 'Deleting mapping…'
  },
  effective: {
    title: (connector: string) => `All fields of ${connector}`,
    thisConnector: 'this connector',
    counts: (fields: number, unmapped: number) => `${counted(fields, 'field')}, ${count(unmapped)} not mapped`,
    loading: 'Loading fields…',
    derived: 'Calculated on this computer, not by the API.',
    field: 'Field',
    mapping: 'Mapping',
    expression: 'Expression',
    from: { connector: 'its own', integration: 'of the integration' },
    unmapped: 'not mapped',
    copyExpression: 'Copy expression'
  },
  ifSaved: {
    title: 'If saved',
    stale: 'Last valid draft, if saved',
    nowOf: (whose: string, more: boolean) => `Now {expression} from ${whose}${more ? ';' : '.'}`,
    notMapped: 'Not mapped now;',
    noneKnown: 'No mapping known now;',
    notLoaded: 'Current mapping not known, because the connector is not loaded;',
    changes: (changed: number, records: number) =>
      `${count(changed)} of ${counted(records, 'sample record')} ${changed === 1 ? 'changes' : 'change'}.`,
    gets: (filled: number, records: number) =>
      `${count(filled)} of ${counted(records, 'sample record')} ${filled === 1 ? 'gets' : 'get'} a value.`,
    noSample: 'add sample data to see which records change.',
    name: 'Changes to values',
    unchanged: 'unchanged',
    become: 'newly filled',
    changed: 'changed',
    stillNull: 'still empty or wrong type',
    lose: 'become null'
  }
}
