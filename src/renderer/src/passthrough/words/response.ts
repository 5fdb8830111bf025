import type { Outcome, ProviderError } from '../../../../shared/passthrough/result'
import { bytes, clockTime, count, counted, duration, megabytes, milliseconds, momentWords } from '../../kit/format'

export const responseWords = {
  pane: 'Response',
  notStarted: (why: string) => `${why} Nothing was sent.`,
  cutOff: 'The app ended before a response came. The request may or may not have arrived.',
  head: {
    outcomes: {
      answered: 'delivered',
      refused: 'rejected',
      unknown: 'unknown',
      failed: 'failed',
      cancelled: 'cancelled'
    } satisfies Record<Outcome, string>,
    api: (status: number) => `API ${status}`,
    apiWhy: 'The API delivered the request. The first status is the provider’s own, from the response body.',
    size: (size: number, complete: boolean) => `${bytes(size)}${complete ? '' : ', incomplete'}`,
    sentAt: (time: string) => `Sent ${time}`,
    waited: (ms: number) => `waited ${milliseconds(ms)} for its turn`,
    firstByte: (ms: number) => `first byte after ${milliseconds(ms)}`,
    tries: (tries: number) => counted(tries, 'try', 'tries'),
    edited: 'Request edited since',
    editedWhy: 'This response belongs to the request as it was sent, before your edits.',
    left: (limit: number) => `of ${count(limit)} left`,
    resets: (resetAt: number, now: number) => `on this connector, resets ${momentWords(resetAt, now)}`,
    leftWhy: 'Requests left in the rate limit of this connector’s token. Other connectors have their own.'
  },
  outcome: {
    name: 'Outcome',
    unknown: 'Outcome unknown',
    cancelled: 'Cancelled. Nothing was changed.',
    failed: 'The request failed',
    delivered: (provider: string) => `Delivered to ${provider}. Check the response body for its result.`,
    /** A provider's failure often comes in a 200 of the API. */
    providerStatus: ({ status }: Pick<ProviderError, 'status'>) => (status === null ? 'error' : String(status)),
    /** "BambooHR answered: 422 invalid_employee" */
    providerError: (provider: string, { status, code }: Pick<ProviderError, 'status' | 'code'>) => {
      const what = [status, code].filter((one) => one !== null).join(' ')
      return what === '' ? `${provider} answered with an error` : `${provider} answered: ${what}`
    },
    wait: 'Wait {time} before sending again.'
  },
  key: {
    label: 'Idempotency key',
    copyName: 'idempotency key',
    sentAt: (at: number, again: boolean) => `${again ? 'first sent' : 'sent'} ${clockTime(at)}`,
    late: 'The API remembers a key for 5 minutes, and they have passed. If the request arrived, sending it again creates a second record: check the customer’s system first.',
    safe: (until: number) =>
      `Until ${clockTime(until)} it is safe to send it again with the same key: the record is created once. “Send” above uses a new key, which creates a second record if this one arrived.`,
    repeat: 'Send again with the same key'
  },
  progress: {
    name: 'Send progress',
    cancelling: 'Cancelling…',
    soFar: (ms: number) => `${duration(ms)} so far`,
    tryNow: 'Try now',
    cancels: '{key} to cancel'
  },
  none: {
    title: 'No response yet',
    noAccess: 'Nothing can be sent now. The banner above says why and what to do.',
    reading: 'Connectors are loading. You can choose one as soon as it appears.',
    noConnector: 'No connectors are loaded in this region yet.',
    refresh: 'Refresh connectors',
    choose: (unified: boolean) =>
      unified ? 'Choose a connector and what to create, then Send.' : 'Choose a connector and enter a path, then Send.',
    earlier: (responses: number) =>
      `${counted(responses, 'earlier response')} to this request ${responses === 1 ? 'is' : 'are'} in History.`,
    showLast: 'Show the latest',
    sentAtOnce: (method: string) => `${method} only reads, so it is sent without confirmation.`,
    asked: (method: string) => `You confirm ${method} once before it is sent.`
  },
  body: {
    saved: (file: string) => `Saved as ${file}`,
    binary: 'Binary response',
    binaryHint: (size: number) =>
      `${counted(size, 'byte')}. Images, PDF and other files are not shown here. Save the file to open it.`,
    save: 'Save to a file',
    empty: 'The response body is empty',
    opening: 'Opening the response…',
    dropped: (room: number) => `The response body was deleted to stay within ${megabytes(room)}`,
    droppedHint: 'The oldest responses are deleted first. You can change the limit in Settings.',
    none: 'The response has no body'
  },
  tools: {
    forms: 'Show body as',
    form: { pretty: 'Pretty', tree: 'Tree', table: 'Table', raw: 'Raw' },
    headers: 'Headers',
    wrap: 'Wrap long lines',
    useText: 'Use selected text as variable…',
    filter: 'Filter with JMESPath',
    find: 'Find in the response',
    findTitle: 'Find (Ctrl+F)',
    copy: 'Copy body',
    copied: 'Copied',
    notCopied: 'Not copied',
    beginning: 'Reading the rest…',
    save: 'Save body to a file',
    saveTitle: 'Save to a file, byte for byte'
  },
  filter: {
    name: 'JMESPath',
    end: 'Close filter',
    endTitle: 'Close filter (Esc)'
  },
  find: {
    name: 'Find',
    none: 'No matches',
    at: (at: number, total: number, more: boolean) => `${count(at)} of ${count(total)}${more ? ' or more' : ''}`,
    previous: 'Previous match',
    previousTitle: 'Previous (Shift+Enter)',
    next: 'Next match',
    nextTitle: 'Next (Enter)',
    end: 'Close search',
    endTitle: 'Close search (Esc)'
  },
  compare: {
    menu: 'Compare with another response',
    find: 'Method, path, customer, integration or status',
    answers: 'Responses in the history',
    this: 'Earlier responses to this request',
    others: 'Responses to other requests',
    none: (isSearched: boolean) =>
      isSearched ? 'No matching responses.' : 'The history has no other response to compare with yet.',
    older: 'Show older',
    request: (method: string, path: string, time: string) => `${method} ${path}, ${time}`,
    list: 'Differences',
    same: (other: string) => `Identical to the response of ${other}.`,
    differences: (total: number, more: boolean, other: string, structural: boolean) =>
      `${counted(total, 'difference')}${more ? ' or more' : ''} from ${other}${structural ? '' : ', compared line by line because one is not JSON'}`,
    change: { added: 'added', removed: 'removed', changed: 'changed' },
    whole: '(whole body)',
    to: 'to',
    end: 'Close comparison'
  }
}
