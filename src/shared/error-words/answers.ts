import type { ErrorCode } from '../errors'
import { itself, type Entry, type Words } from './entry'

const tried: Words = ({ tries = 1 }) => (tries > 1 ? ` We tried ${tries} times.` : '')
const answered: Words = (error) => `It answered ${error.status ?? 'with an error'}.${tried(error)}`
const seconds = (ms: number) => `${Math.max(1, Math.ceil(ms / 1_000)).toLocaleString('en-US')} s`

const webhooks = / \/api\/v1\/webhooks/
const category = / \/api\/(hris|ats|lms)\/v1\//

/** 403: a token, a category that is not enabled, or the plan. Never a token that was mistyped: that is 401. */
const forbidden: Words = ({ message, endpoint = '' }) => {
  if (webhooks.test(endpoint)) return 'The token works. Your plan may not include webhooks and their log.'
  const [, of] = category.exec(endpoint) ?? []
  return of ? `${message} The address is one of ${of.toUpperCase()}.` : message
}

const allow: Words = ({ endpoint = '' }) => {
  if (webhooks.test(endpoint)) return 'Ask whoever manages your plan, or look at webhooks in the service’s dashboard.'
  const [, of] = category.exec(endpoint) ?? []
  return of
    ? `Ask your admin to enable ${of.toUpperCase()} for it, or use another token.`
    : 'Ask your admin to enable it for this token or plan, or use another token.'
}

/** What the service answered, or what came instead, and the connection. */
export const answerWords = {
  unauthorized: {
    severity: 'problem',
    title: 'The service refused this token',
    cause: 'The token was mistyped, has been revoked, or belongs to another environment (for example sandbox).',
    next: 'Check that the base address and the token belong together, then enter the token again.'
  },
  forbidden: {
    severity: 'problem',
    title: 'Not allowed for this token or plan',
    cause: forbidden,
    next: allow
  },
  validation: {
    severity: 'problem',
    title: 'The service did not accept the request',
    cause: 'It found a mistake in what was sent.',
    next: 'Correct what it names and try again.'
  },
  'rate-limited': {
    severity: 'neutral',
    title: 'Rate limit reached',
    cause: (error) =>
      error.retryAfterMs === undefined
        ? `The service asked us to wait.${tried(error)}`
        : `The service asked us to wait ${seconds(error.retryAfterMs)} (rate limit).${tried(error)}`,
    next: ({ retryAfterMs }) =>
      retryAfterMs === undefined ? 'Wait a minute, then try again.' : `Try again in ${seconds(retryAfterMs)}.`
  },
  'bad-request': {
    severity: 'problem',
    title: 'The service rejected the request',
    cause: answered,
    next: 'Correct what it names and try again.'
  },
  'not-offered': {
    severity: 'problem',
    title: 'The service does not offer this operation',
    cause: (error) => `${answered(error)} Nothing is wrong with the token.`,
    next: 'Use the service’s dashboard for it.'
  },
  conflict: {
    severity: 'problem',
    title: 'The request conflicts with another one',
    cause: 'It answered 409: something of that name exists, or the same request is still running.',
    next: 'Refresh, look at what is there, then decide whether to send it again.'
  },
  'request-too-large': {
    severity: 'problem',
    title: 'The request is too large for the service',
    cause: answered,
    next: 'Send less at once: a smaller body or file.'
  },
  'format-refused': {
    severity: 'problem',
    title: 'The service does not take this format',
    cause: answered,
    next: 'Send it in another format.'
  },
  locked: {
    severity: 'problem',
    title: 'The service has locked this for now',
    cause: (error) => `${answered(error)} Something else is changing it.`,
    next: 'Wait until that has ended, then try again.'
  },
  rejected: {
    severity: 'problem',
    title: 'The service rejected the request',
    cause: answered,
    next: 'Copy the report and send it to the service’s support if its own words do not help.'
  },
  'service-unavailable': {
    severity: 'problem',
    title: 'The service is not available right now',
    cause: answered,
    next: 'Try again in a few minutes.'
  },
  'service-error': {
    severity: 'problem',
    title: 'The service is having a problem',
    cause: answered,
    next: 'Try again in a few minutes. If it stays, send the report to the service’s support.'
  },
  'not-the-service': {
    severity: 'problem',
    title: 'This address is not the service',
    cause: itself,
    next: 'Check the base address.'
  },
  'bad-response': {
    severity: 'problem',
    title: 'The answer was not what the service promises',
    cause: ({ message }) => `${message} Another server may have answered: a proxy, or a sign-in page.`,
    next: 'Check the base address.'
  },
  'too-large': {
    severity: 'problem',
    title: 'This is larger than the app accepts',
    cause: itself,
    next: 'Ask for less at once, or check the base address.'
  },
  'cursor-loop': {
    severity: 'problem',
    title: 'The service sent the same page again and again',
    cause: 'The next cursor led back to a page already read: a fault of its paging.',
    next: 'Try again; if it stays, send the report to the service’s support.'
  },
  redirected: {
    severity: 'problem',
    title: 'The service pointed to another address',
    cause: 'The base address may be an old one. Redirects are not followed, so that no token leaves for elsewhere.',
    next: 'Enter the address it moved to as the base address, if you trust it.'
  },
  'no-record': {
    severity: 'neutral',
    title: 'There is no such record',
    cause: itself,
    next: 'Check the id, its model and its connector, or walk the collection.'
  },
  'no-file': {
    severity: 'problem',
    title: 'The file did not come',
    cause: itself,
    next: 'Nothing was kept. Download it again: the service gives a new address each time.'
  },
  unreachable: {
    severity: 'neutral',
    title: 'The service cannot be reached',
    cause: ({ message }) =>
      `${message} This computer may be offline, or a VPN or proxy missing, or the base address mistyped.`,
    next: 'Check the connection and the base address, then try again.'
  },
  'untrusted-certificate': {
    severity: 'problem',
    title: 'The certificate of this address is not trusted',
    cause: ({ message }) => `${message} Nothing was sent. A company proxy that inspects traffic may stand between.`,
    next: 'Open the Doctor: it names the certificate that fails. The CA certificate of a company proxy can be chosen in Settings.'
  },
  timeout: {
    severity: 'neutral',
    title: 'The service did not answer in time',
    cause: ({ message }) => `${message} The service may be overloaded, or the connection slow.`,
    next: 'Try again.'
  },
  'not-found': {
    severity: 'problem',
    title: 'This no longer exists',
    cause: ({ status, message }) =>
      status === undefined ? message : 'Most likely it was removed meanwhile, here or elsewhere.',
    next: 'Refresh the list.'
  }
} satisfies Partial<Record<ErrorCode, Entry>>
