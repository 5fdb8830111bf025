import { collectionAt } from '../../../shared/data/catalogue'
import { titleOf } from '../../../shared/error-words'
import type { RecoveryPart, RecoveryProgress } from '../../../shared/webhooks/recovery'
import { count, counted, listed, secondsLeft } from '../kit/format'
import { quietTitle } from '../kit/words/waiting'

export const webhookWords = {
  time: {
    format: 'YYYY-MM-DD HH:MM',
    wrong: 'Enter a date and 24-hour time, e.g. 2026-03-01 17:30.'
  },
  head: {
    title: 'Webhooks',
    justRead: 'just updated',
    age: (age: string) => `updated ${age} ago`,
    meta: (webhooks: number, age: string) => `${counted(webhooks, 'webhook')}, ${age}`,
    loadingWebhooks: 'Loading webhooks…',
    loadingDeliveries: 'Loading deliveries…',
    stop: 'Stop loading',
    recover: 'Recover missed deliveries',
    recoverAbout: 'Finds what changed while deliveries were missed',
    back: 'Back to deliveries',
    check: 'Check a signature',
    refresh: 'Refresh webhooks',
    refreshAbout: 'Loads webhooks and deliveries again',
    noRequests: 'Not connected: see the banner'
  },
  view: {
    notOffered: 'Webhooks are not available',
    notOfferedAbout: 'The API does not offer webhooks here (404 or 405). Nothing is wrong with the token.',
    none: (region: string) => `No webhook is set up in the ${region} region.`,
    older: 'These rows match your previous filters. The current filters could not be loaded.'
  },
  list: {
    name: 'Webhooks',
    webhook: 'Webhook',
    address: 'Address',
    state: 'State',
    lastResult: 'Last result',
    failed: 'Failed',
    failedOf: (failed: number, deliveries: number) =>
      `${count(failed)} of ${count(deliveries)} (${count(Math.round((100 * failed) / deliveries))} %)`,
    noDelivery: 'no delivery',
    counted: (deliveries: number, from: string | null, to: string | null) =>
      `Results are counted in the newest ${counted(deliveries, 'line')} of the log` +
      (from === null || to === null ? '' : `, from ${from} to ${to}`) +
      '. Attempts at one delivery count once, by the last.',
    lastTriggered: 'Last triggered',
    onlyIts: 'Show only its deliveries',
    noName: 'no name',
    noAddress: 'no address',
    notReported: 'not reported',
    enabled: 'Enabled',
    off: 'Off'
  },
  filters: {
    name: 'Which deliveries',
    anyConnector: 'Any connector',
    any: 'Any',
    webhook: 'Webhook',
    anyWebhook: 'Any webhook',
    actions: 'Actions',
    actionsAbout: 'Events that were delivered',
    anyAction: 'Any action',
    actionCount: (chosen: number) => counted(chosen, 'action'),
    otherAction: 'Another action',
    add: 'Add',
    codes: 'Codes',
    codesName: 'Response codes',
    codesExample: '500, 502',
    codesWrong: 'Up to 50 numbers from 100 to 599, separated by commas.',
    errorsOnly: 'Errors only',
    clear: 'Clear',
    clearName: 'Clear filters',
    bounds: { from: 'From', to: 'To' },
    utc: (from: string | null, to: string | null) =>
      [from !== null && `from ${from}`, to !== null && `to ${to}`].filter(Boolean).join(' ')
  },
  grid: {
    name: 'Deliveries',
    time: 'Time',
    response: 'Response',
    action: 'Action',
    customer: 'Customer',
    integration: 'Integration',
    webhook: 'Webhook',
    remarks: 'Remarks',
    noTime: 'no time',
    odd: (fields: string) => `Unexpected values: ${fields}`,
    isOdd: 'some fields have unexpected values'
  },
  response: {
    unreadable: 'unreadable',
    none: 'no response',
    failed: (code: number) => `${code} failed`,
    rejected: (code: number) => `${code} rejected`,
    redirected: (code: number) => `${code} redirected`
  },
  foot: {
    loaded: (deliveries: number) => `${counted(deliveries, 'delivery', 'deliveries')} loaded, newest first`,
    failed: (deliveries: number) => `${count(deliveries)} failed`,
    tooMany: 'There are more: narrow the filters to see the rest',
    more: (most: number) => `Load up to ${count(most)}`,
    all: 'All deliveries loaded'
  },
  empty: {
    loading: 'Loading deliveries…',
    nothingYet: 'No deliveries loaded yet',
    notOffered: 'The delivery log is not available',
    notOfferedAbout: 'The API does not offer it here (404 or 405). The webhooks above are complete.',
    noMatch: 'No delivery matches',
    none: 'No deliveries yet',
    noneAbout: (region: string) => `The log of the ${region} region is empty.`
  },
  delivery: {
    label: 'Delivery',
    more: 'More for this delivery',
    noCustomer: 'No customer named',
    openConnector: 'Open connector',
    openAbout: 'Show its record in Connectors',
    viewData: 'View data',
    viewAbout: 'Fetch employees, candidates, courses… of this connector',
    check: 'Check signature',
    notListed: 'This connector has not been loaded yet: refresh connectors',
    section: 'Delivery',
    delivered: 'delivered',
    failed: 'failed',
    fields: {
      action: 'Action',
      webhook: 'Webhook',
      sent: 'Request',
      time: 'Time',
      utc: 'In UTC',
      integration: 'Integration',
      originId: 'Origin ID',
      odd: 'Unexpected values'
    },
    connectorId: 'Connector ID',
    deliveryId: 'Delivery ID',
    noId: 'none',
    bodies: 'Request and response',
    notAvailable: 'Not available for this delivery.',
    loading: 'Loading…'
  },
  body: {
    forms: { pretty: 'Pretty', tree: 'Tree', table: 'Table', raw: 'Raw' },
    shownAs: 'Shown as',
    copyName: 'Copy request and response',
    copyAbout: 'Copy all of it',
    copied: 'Copied',
    notCopied: 'Not copied',
    empty: 'No request or response is recorded.',
    binary: 'Binary content, not shown here.'
  },
  records: {
    title: 'Records in this delivery',
    notLoaded: 'Refresh connectors to open these records.',
    noLookup: '{name}: records of this model cannot be opened by ID',
    open: (record: string) => `Open this ${record}`,
    more: (ids: number) => `Show ${count(ids)} more`,
    beyond: (ids: number) => `and ${count(ids)} more in the request below`
  },
  signature: {
    title: 'Check a signature',
    hint: 'to close. What you typed is discarded.',
    ofDelivery: 'Uses the body and signature of this delivery.',
    body: 'Body',
    bodyHint: 'exactly as received',
    signature: 'Signature',
    signatureHint: 'the header that ends in -Webhook-Signature',
    key: 'Signature key',
    saved: (keychain: string) => `Saved in ${keychain}`,
    useSaved: (keychain: string) => `Leave it empty to use the one in ${keychain}.`,
    removeKey: 'Remove it from there',
    whereKey: 'Find it in the dashboard: one key for your organization.',
    save: (keychain: string) => `Save this key in ${keychain}`,
    theKeychain: 'the keychain',
    verified: 'Verified.',
    notVerified: 'Not verified.',
    close: 'Close',
    checking: 'Checking…',
    check: 'Check signature'
  },
  menu: {
    webhook: (name: string) => `Webhook ${name}`,
    delivery: (id: string) => `Delivery ${id}`,
    open: 'Open delivery',
    onlyIts: 'Show only its deliveries',
    all: 'Show all deliveries',
    onlyAction: 'Show only this action',
    recover: 'Recover missed deliveries…',
    copyId: 'Copy ID',
    copyName: 'Copy name',
    copyUrl: 'Copy URL',
    copyConnectorId: 'Copy connector ID',
    copyOriginId: 'Copy origin ID'
  }
}

