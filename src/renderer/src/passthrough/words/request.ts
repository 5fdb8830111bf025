import { writeRetries } from '../../../../shared/passthrough/passthrough'
import type { ExportAs } from '../../../../shared/passthrough/curl/export'
import { bytes, counted } from '../../kit/format'

const kinds = { params: 'Param', headers: 'Header', parts: 'Part' } as const
type Kind = keyof typeof kinds

export const requestWords = {
  view: 'Passthrough',
  opening: 'Opening your requests…',
  newRequest: 'New request',
  library: 'History and shelf',
  widthOfLibrary: 'Width of the history',
  widthOfRequest: 'Width of the request',
  route: { name: 'Route', passthrough: 'Passthrough', unified: 'Unified write' },
  notSent: (why: string) => `Not sent: ${why}`,
  bar: {
    method: 'Method',
    path: 'Path',
    pathExample: '/employees',
    send: 'Send',
    cancel: 'Cancel',
    save: 'Save',
    saveTitle: (keys: string) => `Save request (${keys})`,
    otherRegion: (its: string, shown: string) =>
      `This request is sent to ${its}, where its connector is. The window shows ${shown}.`,
    switchRegion: (its: string) => `Switch to ${its}`,
    fromApi: (message: string) => `The API: ${message}`,
    create: 'Create',
    createOne: (noun: string, path: string) => `Create ${noun} (${path})`,
    withKey: 'With idempotency key: safe to send again',
    withoutKey: 'Without idempotency key',
    noWrites: (category: string) => `No writes available for ${category}`,
    choose: 'Choose what to create'
  },
  paths: {
    name: 'Paths used before',
    from: (integration: string, shelf: boolean) =>
      `From your ${integration} history${shelf ? ', saved requests and shelf' : ' and saved requests'}`
  },
  tabs: {
    name: 'Requests',
    running: ', sending',
    unsaved: ', not saved',
    close: (unsaved: boolean) => (unsaved ? 'Close (Ctrl+W). This request is not saved.' : 'Close (Ctrl+W)'),
    newTitle: 'New request (Ctrl+T)',
    menu: { close: 'Close', closeOthers: 'Close others', duplicate: 'Duplicate' }
  },
  more: {
    name: 'More',
    title: 'More actions for this request',
    duplicate: 'Duplicate',
    reopen: 'Reopen closed request',
    variables: 'Variables…'
  },
  copyAs: {
    label: { curl: 'Copy as cURL', httpie: 'Copy as HTTPie', fetch: 'Copy as fetch' } satisfies Record<
      ExportAs,
      string
    >,
    what: { curl: 'a cURL command', httpie: 'an HTTPie command', fetch: 'a fetch call' } satisfies Record<
      ExportAs,
      string
    >,
    done: (what: string) => `Copied as ${what}`,
    tokens: 'It contains no tokens: it reads them from ACCESS_TOKEN and CONNECTOR_TOKEN.',
    har: 'Copy as HAR',
    doneHar: 'Copied as HAR',
    tokensHar: 'It contains no tokens. It has the response, with the data of the customer, where that is JSON.',
    failed: 'Not copied: the clipboard is not available'
  },
  import: {
    open: 'Import cURL',
    title: 'Import a cURL command',
    hint: 'Paste a cURL command for the provider’s API or for passthrough (bash, cmd or PowerShell). Tokens and cookies are removed.',
    label: 'Command',
    submit: 'Import',
    cancel: 'Cancel',
    host: '{request}, without the host {host}: the API uses the customer’s own.',
    failed: 'Not imported',
    done: 'Imported from a command',
    noHost: (host: string) => `The host ${host} is left out: the API uses the customer’s own.`,
    noSecrets: (names: readonly string[]) =>
      `Left out as secrets: ${names.join(', ')}. The API adds the customer’s own credentials.`,
    offer: 'This is a cURL command',
    offerLine: (request: string) => `It is ${request}. Import it in place of this request, or in a new tab?`,
    replace: 'Replace this request',
    newTab: 'Open in a new tab',
    undo: 'Undo'
  },
  entries: {
    send: 'Send',
    cancel: 'Cancel request',
    save: 'Save request',
    create: 'New request',
    duplicate: 'Duplicate request',
    reopen: 'Reopen closed request',
    find: 'Find in response',
    importCurl: 'Import cURL',
    variables: 'Variables…'
  },
  notice: { dismiss: 'Dismiss' },
  sections: {
    name: 'Parts of the request',
    path: 'Operation',
    params: 'Params',
    headers: 'Headers',
    body: 'Body',
    options: 'Options',
    checks: 'Checks',
    panel: {
      path: 'Fields of the operation',
      params: 'Params of the request',
      headers: 'Headers of the request',
      body: 'Body of the request',
      options: 'Options of the request',
      checks: 'Checks of the response'
    },
    json: 'JSON',
    toCorrect: (fields: number) => `${fields} to correct`
  },
  rows: {
    cell: (kind: Kind, number: number, part: 'name' | 'value') => `${kinds[kind]} ${number} ${part}`,
    used: (kind: Kind, number: number) => `${kinds[kind]} ${number} is used`,
    remove: (kind: Kind, number: number) => `Remove ${kinds[kind].toLowerCase()} ${number}`,
    removeTitle: 'Remove',
    head: { name: 'Name', value: 'Value', note: 'Note' },
    placeholder: { name: 'name', value: 'value' },
    repeats: 'repeats'
  },
  params: {
    name: 'Kind of params',
    rows: 'Rows',
    json: 'JSON',
    asText: 'Values are sent as text',
    asTyped: 'Values keep their JSON types',
    editor: 'Params as JSON'
  },
  parts: {
    select: 'Select a file',
    text: 'Text part',
    file: 'File part',
    none: 'No parts, so no body is sent.'
  },
  body: {
    name: 'Kind of body',
    kinds: { json: 'JSON', xml: 'XML', parts: 'Multipart' },
    none: 'No body',
    text: (size: number) => `${bytes(size)} of text`,
    broken: 'Fix the JSON before sending',
    valid: 'Valid JSON',
    format: 'Format',
    editor: { json: 'JSON body', xml: 'XML body' },
    otherText: 'XML or any other text'
  },
  options: {
    change: 'Change',
    line: {
      send: (format: string) => `Send ${format}`,
      read: (format: string) => `Read ${format}`,
      timeout: (seconds: number) => `Timeout ${seconds} s`,
      defaults: '(defaults)'
    },
    none: 'Default',
    sendAs: 'Send as',
    sendDefault: 'Same as the body (JSON if empty)',
    sendHint: 'JSON, XML or multipart',
    readAs: 'Read as',
    readDefault: 'Default: JSON',
    readHint: 'Binary responses can be saved, not shown',
    timeout: 'Timeout',
    unit: 's',
    timeoutDefault: (seconds: number) => `Default: ${seconds} s`,
    timeoutHint: 'Seconds the provider has to answer',
    once: writeRetries
  },
  /** A saved request that a link names. */
  looked: {
    hint: 'A link led to this saved request. Nothing was opened in a tab, and nothing was sent.',
    of: (customer: string) => `Saved for ${customer}`,
    ofNone: 'Saved without a connector',
    open: 'Open in a tab',
    close: 'Close'
  },
  preview: {
    name: 'Request preview',
    copy: 'Copy request JSON',
    copied: 'Copied',
    notCopied: 'Not copied',
    token: 'The connector token is added on sending and never shown.'
  },
  problem: {
    at: (line: number, column: number) => `Line ${line}, column ${column}:`,
    confirm: 'You confirm this before it is sent.'
  },
  progress: {
    patience: (seconds: number) => ` This can take up to ${seconds} s.`,
    notSent: 'Not sent yet.',
    token: 'Finding the connector’s token',
    confirm: 'Waiting for your confirmation',
    confirmHint: 'Answer in the confirmation window. Not sent yet.',
    queued: 'Waiting for its turn',
    queuedHint: (ahead: number) => `${counted(ahead, 'request')} of this connector first. Not sent yet.`,
    connecting: (attempt: number) => (attempt > 1 ? `Connecting, try ${attempt}` : 'Connecting'),
    sent: (attempt: number) => (attempt > 1 ? `Sent, try ${attempt}` : 'Sent'),
    waiting: (patience: string) => `Waiting for the response.${patience}`,
    limited: (left: string) => `Waiting ${left}: rate limit`,
    limitedHint:
      'The rate limit of this connector’s token is reached (429). The request was not forwarded; it is sent again then.',
    retrying: (left: string) => `Retrying in ${left}`,
    failedTry: (why: string, left: string) => `${why} Retrying in ${left}.`,
    receiving: 'Receiving the response',
    receivingHint: 'The request was delivered.'
  }
}
