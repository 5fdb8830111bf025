import type { AccessSaid } from '../../shared/issues/access'
import type { AppErrorShape } from '../../shared/errors'
import type { ProviderError } from '../../shared/passthrough/result'
import { textOfBody } from '../base/body-text'

export interface Answer {
  /** The API's; null if no answer came. */
  status: number | null
  /** Whole: it did not break off, and was not too large. */
  complete: boolean
  error: AppErrorShape | null
  /** For a 429: the API's own limit. */
  own: boolean
  /** What the provider wrote about a failure, as far as its form is known. */
  providerError: ProviderError | null
  body: Buffer
  contentType: string
}

/** RFC 6749 (5.2), RFC 6750 (3.1) and WS-Security 1.1 (12): names of one meaning, whatever the provider. */
const deadCodes = new Set(['invalid_grant', 'invalid_token', 'FailedAuthentication', 'InvalidSecurityToken'])
const rightCodes = new Set(['insufficient_scope'])
/** Larger bodies are not read whole: how they begin and end must do. */
const mostParsed = 1_000_000

/**
 * Only what the provider itself wrote may say that credentials are dead: the API forwards it in a 200 (spec, passthrough).
 * A 401 or 403 of the API is about the workspace's key, its plan or the connector's category where its body or headers
 * show that it is its own.
 *
 * @returns null if nothing was learned: no answer came
 */
export function accessOf(answer: Answer): { said: AccessSaid; status: number | null } | null {
  const { status, providerError } = answer
  if (status === null) return null
  if (status < 200 || status >= 300) return { said: refusal(answer, status), status }
  const { data, failures, beside } = contentOf(answer)
  if (providerError) {
    const said = failure(providerError)
    // One part was refused, and others were given: with these credentials.
    return { said: said === 'dead' && beside ? 'unclear' : said, status: providerError.status ?? status }
  }
  return { said: answer.complete && data && !failures ? 'works' : 'unclear', status }
}

function failure({ status, code }: ProviderError): AccessSaid {
  if (code !== null && deadCodes.has(code)) return 'dead'
  if (code !== null && rightCodes.has(code)) return 'no-right'
  if (status === 401) return 'dead'
  if (status === 403) return 'no-right'
  if (status === 429) return 'limited'
  return status !== null && status >= 500 ? 'down' : 'unclear'
}

/** Of the API, or of the provider and passed on: mostly the answer does not say. */
function refusal({ own, error }: Answer, status: number): AccessSaid {
  if (status === 429) return own ? 'api' : 'limited'
  const isOwn =
    status === 422 || error?.challenge?.toLowerCase().startsWith('bearer') || typeof error?.detail === 'string'
  if ((status === 401 || status === 403 || status === 422) && isOwn) return 'api'
  return 'unclear'
}

/** Names of what an answer says about itself: each provider reports a failure in a 200 in its own way. */
const aboutItself = /err|fault|fail|message|detail|reason|descr|title|status|code|type|success|^ok$|warn|reject|denied/i
const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isEmpty = (value: unknown) =>
  value === null || value === '' || (isFields(value) && Object.keys(value).length === 0)

/** How many plain values of an object are a record: what tells of a failure has one or two beside its words. */
const fewestPlain = 3
/** Which request an answer is to, and where to read on. */
const aboutRequest = /time|path|request|trace|correlation|help|docs|link|url|href|version|support|session|instance/i

/** A list, an object with something in it, or a record of its own. */
function holdsRecord(fields: readonly [string, unknown][]): boolean {
  const own = fields.filter(([name, one]) => !aboutItself.test(name) && (Array.isArray(one) || !isEmpty(one)))
  const plain = own.filter(([name, one]) => !isFields(one) && !aboutRequest.test(name))
  return plain.length >= fewestPlain || own.some(([, one]) => Array.isArray(one) || isRecord(one))
}

const isRecord = (value: unknown): boolean =>
  isFields(value) && Object.entries(value).some(([name, one]) => !aboutItself.test(name) && !isEmpty(one))

/** A page to sign in, an empty object or a text cut off holds no data. An empty list does: it was looked for. */
function contentOf({ body, contentType }: Answer): { data: boolean; failures: boolean; beside: boolean } {
  const none = { data: false, failures: false, beside: false }
  if (/html/i.test(contentType)) return none
  if (body.length > mostParsed) {
    const [begin, end] = [body.toString('latin1', 0, 1), body.toString('latin1', body.length - 16)]
    return { ...none, data: /^[[{<]/.test(begin) && /[\]}>]\s*$/.test(end) }
  }
  const text = textOfBody(body, contentType)?.text.trim() ?? ''
  if (text.startsWith('<')) {
    const [, root = ''] = /^(?:<\?[^<>]{0,999}\?>\s*)?<([^\s<>/]{1,200})/.exec(text) ?? []
    const isPage = /^!doctype$|^html$/i.test(root)
    return { ...none, data: root !== '' && !isPage && !aboutItself.test(root) && text.endsWith('>') }
  }
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return { ...none, data: true }
    if (!isFields(value)) return none
    const fields = Object.entries(value)
    const data = holdsRecord(fields)
    return {
      ...{ data, beside: data || fields.some(([name, one]) => !aboutItself.test(name) && !isEmpty(one)) },
      failures: fields.some(
        ([name, one]) =>
          (/^(success|ok)$/i.test(name) && one === false) || (/err|fault/i.test(name) && one !== false && !isEmpty(one))
      )
    }
  } catch {
    return none
  }
}