export const modelName = (path: string): string => collectionAt(path)?.label ?? path

function part({ state, wait, quiet, error, pages }: RecoveryPart, now: number): string {
  if (wait) return `Waiting ${secondsLeft(wait.until, now)}`
  if (quiet) return quietTitle(quiet, now)
  const states: Partial<Record<RecoveryPart['state'], string>> = {
    walking: `Loading page ${count(pages + 1)}`,
    done: 'Complete',
    failed: error ? titleOf(error.code) : 'Failed',
    cancelled: 'Cancelled'
  }
  return states[state] ?? 'Waiting for its turn'
}

interface Run {
  running: boolean
  cancelling: boolean
  cancelled: boolean
  changed: number
  models: number
  ended: number
  failed: number
}

/** The first part is bold. */
function run(of: Run): { strong: string; rest: string } {
  const changed = counted(of.changed, 'changed record')
  const ended = `${count(of.ended)} of ${counted(of.models, 'fetch', 'fetches')} complete`
  if (of.running) return { strong: of.cancelling ? 'Cancelling…' : `${changed} so far`, rest: ended }
  if (of.cancelled) return { strong: 'Cancelled', rest: `${changed} found, incomplete` }
  return { strong: changed, rest: of.failed > 0 ? `${ended}, ${count(of.failed)} failed` : ended }
}

