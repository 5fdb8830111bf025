import { collectionAt } from '../../../../shared/data/catalogue'
import { titleOf } from '../../../../shared/error-words'
import type { RecoveryPart, RecoveryProgress } from '../../../../shared/webhooks/recovery'
import { count, counted, listed, secondsLeft } from '../../kit/format'
import { quietTitle } from '../../kit/words/waiting'

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
  const ended = `${count(of.ended)} of ${counted(of.models, 'model')} complete`
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
