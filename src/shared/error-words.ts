import type { AppErrorShape, ErrorCode } from './errors'

export interface ErrorWords {
  /** `neutral`: nobody's fault, or nothing lost. It is never shown in red. */
  severity: 'neutral' | 'problem'
  /** What happened. */
  title: string
  /** Why, most likely. */
  cause: string
  /** What to do. */
  next: string
}

/** THE table: how each failure is told. A code without words is a compile error. */
export const errorWords: Record<ErrorCode, ErrorWords> = {
  unauthorized: {
    severity: 'problem',
    title: 'The service refused this token',
    cause: 'Two usual causes: it is a key of another environment (those get 401), or it was mistyped or withdrawn.',
    next: 'Check that the base address and the token belong together, then enter the token again.'
  },
  forbidden: {
    severity: 'problem',
    title: 'The service does not permit this with this token',
    cause: 'Most likely it is a token of another category (those get 403), or the category is not enabled for it.',
    next: 'Use a token made for this category, or ask whoever issues tokens to permit it.'
  },
  validation: {
    severity: 'problem',
    title: 'The service did not accept the request',
    cause: 'Most likely the service expects something other than this app sends; its own words are below.',
    next: 'Copy the report and pass it on: this is for whoever looks after the app.'
  },
  'rate-limited': {
    severity: 'neutral',
    title: 'The service asked for a pause too many times',
    cause: 'Most likely something else uses the same token at the same time.',
    next: 'Wait a minute, then try again.'
  },
  'service-error': {
    severity: 'problem',
    title: 'The service failed to answer this',
    cause: 'Most likely a fault or an outage on its side; it was asked more than once.',
    next: 'Try again in a few minutes.'
  },
  'bad-response': {
    severity: 'problem',
    title: 'The answer was not what the service promises',
    cause: 'Most likely another server answered: a proxy, a sign-in page, or a base address with a wrong path.',
    next: 'Check the base address.'
  },
  'too-large': {
    severity: 'problem',
    title: 'The answer was larger than this app accepts',
    cause: 'Most likely it is not an answer of this service, or one that never ends.',
    next: 'Check the base address.'
  },
  'cursor-loop': {
    severity: 'problem',
    title: 'The service sent the same page again and again',
    cause: 'Most likely a fault of its paging: the next cursor led back to a page already read.',
    next: 'Try again; if it stays, pass the report on to the service.'
  },
  redirected: {
    severity: 'problem',
    title: 'The service pointed to another address',
    cause:
      'Most likely the base address is an old one. Redirects are not followed, so that no token leaves for elsewhere.',
    next: 'Enter the address it moved to as the base address, if you trust it.'
  },
  unreachable: {
    severity: 'neutral',
    title: 'The service cannot be reached',
    cause: 'Most likely this computer is offline, a VPN or proxy is missing, or the base address is mistyped.',
    next: 'Check the connection and the base address, then try again.'
  },
  'untrusted-certificate': {
    severity: 'problem',
    title: 'The certificate of this address is not trusted',
    cause:
      'Most likely a proxy that inspects traffic stands between, and its certificate is not known to this computer.',
    next: 'Ask whoever runs this network to add its certificate. Nothing was sent.'
  },
  timeout: {
    severity: 'neutral',
    title: 'The service did not answer in time',
    cause: 'Most likely it is overloaded, or the connection is slow.',
    next: 'Try again.'
  },
  cancelled: {
    severity: 'neutral',
    title: 'Cancelled',
    cause: 'It was stopped before the end.',
    next: 'Start it again when you need it.'
  },
  'keychain-missing': {
    severity: 'neutral',
    title: 'No keychain was found',
    cause: 'Most likely no keychain service runs in this session. Tokens are never written to a file instead.',
    next: 'Start the keychain and check again, or keep the token for this session only.'
  },
  'keychain-locked': {
    severity: 'neutral',
    title: 'The keychain is locked',
    cause: 'A token that is stored in it was not lost; it cannot be read until it is unlocked.',
    next: 'Unlock the keychain and check again, or use a token for this session only.'
  },
  'no-token': {
    severity: 'neutral',
    title: 'There is no token for this region',
    cause: 'Most likely it was kept for one session only, or this region was never given one.',
    next: 'Enter a token for this region.'
  },
  'invalid-input': {
    severity: 'problem',
    title: 'Something entered cannot be used',
    cause: 'The field in question says what is wrong with it.',
    next: 'Correct it and try again.'
  },
  'confirmation-needed': {
    severity: 'neutral',
    title: 'This has to be confirmed first',
    cause: 'It can change data of a customer, or go elsewhere than it seems. Nothing was sent.',
    next: 'Check the customer, the integration and the region, then confirm.'
  },
  'not-found': {
    severity: 'problem',
    title: 'This no longer exists',
    cause: 'Most likely it was removed meanwhile, here or elsewhere.',
    next: 'Refresh the list.'
  },
  'not-permitted': {
    severity: 'problem',
    title: 'This window may not ask for that',
    cause: 'The request did not come from the app itself.',
    next: 'Close the window and open the app again.'
  },
  internal: {
    severity: 'problem',
    title: 'The app made a mistake',
    cause: 'This is a fault of Connector Desk, not of the service and not yours.',
    next: 'Try again; if it stays, copy the report and pass it on.'
  }
}

/** The technical side of an error as lines of `name: value`, for the folded detail and the report. Holds no secret: main redacts. */
export function technicalLines(error: AppErrorShape): string[] {
  const detail = typeof error.detail === 'object' ? JSON.stringify(error.detail) : error.detail
  const facts: [string, string | number | undefined][] = [
    ['code', error.code],
    ['message', error.message],
    ['endpoint', error.endpoint],
    ['page', error.page],
    ['status', error.status],
    ['service says', detail],
    ['asked to wait, ms', error.retryAfterMs],
    ['request', error.requestId]
  ]
  return facts.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}: ${value}`)
}
