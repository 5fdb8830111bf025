import type { AppErrorShape, ErrorCode, ValidationIssue } from './errors'
import type { TokenChange } from './workspaces/token-change'

interface ErrorWords {
  /** `neutral`: nobody's fault, or nothing is lost. Never shown in red. */
  severity: 'neutral' | 'problem'
  title: string
  /** Why, as far as known. */
  cause: string
  next: string
}

export type Words = (error: AppErrorShape) => string

/** The title fits every error of the code: the activity keeps only the code. */
export interface Entry {
  severity: ErrorWords['severity']
  title: string
  cause: string | Words
  next: string | Words
}

export const itself: Words = ({ message }) => message

const tried: Words = ({ tries = 1 }) => (tries > 1 ? ` We tried ${tries} times.` : '')
const answered: Words = (error) => `The API answered ${error.status ?? 'with an error'}.${tried(error)}`
const rejected: Words = (error) => `The API rejected it${error.status ? ` (${error.status})` : ''}.${tried(error)}`

/** Rounded up: "30 s", "12 min", "5 h 20 min", "2 d 2 h". */
function lengthOf(ms: number): string {
  const s = Math.max(1, Math.ceil(ms / 1_000))
  if (s < 120) return `${s} s`
  const minutes = Math.ceil(s / 60)
  if (minutes < 60) return `${minutes} min`
  const [big, small, names] = minutes < 1_440 ? [60, 1, ['h', 'min']] : [1_440, 60, ['d', 'h']]
  const rest = Math.floor((minutes % big) / small)
  return `${Math.floor(minutes / big)} ${names[0]}${rest > 0 ? ` ${rest} ${names[1]}` : ''}`
}

/** The last part of the path is the id. */
const subjects: readonly [path: RegExp, name: string][] = [
  [/\/connectors\/([^/]+)\/delete$/, 'connector'],
  [/\/custom-fields\/mapping\/([^/]+)$/, 'mapping'],
  [/\/custom-fields\/(?!mapping$)([^/]+)$/, 'custom field'],
  [/\/webhooks\/(?!logs$)([^/]+)$/, 'webhook']
]

/** What a 404 is about; null if the address does not say it. */
function goneSubject(endpoint: string): string | null {
  for (const [path, name] of subjects) {
    const id = path.exec(endpoint)?.[1]
    if (id !== undefined) return `The ${name} ${id}`
  }
  return null
}

const gone: Words = ({ status, message, endpoint }) => {
  if (status === undefined) return message
  if (endpoint === undefined) return 'It was probably removed in the meantime.'
  const isNewMapping = endpoint === 'POST /api/v1/custom-fields/mapping'
  const subject = isNewMapping ? 'The field, integration or connector of this mapping' : goneSubject(endpoint)
  return subject
    ? `${subject} is no longer there: the API answered ${status}.`
    : `The API has nothing at ${endpoint} (${status}): it was removed, or is not offered here.`
}

const isReading = ({ endpoint = '' }: AppErrorShape) => /^(GET|HEAD) /.test(endpoint)

const webhooks = / \/api\/v1\/webhooks/
const category = / \/api\/(hris|ats|lms)\/v1\//

/** 403: the token, a disabled category, or the plan. A mistyped token gives 401. */
const forbidden: Words = ({ message, endpoint = '' }) => {
  if (webhooks.test(endpoint)) return 'The token works. Your plan may not include webhooks and their log.'
  const [, of] = category.exec(endpoint) ?? []
  return of ? `${message} The request is for ${of.toUpperCase()} data.` : message
}

const allow: Words = (error) => {
  const { endpoint = '' } = error
  if (webhooks.test(endpoint)) return 'Ask the person who manages your plan, or use the dashboard.'
  // The category is enabled already: what is to be changed was read first.
  if (endpoint && !isReading(error)) return 'Ask your admin to allow this change for the token, or use another token.'
  const [, of] = category.exec(endpoint) ?? []
  return of
    ? `Ask your admin to enable ${of.toUpperCase()} for it, or use another token.`
    : 'Ask your admin to enable it for this token or plan, or use another token.'
}

const pasteNew = 'Paste the new one: Settings, Workspaces, Replace.'