function found(of: { connectors: number; over: number; unknown: number; more: boolean }, most: number): string {
  const notes = [
    of.connectors === 0
      ? 'The log has no failed delivery in this time'
      : `${counted(of.connectors, 'connector')} selected`,
    of.over > 0 && `${counted(of.over, 'connector')} left out (${most} at most)`,
    of.unknown > 0 && `${counted(of.unknown, 'more connector')} not loaded yet`,
    of.more && 'there are more deliveries: narrow the time to see the rest'
  ]
  return `${listed(notes.filter((note) => note !== false))}.`
}

export const recoveryWords = {
  dialog: {
    title: 'Recover missed deliveries',
    hint: 'to cancel',
    about: 'Missed deliveries are not sent again. The app loads the records that changed in that time instead.',
    times: 'When they were missed',
    bounds: { from: 'From', to: 'To' },
    utc: (zone: string, from: string, to: string) => `${zone}; ${from} to ${to}`,
    connectors: 'Connectors',
    chooseFailed: 'Select those with a failed delivery',
    chooseAbout: 'Reads the delivery log of this time',
    loadingLog: 'Loading the delivery log…',
    found,
    noConnectors: 'No connectors loaded in this region yet: refresh connectors.',
    cancel: 'Cancel',
    find: 'Find changes',
    load: (models: number, connectors: number) =>
      `Load ${counted(models, 'model')} of ${counted(connectors, 'connector')}`,
    noName: 'No name given',
    problems: {
      times: 'Enter when it began and when it ended.',
      connectors: 'Select connectors.',
      models: 'Select a model, or load some of them completely.'
    }
  },
  models: {
    title: 'Models',
    name: 'Models to load',
    chosen: (chosen: number, all: number) => `${count(chosen)} of ${count(all)} models`,
    narrowed: 'Only changed records ({field})',
    field: 'modified_after',
    whole: (names: readonly string[]) =>
      `Also load these completely (they cannot be filtered by change): ${listed(names)}`
  },
  pane: {
    name: 'Recovery',
    during: (from: string, to: string) => `${from} to ${to}`,
    states: {
      walking: 'Recovery is running',
      done: 'Recovery is complete',
      cancelled: 'Recovery was cancelled'
    } satisfies Record<RecoveryProgress['state'], string>,
    run,
    cancel: 'Cancel recovery',
    cancelling: 'Cancelling…',
    again: 'Recover again',
    export: 'Export',
    exportsComing: 'Exports all records, including those still loading.',
    exportsAll: 'Exports all records found.',
    exportAfter: 'Models that failed are listed with the reason.',
    csv: 'CSV, the list of records',
    ndjson: 'NDJSON, with each record'
  },
  none: {
    running: { title: 'No changes found yet', text: 'Records appear here as they are loaded.' },
    cancelled: { title: 'Cancelled before a change was found', text: 'Records that were not loaded may have changed.' },
    done: { title: 'Nothing changed', text: 'No record of these models has changed since then.' }
  },
  notes: {
    later: (records: number) =>
      `${counted(records, 'record')} changed again after this time: only the latest change is known.`,
    undated: (records: number) => `${counted(records, 'record')} without a change date: listed in case they changed.`,
    whole: (names: readonly string[]) => `Loaded completely, as they cannot be filtered by change: ${listed(names)}.`,
    unfiltered: (models: number) =>
      `${counted(models, 'model')} ignored modified_after: older records were left out here.`
  },
  parts: {
    name: 'Models loaded',
    connector: 'Connector',
    model: 'Model',
    whole: (model: string) => `${model}, complete`,
    state: 'State',
    loaded: 'Loaded',
    changed: 'Changed',
    latest: 'Latest change',
    part,
    all: 'Show all',
    only: 'Show only these',
    quiet: (parts: number) => `Show the ${count(parts)} without changes`
  },
  rows: {
    name: 'Changed records',
    record: 'Record',
    changed: 'Changed',
    model: 'Model',
    connector: 'Connector',
    noId: 'no ID',
    later: (at: string) => `${at}, after this time`,
    row: (index: number, all: number) => `Row ${count(index)} of ${count(all)}`,
    open: 'Open record',
    copyId: 'Copy ID',
    copyTime: 'Copy time of change',
    hasNoId: 'This row has no ID',
    copied: (id: string) => `Copied ${id}`,
    notCopied: 'Not copied: the clipboard is not available',
    keyOpen: 'open',
    keyCopy: 'copy ID',
    menu: (record: string) => `Record ${record}`
  }
}
