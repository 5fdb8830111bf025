import { bytes, count, counted, secondsLeft } from '../../kit/format'

export const requestWords = {
  name: 'Request',
  parameters: 'Parameters',
  empty: (collections: number) =>
    `Choose one of ${count(collections)} collections above. The parameters it accepts appear here.`,
  beta: ', BETA: may still change',
  collection: {
    name: 'Collection',
    choose: 'Choose a collection',
    typing: 'Name, or a path under /api/',
    found: 'Collections found',
    platform: 'Platform',
    none: 'No matching collection. You can enter a path under /api/.',
    or: (collections: number) => `${counted(collections, 'collection')}, or any other path under {path}`
  },
  connector: {
    without: 'No connector',
    remove: 'Remove connector',
    noIntegration: 'No integration',
    optional: 'Only for paths that need one: its token is sent with every page.',
    unnamed: 'the connector'
  },
  missing: {
    path: 'Choose a collection, or enter a path under /api/.',
    connector: 'Choose a connector.',
    time: 'Enter a date and 24-hour time, e.g. 2026-03-01 17:30.',
    pageSize: (min: number, max: number) => `Enter a whole number from ${min} to ${max}.`
  },
  pageSize: {
    label: 'Page size',
    bounds: (min: number, max: number) => `${min} to ${max}`,
    large: (size: number) => `The largest page was ${bytes(size)}: smaller pages arrive sooner.`,
    heavy: 'Raw data and expanded records make pages large.',
    use: (size: number) => `Use ${size}`
  },
  param: {
    unset: 'Default',
    another: 'Add another',
    values: (name: string) => `Values of ${name}`,
    remove: 'Remove',
    removeValue: (value: string) => `Remove ${value}`,
    relations: 'Relations',
    hints: {
      modified_after: 'Only records changed since then',
      ids: 'Record IDs (comma-separated)',
      expand: 'Include related records (comma-separated)',
      include_raw_data: 'Include the provider’s own record',
      include_custom_fields: 'Include values of mapped fields',
      remote_id: 'The record’s ID at the provider',
      connector_token: 'The connector with this token',
      origin_id: 'Your ID for this customer',
      model: 'employee or candidate',
      source: 'Where it comes from',
      webhook_id: 'Deliveries of this webhook',
      connector_id: 'Deliveries about this connector',
      response_code: 'The receiver’s status, e.g. 500',
      errors_only: 'Only deliveries that got 400 or higher'
    } as Readonly<Record<string, string>>,
    from: 'At or after this time',
    to: 'At or before this time',
    any: 'Any of these (comma-separated)',
    known: 'A known value, or another'
  },
  time: {
    format: 'YYYY-MM-DD HH:MM:SS',
    sent: 'Sent as {value}',
    zone: (zone: string) => `24-hour time in ${zone}, sent in UTC`,
    clear: 'Clear',
    ago: (span: string) => `${span} ago`,
    day: '24 h',
    week: '7 d'
  },
  other: {
    title: 'Other parameters',
    name: 'name',
    value: 'value',
    nameOf: (number: number) => `Parameter ${number} name`,
    valueOf: (number: number) => `Parameter ${number} value`,
    removeOf: (number: number) => `Remove parameter ${number}`,
    remove: 'Remove',
    undeclared: 'Not a documented parameter: probably ignored, so the whole collection is fetched.',
    add: 'Add parameter'
  },
  foot: {
    changed: 'Changed since this fetch. Fetch again to apply.',
    back: 'Discard changes',
    running: 'Changes apply to a new fetch, not to this one.',
    start: 'Fetch records',
    startHint: 'Fetch records (Ctrl+Enter)',
    noToken: 'No token available: see the banner',
    several: 'Several connectors',
    afterSync: 'Fetch after the next sync',
    afterSyncHint: 'Waits for the running sync, or for the next one',
    most: 'Wait at most',
    hours: (hours: number) => `${hours} h`,
    notReady: 'Not connected: see the banner above.'
  },
  wait: {
    name: 'Waiting for the sync',
    timeout: (hours: number) => `No sync finished within ${hours} h.`,
    nothing: 'Nothing was fetched.',
    close: 'Close',
    title: (name: string) => `Waiting for the sync of ${name}`,
    notBegun: 'No sync is running: waiting for the next one',
    never: 'Never synced',
    states: ['Syncing', 'Done', 'Failed'] as readonly string[],
    progress: (percent: number) => ` ${percent} %`,
    looks: (looks: number, hours: number) => `, checked ${counted(looks, 'time')}, for up to ${hours} h,`,
    next: (at: number, now: number) => (at > now ? `again in ${secondsLeft(at, now)}` : 'checking now'),
    first: 'Checking now',
    stop: 'Stop waiting'
  },
  byId: {
    title: 'Open record by ID',
    hint: 'closes without a request',
    model: 'Model',
    beta: (label: string) => `${label} (BETA)`,
    connector: 'Connector',
    id: 'ID',
    needsConnector: 'Choose the connector of the record.',
    needsId: 'Enter the ID of the record.',
    cancel: 'Cancel',
    open: 'Open record'
  }
}
