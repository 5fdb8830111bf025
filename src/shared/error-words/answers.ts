import type { ErrorCode } from '../errors'
import { itself, type Entry, type Words } from './entry'

const tried: Words = ({ tries = 1 }) => (tries > 1 ? ` We tried ${tries} times.` : '')
const answered: Words = (error) => `The API answered ${error.status ?? 'with an error'}.${tried(error)}`
const rejected: Words = (error) => `The API rejected it${error.status ? ` (${error.status})` : ''}.${tried(error)}`
const seconds = (ms: number) => `${Math.max(1, Math.ceil(ms / 1_000)).toLocaleString('en-US')} s`

const webhooks = / \/api\/v1\/webhooks/
const category = / \/api\/(hris|ats|lms)\/v1\//

/** 403: the token, a disabled category, or the plan. A mistyped token gives 401. */
const forbidden: Words = ({ message, endpoint = '' }) => {
  if (webhooks.test(endpoint)) return 'The token works. Your plan may not include webhooks and their log.'
  const [, of] = category.exec(endpoint) ?? []
  return of ? `${message} The request is for ${of.toUpperCase()} data.` : message
}

const allow: Words = ({ endpoint = '' }) => {
  if (webhooks.test(endpoint)) return 'Ask the person who manages your plan, or use the dashboard.'
  const [, of] = category.exec(endpoint) ?? []
  return of
    ? `Ask your admin to enable ${of.toUpperCase()} for it, or use another token.`
    : 'Ask your admin to enable it for this token or plan, or use another token.'
}

export const answerWords = {
  unauthorized: {
    severity: 'problem',
    title: 'The token was rejected',
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
    title: 'The request is not valid',
    cause: (error) => `The API found a mistake in it (${error.status ?? 422}).`,
    next: 'Correct what the API names, then try again.'
  },
  'rate-limited': {
    severity: 'neutral',
    title: 'Rate limit reached',
    cause: (error) =>
      error.retryAfterMs === undefined
        ? `The API asked us to wait.${tried(error)}`
        : `The API asked us to wait ${seconds(error.retryAfterMs)} (rate limit).${tried(error)}`,
    next: ({ retryAfterMs }) =>
      retryAfterMs === undefined ? 'Wait a minute, then try again.' : `Try again in ${seconds(retryAfterMs)}.`
  },
  'bad-request': {
    severity: 'problem',
    title: 'The request was rejected',
    cause: rejected,
    next: 'Correct what the API names, then try again.'
  },
  'not-offered': {
    severity: 'problem',
    title: 'The API does not offer this operation',
    cause: (error) => `${answered(error)} The token is fine.`,
    next: 'Use the dashboard instead.'
  },
  conflict: {
    severity: 'problem',
    title: 'The request conflicts with another one',
    cause: 'The API answered 409: something with that name exists, or the same request is still running.',
    next: 'Refresh, check what is there, then decide whether to send it again.'
  },
  'request-too-large': {
    severity: 'problem',
    title: 'The request is too large',
    cause: rejected,
    next: 'Send less at once: a smaller body or file.'
  },
  'format-refused': {
    severity: 'problem',
    title: 'The API does not accept this format',
    cause: rejected,
    next: 'Send it in another format.'
  },
  locked: {
    severity: 'problem',
    title: 'Locked for now',
    cause: (error) => `${answered(error)} Another process is changing it.`,
    next: 'Wait a moment, then try again.'
  },
  rejected: {
    severity: 'problem',
    title: 'The request was rejected',
    cause: rejected,
    next: 'If the details do not help, copy the report and send it to the API’s support.'
  },
  'service-unavailable': {
    severity: 'problem',
    title: 'The API is not available right now',
    cause: answered,
    next: 'Try again in a few minutes.'
  },
  'service-error': {
    severity: 'problem',
    title: 'The API is having a problem',
    cause: answered,
    next: 'Try again in a few minutes. If it still fails, send the report to the API’s support.'
  },
  'not-the-service': {
    severity: 'problem',
    title: 'No API found at this address',
    cause: itself,
    next: 'Check the base address.'
  },
  'bad-response': {
    severity: 'problem',
    title: 'The response is not what the API promises',
    cause: ({ message }) => `${message} Another server may have answered, for example a proxy or a sign-in page.`,
    next: 'Check the base address.'
  },
  'too-large': {
    severity: 'problem',
    title: 'This is larger than the app accepts',
    cause: itself,
    next: 'Request less at once, or check the base address.'
  },
  'cursor-loop': {
    severity: 'problem',
    title: 'The API sent the same page twice',
    cause: 'The next cursor led back to a page that was already loaded: a fault in the API’s paging.',
    next: 'Try again. If it still fails, send the report to the API’s support.'
  },
  redirected: {
    severity: 'problem',
    title: 'The API redirects to another address',
    cause: 'The base address may be outdated. Redirects are not followed, so that no token goes to another server.',
    next: 'If you trust the new address, enter it as the base address.'
  },
  'no-record': {
    severity: 'neutral',
    title: 'No such record',
    cause: itself,
    next: 'Check the ID, the model and the connector, or fetch the collection.'
  },
  'no-file': {
    severity: 'problem',
    title: 'The file was not downloaded',
    cause: itself,
    next: 'Nothing was kept. Download it again: each download gets a new address.'
  },
  unreachable: {
    severity: 'neutral',
    title: 'The API cannot be reached',
    cause: ({ message }) =>
      `${message} This computer may be offline, a VPN or proxy may be missing, or the base address may be mistyped.`,
    next: 'Check the connection and the base address, then try again.'
  },
  'untrusted-certificate': {
    severity: 'problem',
    title: 'The certificate of this address is not trusted',
    cause: ({ message }) => `${message} Nothing was sent.`,
    next: 'Open the Doctor to see which certificate fails. If it is your company’s proxy, add its CA certificate in Settings.'
  },
  timeout: {
    severity: 'neutral',
    title: 'No response in time',
    cause: ({ message }) => `${message} The API may be overloaded, or the connection slow.`,
    next: 'Try again.'
  },
  'not-found': {
    severity: 'problem',
    title: 'This no longer exists',
    cause: ({ status, message }) => (status === undefined ? message : 'It was probably removed in the meantime.'),
    next: 'Refresh the list.'
  }
} satisfies Partial<Record<ErrorCode, Entry>>
