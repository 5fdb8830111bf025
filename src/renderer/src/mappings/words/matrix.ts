import type { ProfileNumbers } from '../../../../shared/mappings/mapping-issue'
import { count, counted } from '../../kit/format'
import type { CellState } from '../matrix.svelte'

const percentOf = ({ filled, records }: ProfileNumbers) => (records === 0 ? 0 : Math.round((filled / records) * 100))

export const matrixWords = {
  views: 'Show mappings as',
  fields: 'Fields',
  matrix: 'Matrix',
  meta: (fields: number, integrations: number) =>
    `${counted(fields, 'field')} × ${counted(integrations, 'integration')}, from kept facts, no requests`,
  export: 'Export CSV',
  exported: (file: string) => `Exported to ${file}`,
  refresh: 'Refresh fill rates…',
  refreshTitle: 'Fetches records of one connector for each mapping',
  ask: (mappings: number) =>
    `Checks ${counted(mappings, 'mapping')}, one after the other, by up to 200 records of one connector each. Mappings of the same records share them: about 5 requests for each connector, and one for each field.`,
  begin: (mappings: number) => `Check ${counted(mappings, 'mapping')}`,
  schedule: 'Check on a schedule',
  checks: { 0: 'Never', 24: 'Every day', 168: 'Every week' },
  scheduleNote:
    'While the app runs and is unlocked: mappings that were checked before, at most 10 connectors in 10 minutes, and only while half of the rate limit is left. It keeps counts and types, never a value.',
  noneToAsk: 'No mapping has a linked connector whose records can be fetched.',
  asking: (done: number, all: number) => `Checking ${count(done + 1)} of ${counted(all, 'mapping')}…`,
  stop: 'Stop',
  failed: (mappings: number) => `${counted(mappings, 'mapping')} could not be checked`,
  filter: 'Show',
  all: (cells: number) => `All ${count(cells)}`,
  states: {
    drifted: 'Drifted',
    failing: 'Failing samples',
    mapped: 'Mapped',
    unmapped: 'Not mapped',
    unread: 'Not read'
  } satisfies Record<CellState, string>,
  grid: 'Fields by integration',
  field: 'Field',
  connectors: (connectors: number) => counted(connectors, 'connector'),
  unmapped: 'not mapped',
  unread: 'not read',
  mapped: 'mapped',
  overrides: (overrides: number) => `+${count(overrides)}`,
  overridesTitle: (overrides: number) => `${counted(overrides, 'connector')} with a mapping of their own`,
  fail: (failing: number) => `${count(failing)} ${failing === 1 ? 'fails' : 'fail'}`,
  rate: (look: ProfileNumbers) => `${percentOf(look)} %`,
  percentOf,
  fell: (kept: ProfileNumbers, look: ProfileNumbers) => `${percentOf(kept)} → ${percentOf(look)}`,
  changed: 'changed',
  legend: 'fill rate of the newest check',
  legendOverrides: 'mappings of one connector',
  legendOther: 'other category',
  detail: 'Chosen cell',
  scope: (whole: boolean, connectors: number, overrides: number) =>
    whole
      ? `Whole integration, ${counted(connectors, 'connector')}, ${counted(overrides, 'override')}.`
      : overrides > 0
        ? `Only ${counted(overrides, 'connector')} of ${count(connectors)} with a mapping of their own.`
        : `None of ${counted(connectors, 'connector')}.`,
  samples: (samples: number, failing: number) =>
    samples === 0
      ? 'No sample is kept.'
      : failing === 0
        ? `${counted(samples, 'kept sample')}, all as expected.`
        : `${count(failing)} of ${counted(samples, 'kept sample')} ${failing === 1 ? 'fails' : 'fail'}.`,
  checked: (look: ProfileNumbers) => `Fill rate ${percentOf(look)} % of ${counted(look.records, 'record')}`,
  neverChecked: 'Fresh records were not checked yet.',
  openMapping: 'Open mapping',
  openIssue: 'Open issue',
  since: 'checked',
  choose: 'Choose a cell to see what is behind it.',
  sum: (counts: readonly [string, number][], cells: number) =>
    `${counts.map(([name, many]) => `${count(many)} ${name.toLowerCase()}`).join(' + ')} = ${count(cells)}`,
  rates: 'Fill rates: newest {newest}, oldest {oldest}',
  unreadFields: (fields: number) => `${counted(fields, 'field')} not read.`,
  read: 'Read them',
  keys: 'move',
  keysOpen: 'open',
  noFields: 'No custom fields.',
  csv: [
    'field',
    'field_id',
    'category',
    'model',
    'integration',
    'slug',
    'state',
    'expression',
    'overrides',
    'samples',
    'failing',
    'fill_rate_at_save',
    'fill_rate',
    'checked_at'
  ]
}
