import type { ManyAnswer, ManyState } from '../../../../shared/passthrough/many'
import { clockTime, count, counted, dayTime, duration, listed, milliseconds } from '../../kit/format'
import type { FoundBy } from '../many/csv-rows'

const plural = (value: number, one: string, many: string) => (value === 1 ? one : many)

export const manyWords = {
  view: 'Ask many',
  writes: (method: string) =>
    `Requests that may change data cannot be sent to many. Choose GET, HEAD or OPTIONS instead of ${method}.`,
  /** "38 Personio connectors", "38 connectors of 3 integrations", "No connectors". */
  whom: (asked: number, integrations: readonly string[]) =>
    asked === 0
      ? 'No connectors'
      : integrations.length === 1
        ? counted(asked, `${integrations[0]} connector`)
        : `${counted(asked, 'connector')} of ${counted(integrations.length, 'integration')}`,
  bar: {
    ask: (asked: number) => `Ask ${counted(asked, 'connector')}`,
    askRows: (asked: number) => `Ask for ${counted(asked, 'row')}`,
    none: 'Ask connectors',
    noPath: 'Enter a path first.',
    noConnector: 'Choose the connectors first.',
    fresh: 'New',
    freshTitle: 'Ask many again from an empty form',
    earlier: 'The form before, which was not asked, is kept.',
    toEarlier: 'Return to it',
    parts: 'Plan and parts of the request'
  },
  who: {
    title: 'Who is asked',
    of: (asked: number, listed: number) => `${count(asked)} of ${counted(listed, 'connector')}`,
    first: (listed: number) => `the first ${count(listed)} are listed: filter for others`,
    ofRows: (asked: number, listed: number, file: string) => `${count(asked)} of ${counted(listed, 'row')} of ${file}`,
    csv: 'From a CSV…',
    noCsv: 'Without the CSV',
    filters: 'Filters',
    selection: (connectors: number) => `Selection: ${count(connectors)}`,
    noSelection: 'Remove the selection',
    integration: 'Integration',
    anyIntegration: 'Any integration',
    customer: 'Customer',
    anyCustomer: 'Any customer',
    state: 'State',
    anyState: 'Any state',
    tag: 'Tag',
    anyTag: 'Any tag',
    saved: 'Saved filter',
    anySaved: 'No saved filter',
    find: 'Find',
    list: 'Connectors',
    heads: {
      customer: 'Customer',
      integration: 'Integration',
      originId: 'Origin ID',
      state: 'State',
      sync: 'Last sync',
      limit: 'Limit left',
      row: 'Row'
    },
    all: 'All that are listed',
    one: (customer: string) => `Ask ${customer}`,
    limit: (left: number, limit: number) => `${count(left)} of ${count(limit)}`,
    leftOut: 'Left out',
    leftOutNote: 'They cannot be asked from here.',
    inactive: 'Inactive',
    unfinished: 'Link never finished',
    noToken: 'No connector token on this computer',
    loading: 'Loading connectors…',
    empty: 'No connector fits these filters.',
    noRows: 'No connectors yet. They come with the first refresh.',
    start: 'Filter by integration, or tick the connectors you want to ask.',
    foot: (asked: number, leftOut: number) => `${count(asked)} asked, ${count(leftOut)} left out`,
    leave: 'leave out',
    toFind: 'find'
  },
  sections: { plan: 'Plan', params: 'Params', headers: 'Headers', columns: 'Columns', checks: 'Checks' },
  panel: {
    plan: 'Plan of the run',
    params: 'Params of the request',
    headers: 'Headers of the request',
    columns: 'Columns of the table',
    checks: 'Checks of each answer'
  },
  plan: {
    requests: (requests: number) => `${plural(requests, 'request', 'requests')}, one for each connector`,
    rowRequests: (requests: number) => `${plural(requests, 'request', 'requests')}, one for each row`,
    about: (ms: number) => `about ${ms < 1_000 ? '1 s' : duration(ms)}`,
    how: (pace: number, answerMs: number) =>
      `${count(pace)} at once for one provider, ${milliseconds(answerMs)} for one answer`,
    unknown: 'not known yet',
    leftOut: 'left out, each with its reason',
    limits: 'Limits',
    limitsMeta: 'left now, this needs',
    noLimits: 'No limit is known yet. It is read from the first answer of each token.',
    bearer: 'Bearer token',
    left: (left: number, limit: number) => `${count(left)} of ${count(limit)}`,
    token: 'Token',
    leftHead: 'Left',
    needs: 'Needs',
    others: (tokens: number) => `${counted(tokens, 'other token')} not known`,
    more: (tokens: number) => `${counted(tokens, 'more token')} with enough left`,
    waits: (customer: string, left: string) => `${customer} has nothing left for ${left} and is asked last.`,
    pace: 'Pace',
    perProvider: 'For one provider',
    all: 'For all',
    most: (most: number) => `at once, of ${most} at most`,
    variables: 'Variables',
    known: (known: number, of: number) => `known for ${count(known)} of ${count(of)}`,
    noVariables: 'The request uses none. {{origin_id}} and {{connector_id}} are those of each connector.',
    what: 'What happens',
    reads: 'Reads only. Requests that may change data cannot be sent to many.',
    kept: 'Kept as one run, encrypted, as long as other sends are. If the app ends, what came is kept and the run can go on.',
    activity: 'Each request is in Activity.'
  },
  columns: {
    note: 'A column shows what a JMESPath expression finds in each answer. You can add more while the run goes on.',
    add: 'Add column',
    name: 'Name',
    nameHint: 'if the expression is not enough',
    expression: 'JMESPath',
    example: 'length(data)',
    submit: 'Add',
    remove: (name: string) => `Remove column ${name}`,
    none: 'No columns yet.',
    full: (most: number) => `A table has ${most} columns at most.`
  },
  csv: {
    title: 'Rows of a CSV',
    intro: 'One read for each row. The columns of the row become variables, and columns of the table.',
    file: 'Choose a file…',
    paste: 'Or paste the rows, with a head',
    read: 'Read the pasted rows',
    column: 'Column',
    holds: 'holds the',
    by: { originId: 'Origin ID', id: 'Connector ID', customer: 'Customer' } satisfies Record<FoundBy, string>,
    matching: (rows: number) => `Matching ${counted(rows, 'row')}…`,
    found: (found: number, rows: number) => `${count(found)} of ${counted(rows, 'row')} found a connector.`,
    skipped: (lines: readonly number[]) =>
      `${plural(lines.length, 'Row', 'Rows')} ${listed(lines.slice(0, 5).map(String))}${lines.length > 5 ? ' and more' : ''} ${plural(lines.length, 'is', 'are')} left out: another number of cells than the head.`,
    missed: 'Rows without one connector',
    none: (line: number, text: string) => `Row ${count(line)}: no connector for “${text}”`,
    several: (line: number, text: string, found: number) =>
      `Row ${count(line)}: ${count(found)} connectors fit “${text}”. Choose an integration, or use their ID.`,
    more: (rows: number) => `and ${counted(rows, 'more row')}`,
    use: (rows: number) => `Use ${counted(rows, 'row')}`,
    cancel: 'Cancel',
    pasted: 'pasted rows'
  },
  run: {
    /** "started 09:41:06", "started Mon 09:41"; with the second one if it went on later. */
    started: (ms: number, wentOn: number | null, now: number) => {
      const isToday = new Date(ms).toDateString() === new Date(now).toDateString()
      const began = `started ${isToday ? clockTime(ms) : dayTime(ms, now)}`
      return wentOn === null ? began : `${began}, went on ${clockTime(wentOn)}`
    },
    edit: 'Edit',
    editTitle: 'Opens the form again with the same request and connectors',
    again: (failed: number) => `Ask ${count(failed)} failed again`,
    export: 'Export',
    csv: 'CSV: the table…',
    ndjson: 'NDJSON: with the answers, masked…',
    delete: 'Delete run…',
    exported: (rows: number, file: string) => `${counted(rows, 'row')} saved as ${file}`,
    progress: 'Progress',
    answered: (answered: number, asked: number) => `${count(answered)} of ${count(asked)}`,
    answeredWord: 'answered',
    asking: (asking: number) => `${count(asking)} asking now`,
    inLine: (waiting: number) => `${count(waiting)} in line`,
    rests: (customer: string, left: string) => `1 waits ${left}: ${customer} has no requests left`,
    restsMany: (resting: number, left: string) =>
      `${count(resting)} wait, the first ${left}: their tokens have no requests left`,
    /** "Personio rests until 09:14", "Personio and HiBob rest, the first until 09:14", "3 providers rest, …". */
    providersRest: (names: readonly string[], until: number, now: number) => {
      const when = `until ${dayTime(until, now)}`
      if (names.length === 1) return `${names[0]} rests ${when}`
      return `${names.length === 2 ? listed(names) : `${count(names.length)} providers`} rest, the first ${when}`
    },
    providersRestTitle: 'They answered 429, too many requests. Nothing is asked there until then; the others go on.',
    pausing: (asking: number) => `Pausing: ${counted(asking, 'answer')} on the way`,
    paused: (left: number) => `Paused: ${count(left)} not asked yet`,
    stopped: (left: number) => `Stopped: ${count(left)} not asked`,
    done: (ms: number | null) => (ms === null ? 'Done' : `Done in ${milliseconds(ms)}`),
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop',
    waiting: 'Asking. The first answers come in a moment.',
    nothing: 'No answers.',
    noneFound: 'No answer fits what you typed.'
  },
  table: {
    name: 'Answers',
    group: 'Group by',
    groupings: { shape: 'Shape', status: 'Status', none: 'No groups' },
    order: 'Fewest alike first',
    find: 'Find',
    add: 'Add column',
    heads: {
      customer: 'Customer',
      integration: 'Integration',
      status: 'Status',
      time: 'Time',
      size: 'Size',
      checks: 'Checks',
      row: 'Row'
    },
    removeColumn: (name: string) => `Remove column ${name}`,
    all: 'All answers',
    select: (customer: string) => `Select ${customer}`,
    selectGroup: (name: string) => `Select all: ${name}`,
    fold: (name: string, answers: number) => `${name}, ${counted(answers, 'answer')}`,
    checks: (passed: number, of: number) => `${count(passed)} of ${count(of)}`,
    tag: (issues: number) => `Tag ${counted(issues, 'issue')}…`,
    note: (issues: number) => `Add a note to ${counted(issues, 'issue')}…`,
    more: (name: string) => `More for ${name}`,
    tagTitle: (issues: number) => `Tag ${counted(issues, 'issue')}`,
    tagSubmit: 'Tag',
    noteTitle: (issues: number) => `Add a note to ${counted(issues, 'issue')}`,
    noteSubmit: 'Add note',
    noteLabel: 'Note',
    noTag: 'Type a tag of 40 characters at most.',
    tagged: (issues: number, tag: string) => `${counted(issues, 'issue')} tagged “${tag}”`,
    noted: (issues: number) => `Note added to ${counted(issues, 'issue')}`,
    selected: (answers: number) => `${counted(answers, 'answer')} selected`,
    compareTwo: 'Compare two',
    askSelected: (answers: number) => `Ask ${count(answers)} again`,
    clear: 'Clear selection',
    answers: (answers: number) => counted(answers, 'answer'),
    /** "31 answers: 1 + 1 + 2 + 4 + 5 unlike the others, {alike} below" */
    unlike: (answers: number, groups: readonly number[]) =>
      `${counted(answers, 'answer')}: ${groups.length <= 8 ? groups.join(' + ') : `${count(groups.reduce((a, b) => a + b, 0))} in ${groups.length} groups`} unlike the others, {alike} below`,
    alike: (answers: number) => `${count(answers)} alike`,
    allAlike: (answers: number) => `${counted(answers, 'answer')}, all alike`,
    inGroups: (answers: number, groups: readonly number[]) =>
      groups.length > 1 && groups.length <= 8
        ? `${counted(answers, 'answer')}: ${groups.join(' + ')}`
        : `${counted(answers, 'answer')} in ${counted(groups.length, 'group')}`,
    move: 'move',
    compare: 'compare two'
  },
  status: {
    reported: (status: number | string | null) => (status === null ? 'Error in the answer' : `${status} in the answer`),
    page: (status: number) => `${status}, not JSON`,
    cut: (status: number) => `${status}, cut off`,
    cancelled: 'Cancelled',
    none: 'No status'
  },
  groups: {
    page: 'A web page instead of JSON',
    everything: 'Differs in everything',
    reported: (status: number | string | null) =>
      ({ 401: 'Sign-in refused', 403: 'Right is missing', 404: 'Not found', 429: 'Too many requests' })[
        Number(status)
      ] ?? (status === null ? 'Error in the answer' : `Error ${status} in the answer`),
    cut: 'Broke off, or too long',
    content: {
      json: 'JSON, unlike the others',
      page: 'A web page',
      xml: 'XML, unlike the others',
      broken: 'JSON that cannot be read',
      other: 'Neither JSON nor XML',
      none: 'No body'
    } satisfies Record<ManyAnswer['content'], string>,
    much: 'Differs in much',
    alike: 'Alike',
    more: (others: number) => `, and ${count(others)} more`
  },
  differences: {
    absent: 'is absent',
    fresh: 'is new',
    is: (type: string) => `is ${type}`,
    whole: 'The whole answer',
    absentWord: 'absent'
  },
  types: {
    object: 'an object',
    list: 'a list',
    'empty list': 'an empty list',
    text: 'text',
    number: 'a number',
    'true or false': 'true or false',
    null: 'null'
  } as Readonly<Record<string, string>>,
  drawer: {
    name: 'Answer',
    of: 'answer',
    again: 'Ask again',
    open: 'Open in a tab',
    issue: 'Open issue',
    answer: 'Answer',
    facts: (time: string, size: string) => `${time}, ${size}`,
    limited: 'Too many requests, the provider says: the API’s own limit is not used up.',
    unlike: (alike: number) => `Unlike the ${count(alike)} that are alike`,
    same: (alike: number) => `Alike: the same structure as ${counted(alike, 'answer')}.`,
    place: 'Place',
    usual: 'Usual',
    here: 'Here',
    compare: 'Compare whole',
    earlier: 'Earlier answers to this request',
    noEarlier: 'None in the history.',
    opening: 'Opening the answer…',
    variables: (line: number) => `Row ${count(line)}`
  },
  list: {
    name: 'Runs',
    loading: 'Loading runs…',
    empty: 'No runs yet. Every run is listed here with its answers.',
    noMatch: 'No matching runs.',
    find: 'Find in runs',
    answered: (answered: number, asked: number) => `${count(answered)} of ${count(asked)}`,
    states: { running: 'running', pausing: 'pausing', paused: 'paused', stopped: 'stopped', done: '' } satisfies Record<
      ManyState,
      string
    >,
    delete: 'Delete run',
    deletion: {
      title: (name: string) => `Delete the run “${name}”?`,
      consequence: (answers: number) =>
        `Its ${counted(answers, 'answer')} are deleted from this computer. Nothing changes at the provider.`,
      button: 'Delete run'
    }
  },
  askMany: 'Ask many…',
  atWork: (state: ManyState, answered: number, asked: number) =>
    `${state === 'paused' ? 'Asking many, paused' : 'Asking many'}: ${count(answered)} of ${count(asked)}`
}
