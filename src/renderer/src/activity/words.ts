import { collectionAt } from '../../../shared/data/catalogue'
import type { AuditFinding } from '../../../shared/activity/audit'
import type { FoundOutcome, ActivityCall, CallBucket, CallFilters, CallGroup } from '../../../shared/activity/call'
import { foundWords } from '../records/words/found'
import { absoluteTime, count, counted, milliseconds } from '../kit/format'

/** Main counts no further. */
const mostCounted = 100_000
const requests = (total: number) => `${total >= mostCounted ? 'at least ' : ''}${counted(total, 'request')}`

const kept = (days: number) => `Write request · kept ${counted(days, 'day')}`

export interface KeptDays {
  reads: number
  writes: number
}

export const activityWords = {
  head: {
    title: 'Activity',
    meta: (of: {
      total: number
      filtered: boolean
      workspace: string
      span: string
      removed: boolean
      kept: KeptDays
    }) => {
      const { total, filtered, workspace, span, removed, kept: days } = of
      const which = filtered
        ? `${requests(total)} ${total === 1 ? 'matches' : 'match'}`
        : [requests(total), 'of', workspace, span].filter(Boolean).join(' ')
      const kept = removed
        ? 'only write requests of a deleted workspace are kept'
        : `reads are kept ${counted(days.reads, 'day')}, writes ${counted(days.writes, 'day')}`
      return `${which}, newest first · ${kept}`
    },
    removedWorkspace: 'a deleted workspace',
    whose: 'Workspace of the requests',
    removed: (name: string | null) => `Deleted: ${name ?? 'name not kept'}`,
    until: (at: number) => `, until ${absoluteTime(at)}`,
    verify: 'Verify',
    verifying: 'Verifying…',
    verifyHint: 'Check that nothing changed the record of write requests',
    export: 'Export',
    exporting: 'Exporting…',
    exportBefore:
      'Every request that matches the filters, one line each. Groups are not kept; feature checks are included.',
    exportOfTeam: 'Requests of colleagues are not in it.',
    exportMine: 'Only requests of this computer can be exported',
    exportAfter: 'Secrets are masked. Bodies are never stored.',
    csv: 'CSV (spreadsheet)',
    json: 'JSON (all fields)'
  },
  lines: {
    notKept: 'Activity is not saved on this computer at the moment',
    lost: (why: string) => `${why} The requests listed here are lost when the app quits.`,
    again: 'Try again',
    saved: (calls: number) => `${counted(calls, 'request')} saved as {file}`,
    dismiss: 'Dismiss',
    fresh: (calls: number) => counted(calls, 'new request'),
    unfiltered: 'before filters'
  },
  audit: {
    changed: (found: number) => `The record of write requests was changed: ${counted(found, 'finding')}`,
    changedBy: 'Another program changed the history in the profile. Exports mark each finding.',
    kinds: {
      call: 'Request',
      ledger: 'Change log entry',
      found: 'Record of an unknown outcome',
      token: 'Change of a token',
      approval: 'Second approval'
    },
    link: 'Record link',
    findings: {
      edited: 'was edited after it was recorded',
      removed: 'was deleted before its time',
      added: 'was not recorded by this app',
      broken: 'was changed or deleted'
    } satisfies Record<AuditFinding['what'], string>,
    by: (operator: string) => `by ${operator}`,
    more: (findings: number) => `${counted(findings, 'more finding')}.`,
    whole: 'The record of write requests is unchanged',
    records: (records: number, since: number | null, operators: string) =>
      `${counted(records, 'record')} of all workspaces${since === null ? '' : `, since ${absoluteTime(since)}`}${operators ? `, by ${operators}` : ''}.`,
    proof: 'To prove this later, keep the last link:',
    lastLink: 'last link'
  },
  chart: {
    title: 'Requests',
    year: 'in the last year',
    showing: (time: string) => `Showing ${time}`,
    showAll: 'Show all',
    time: 'Time',
    asTable: 'Show as table',
    asTableHint: 'The same numbers as a table',
    bars: 'Requests over time: select a bar to filter the list',
    bar: (time: string, { calls, limited, failed, median, p95 }: CallBucket) =>
      [
        `${time}: ${counted(calls, 'request')}`,
        ...(limited > 0 ? [`429 ${counted(limited, 'time')}`] : []),
        ...(failed > 0 ? [`${failed} failed`] : []),
        ...(median === null ? [] : [`median ${milliseconds(median)}`]),
        ...(p95 === null ? [] : [`95 % within ${milliseconds(p95)}`])
      ].join(', '),
    table: 'Requests over time as a table',
    only: 'Show only these',
    columns: ['Time', 'Requests', '429', 'Failed', 'Median time', '95 % within'],
    none: '–',
    legend: 'Legend',
    legendOf: {
      calls: 'Requests',
      limited: '429',
      failed: 'Failed',
      median: 'Median time',
      p95: '95 % within',
      medianHint: 'Half of the requests took less time, waits not counted',
      p95Hint: '95 of 100 requests took less time, waits not counted'
    }
  },
  spans: {
    hour: { label: 'Hour', words: 'in the last hour' },
    day: { label: 'Day', words: 'in the last day' },
    week: { label: 'Week', words: 'in the last week' },
    month: { label: '30 days', words: 'in the last 30 days' },
    all: { label: 'All', words: '' }
  },
  filters: {
    search: 'Search activity',
    searchHint: 'Method, path, parameter, customer, colleague, request ID, status or error',
    region: 'Region of the requests',
    anyRegion: 'Any region',
    view: 'View',
    anyView: 'Any view',
    outcome: 'Outcome',
    anyOutcome: 'Any outcome',
    outcomes: {
      ok: 'Succeeded',
      limited: 'Rate limited (429)',
      refused: 'Rejected (4xx)',
      failed: 'Failed (5xx)',
      unanswered: 'No response'
    } satisfies Record<NonNullable<CallFilters['outcome']>, string>,
    whose: 'Sender',
    anyWhose: 'Any sender',
    whoseNames: { mine: 'Me', team: 'Colleagues' } satisfies Record<NonNullable<CallFilters['whose']>, string>,
    changes: 'Changes only',
    changesHint: 'Requests that may have changed data',
    checks: 'Feature checks',
    checksHint: 'Requests that only check which features the API offers',
    clear: 'Clear',
    clearFilters: 'Clear filters'
  },
  list: {
    name: 'Activity',
    columns: {
      time: 'Time',
      region: 'Region',
      view: 'View',
      request: 'Request',
      about: 'About',
      response: 'Response',
      tries: 'Tries',
      waited: 'Waited',
      took: 'Took',
      size: 'Size',
      id: 'Request ID'
    },
    /** "Fetched Employees, 26 pages" */
    group: ({ asker, path }: Pick<ActivityCall, 'asker' | 'path'>, { calls }: CallGroup) => {
      const pages = counted(calls, 'page')
      if (asker === 'connectors') return `Refreshed connectors, ${pages}`
      return `Fetched ${collectionAt(path)?.label ?? path}, ${pages}`
    },
    unfold: 'Show its requests',
    fold: 'Hide its requests',
    failed: (failed: number) => `${count(failed)} failed`,
    limited: (times: number) => `429 ${counted(times, 'time')}`,
    forwarded: 'forwarded',
    change: 'CHANGE',
    kept,
    by: (operator: string, desk: string) => [operator, desk].filter(Boolean).join(', '),
    unnamed: 'Unnamed',
    from: (desk: string) => (desk ? `from ${desk}` : ''),
    partly: (shown: number, total: number) => `${count(shown)} of ${requests(total)} loaded, scroll for more`,
    all: requests,
    loading: 'Loading…',
    move: 'move',
    open: 'open'
  },
  ends: {
    cancelled: 'cancelled',
    none: 'no response',
    unknown: (status: number | null, found: ActivityCall['found']) =>
      [status, found === null ? 'outcome unknown' : foundWords.outcomes[found]].filter(Boolean).join(', '),
    found: { done: `found: ${foundWords.outcomes.done}`, 'not-done': `found: ${foundWords.outcomes['not-done']}` },
    limited: '429 rate limited',
    failed: (status: number) => `${status} failed`,
    refused: (status: number) => `${status} rejected`,
    expected: (status: number) => `${status} (expected)`,
    nothingThere: 'The provider has nothing at this path',
    unseen: 'Sent, but no response was received: it may have been carried out'
  },
  drawer: {
    name: 'Request',
    request: 'Request',
    response: 'Response',
    copyAll: 'Copy all fields',
    copied: 'Copied',
    notCopied: 'Not copied',
    requestId: 'Request ID',
    noRequestId: 'None returned',
    stored: 'Bodies and headers are never stored here. Of parameters, only the names are.',
    storedOfTeam:
      'Your team shares who sent a change, what it was and its status. The rest is only on the computer that sent it.',
    fields: {
      time: 'Time',
      utc: 'UTC',
      region: 'Region',
      view: 'View',
      request: 'Request',
      parameters: 'Parameters',
      forwarded: 'Forwarded',
      about: 'About',
      operator: 'Operator',
      desk: 'Computer',
      kept: 'Kept',
      response: 'Response',
      tries: 'Tries',
      limited: '429',
      waited: 'Waited',
      took: 'Took',
      size: 'Size'
    },
    none: '—',
    notRecorded: 'Not recorded',
    read: 'Not recorded for reads',
    keptWrite: kept,
    keptRead: (days: number) => `Read request · kept ${counted(days, 'day')}`,
    ended: (word: string, why: string) => `${word}: ${why}`,
    recorded: (response: string, found: FoundOutcome) =>
      `${response}. It ${foundWords.outcomes[found]}, as recorded later.`,
    times: (limited: number) => (limited > 0 ? counted(limited, 'time') : 'never'),
    took: (ms: number) => `${milliseconds(ms)}, waits included`
  },
  menu: {
    name: (path: string) => `Request ${path}`,
    copyPath: 'Copy path',
    copyRequestId: 'Copy request ID',
    copyText: 'Copy as text',
    openConnector: 'Open connector',
    openSend: 'Open in Passthrough',
    openFetch: 'Show this fetch in Data',
    openData: 'Open in Data',
    openField: 'Open custom field',
    openWebhooks: 'Open in Webhooks'
  },
  empty: {
    noMatch: 'No request matches',
    clear: 'Clear filters',
    noneIn: (span: string) => `No request ${span}`,
    showAll: 'Show all',
    gone: 'Nothing of this workspace is kept anymore',
    none: 'No requests yet',
    noneHint: 'Every request that this app makes is listed here, whichever view made it.'
  },
  reading: 'Loading activity…'
}