/** "Ada changed the token at 10:02.", or "on 24 Nov at 10:02". */
function changedBy({ by, at }: TokenChange): string {
  const of = (how: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', how).format(at)
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  const day = isToday ? '' : `on ${of({ day: 'numeric', month: 'short' })} `
  return `${by} changed the token ${day}at ${of({ hour: '2-digit', minute: '2-digit' })}.`
}

/** Why a token was refused, and what to do, in one line. */
export const tokenChangeWords = (change: TokenChange): string => `${changedBy(change)} ${pasteNew}`

const answerWords = {
  unauthorized: {
    severity: 'problem',
    title: 'The token was rejected',
    cause: ({ tokenChange }) =>
      tokenChange
        ? changedBy(tokenChange)
        : 'The token was mistyped, has been revoked, or belongs to another environment (for example sandbox).',
    next: ({ tokenChange }) =>
      tokenChange ? pasteNew : 'Check that the base address and the token belong together, then enter the token again.'
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
        : `The API asked us to wait ${lengthOf(error.retryAfterMs)} (rate limit).${tried(error)}`,
    next: ({ retryAfterMs }) =>
      retryAfterMs === undefined ? 'Wait a minute, then try again.' : `Try again in ${lengthOf(retryAfterMs)}.`
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
    cause: (error) =>
      isReading(error)
        ? 'The API answered 409: another request or a sync is changing it.'
        : 'The API answered 409: something with that name exists, or the same request is still running.',
    next: (error) =>
      isReading(error)
        ? 'Wait a moment, then try again.'
        : 'Refresh, check what is there, then decide whether to send it again.'
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
    cause: gone,
    next: 'Refresh the list.'
  }
} satisfies Partial<Record<ErrorCode, Entry>>

const hereWords = {
  cancelled: {
    severity: 'neutral',
    title: 'Cancelled',
    cause: 'It was stopped before it finished.',
    next: 'Start it again when you need it.'
  },
  'keychain-missing': {
    severity: 'neutral',
    title: 'No keychain was found',
    cause: 'Probably no keychain runs in this session. Tokens are never written to a file instead.',
    next: 'Start the keychain and check again, or use a token for this session only.'
  },
  'keychain-locked': {
    severity: 'neutral',
    title: 'The keychain is locked',
    cause: 'The tokens in it are not lost. They can be read once it is unlocked.',
    next: 'Unlock the keychain and check again, or use a token for this session only.'
  },
  'app-locked': {
    severity: 'neutral',
    title: 'Connector Desk is locked',
    cause: 'While it is locked, it shows nothing and sends nothing.',
    next: 'Unlock it, then try again.'
  },
  'no-token': {
    severity: 'neutral',
    title: 'There is no token for this region',
    cause: 'It was kept for one session only, or was never entered.',
    next: 'Enter a token for this region.'
  },
  'other-address': {
    severity: 'problem',
    title: 'The token was entered for another address',
    cause: itself,
    next: 'If the new address is right, enter its token in Settings. If you did not change it, restore the old one.'
  },
  'invalid-input': {
    severity: 'problem',
    title: 'An entry is not valid',
    cause: itself,
    next: 'Correct it, then try again.'
  },
  'confirmation-needed': {
    severity: 'neutral',
    title: 'Confirm this first',
    cause: 'It can change a customer’s data. Nothing was sent.',
    next: 'Check the customer, the integration and the region, then confirm.'
  },
  'not-recorded': {
    severity: 'problem',
    title: 'The change cannot be recorded',
    cause: itself,
    next: 'Send it again: if it still cannot be recorded, the confirmation says so and you decide.'
  },
  unsupported: {
    severity: 'neutral',
    title: 'Not available here',
    cause: itself,
    next: 'Use the dashboard instead.'
  },
  'tracker-refused': {
    severity: 'problem',
    title: 'The ticket tracker did not do this',
    cause: itself,
    next: 'Nothing is sent again without you.'
  },
  busy: {
    severity: 'neutral',
    title: 'This is already running',
    cause: itself,
    next: 'Wait until it has finished.'
  },
  'sync-failed': {
    severity: 'problem',
    title: 'The sync failed',
    cause: itself,
    next: 'See the connector for the cause, then start a sync again, or fetch the data that is there.'
  },
  outdated: {
    severity: 'neutral',
    title: 'This no longer applies',
    cause: itself,
    next: 'Nothing was changed. Check what is shown now.'
  },
  'leak-refused': {
    severity: 'problem',
    title: 'Not written: it contains a token',
    cause: itself,
    next: 'Remove the token from that text, then try again.'
  },
  'file-conflict': {
    severity: 'problem',
    title: 'A file with this name exists',
    cause: itself,
    next: 'Nothing was overwritten.'
  },
  'file-refused': {
    severity: 'problem',
    title: 'The file cannot be written',
    cause: itself,
    next: 'Check the permissions of the folder, or choose another one.'
  },
  'disk-full': {
    severity: 'problem',
    title: 'The disk is full',
    cause: itself,
    next: 'Free some disk space, then try again.'
  },
  'not-permitted': {
    severity: 'problem',
    title: 'Not permitted',
    cause: itself,
    next: 'Nothing was changed.'
  },
  'no-approval': {
    severity: 'neutral',
    title: 'No colleague agreed',
    cause: itself,
    next: 'Speak to a colleague, then ask again.'
  },
  'team-read-only': {
    severity: 'problem',
    title: 'You may only read in this team',
    cause: 'Your account of the team’s database has the role of a viewer.',
    next: 'Ask your administrator for the role of an operator, or leave the team in Settings.'
  },
  'update-refused': {
    severity: 'problem',
    title: 'The update was refused',
    cause: itself,
    next: 'Nothing was changed, and this version keeps working. Tell the person who manages the update folder.'
  },
  'update-failed': {
    severity: 'neutral',
    title: 'The update could not be loaded',
    cause: itself,
    next: 'Nothing was changed. Check the connection and the address of the update folder, then try again.'
  },
  managed: {
    severity: 'neutral',
    title: 'Managed by your organization',
    cause: itself,
    next: 'Settings shows what is managed. Ask your administrator to change it.'
  },
  internal: {
    severity: 'problem',
    title: 'Something went wrong in the app',
    cause: ({ message }) => `This is a fault of Connector Desk, not of the API and not yours: ${message}`,
    next: 'Try again. If it still fails, copy the report and send it to your administrator.'
  }
} satisfies Partial<Record<ErrorCode, Entry>>

/** A code without words is a compile error. */
const table: Record<ErrorCode, Entry> = { ...answerWords, ...hereWords }

export function wordsOf(error: AppErrorShape): ErrorWords {
  const { severity, title, cause, next } = table[error.code]
  const say = (words: string | Words) => (typeof words === 'string' ? words : words(error))
  return { severity, title, cause: say(cause), next: say(next) }
}

export const titleOf = (code: ErrorCode): string => table[code].title

export const severityOf = (code: ErrorCode): ErrorWords['severity'] => table[code].severity

const forDoctor = new Set<ErrorCode>([
  'service-unavailable',
  'unreachable',
  'untrusted-certificate',
  'timeout',
  'not-the-service',
  'bad-response',
  'redirected',
  'keychain-missing',
  'keychain-locked',
  'disk-full',
  'file-refused'
])

export const isForDoctor = (code: ErrorCode): boolean => forDoctor.has(code)

/** Shown issues of one validation error. */
const mostIssues = 10

/** One per line; may be empty. */
export function saidOf({ detail, challenge }: AppErrorShape): string[] {
  const issues = Array.isArray(detail) ? detail.slice(0, mostIssues) : []
  return [
    ...(typeof detail === 'string' && detail !== '' ? [detail] : []),
    ...issues.map(({ loc, msg }) => (loc.length > 0 ? `${loc.join('.')}: ${msg}` : msg)),
    ...(challenge ? [`WWW-Authenticate: ${challenge}`] : [])
  ]
}

/** Marks a text as the service's own: the app does not speak so. */
export const apiSays = (text: string): string => `The API says: ${text}`

/** Why a write failed, in one line: what is gone, and what the service says of it, else what the app says. */
export function refusalWords(error: AppErrorShape): string {
  const { code, detail, message, endpoint = '' } = error
  const said = Array.isArray(detail) ? detail.map(mistakeWords).join('; ') : detail
  const subject = code === 'not-found' && goneSubject(endpoint) !== null ? gone(error) : ''
  const changed = error.tokenChange && tokenChangeWords(error.tokenChange)
  return [subject, changed, said ? apiSays(said) : subject ? '' : message].filter(Boolean).join(' ')
}

/** Where a request is wrong and why. The first part of a place is only `body`, `query` or `path`. */
function mistakeWords({ loc, msg }: ValidationIssue): string {
  const place = loc.slice(1).join('.')
  return place ? `${place}: ${mistakeOf(msg)}` : mistakeOf(msg)
}

/** A mistake that the service found, without the name of its kind. */
export const mistakeOf = (msg: string): string => msg.replace(/^Value error, /, '')

/** Lines of `name: value`. They hold no secret: main redacts. */
export function technicalLines(error: AppErrorShape): string[] {
  const detail = typeof error.detail === 'object' ? JSON.stringify(error.detail) : error.detail
  const facts: [string, string | number | undefined][] = [
    ['code', error.code],
    ['message', error.message],
    ['endpoint', error.endpoint],
    ['page', error.page],
    ['status', error.status],
    ['API says', detail],
    ['WWW-Authenticate', error.challenge],
    ['tries', error.tries],
    ['asked to wait, ms', error.retryAfterMs],
    ['request', error.requestId]
  ]
  return facts.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}: ${value}`)
}
