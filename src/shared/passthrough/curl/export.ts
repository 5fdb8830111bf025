import type { SentEntry } from '../library'
import type { PassthroughDraft } from '../passthrough'
import { trimmedEnd } from '../../scan'
import { buildRequest, servicePathOf } from '../request'
import { isSecretHeader, withoutSecrets } from '../secrets'
import { writeOperationAt } from '../unified/operations'
import type { Variables } from '../variables'

export type ExportAs = 'curl' | 'httpie' | 'fetch'

/** Tokens come from ACCESS_TOKEN and CONNECTOR_TOKEN, the key from IDEMPOTENCY_KEY; names replace other secrets. */
export function exportDraft(draft: PassthroughDraft, variables: Variables, baseUrl: string, as: ExportAs): string {
  const { text } = buildRequest(withoutSecrets(draft, false), variables)
  const url = `${trimmedEnd(baseUrl, (char) => char === '/')}${servicePathOf(draft)}`
  // Each sender needs another key: the service carries out a repeated key only once.
  const keyed = draft.route === 'unified' && writeOperationAt(draft.path)?.idempotent === true
  switch (as) {
    case 'curl':
      return [
        `curl -X POST ${quote(url)}`,
        `-H "Authorization: Bearer $ACCESS_TOKEN"`,
        `-H "x-connector-token: $CONNECTOR_TOKEN"`,
        ...(keyed ? [`-H "x-idempotency-key: $IDEMPOTENCY_KEY"`] : []),
        `-H 'Content-Type: application/json'`,
        `--data-raw ${quote(text)}`
      ].join(' \\\n  ')
    case 'httpie':
      return [
        `http POST ${quote(url)}`,
        `"Authorization:Bearer $ACCESS_TOKEN"`,
        `"x-connector-token:$CONNECTOR_TOKEN"`,
        ...(keyed ? [`"x-idempotency-key:$IDEMPOTENCY_KEY"`] : []),
        `Content-Type:application/json`,
        `--raw ${quote(text)}`
      ].join(' \\\n  ')
    case 'fetch':
      return [
        `const response = await fetch(${JSON.stringify(url)}, {`,
        `  method: 'POST',`,
        `  headers: {`,
        `    Authorization: \`Bearer \${process.env.ACCESS_TOKEN}\`,`,
        `    'x-connector-token': process.env.CONNECTOR_TOKEN,`,
        ...(keyed ? [`    'x-idempotency-key': process.env.IDEMPOTENCY_KEY,`] : []),
        `    'Content-Type': 'application/json'`,
        `  },`,
        `  redirect: 'manual',`,
        `  body: ${JSON.stringify(text)}`,
        `})`
      ].join('\n')
  }
}

/**
 * HAR 1.2 of a sent request, as the API got it, without the headers of its tokens.
 * @param entry of the history, which holds no token
 * @param body of the answer, without secrets; null if it is no text that can be copied
 */
export function exportHar(
  entry: Pick<SentEntry, 'askedAt' | 'draft' | 'envelope' | 'result'>,
  baseUrl: string,
  body: string | null
): string {
  const { askedAt, draft, envelope, result } = entry
  const url = `${trimmedEnd(baseUrl, (char) => char === '/')}${servicePathOf(draft)}`
  // A secret that nobody knew when it was sent, or a variable of one: then with names in its place, and others unfilled.
  const clean = withoutSecrets(draft, false)
  const text = JSON.stringify(clean) === JSON.stringify(draft) ? envelope : buildRequest(clean, new Map()).text
  const rows = (headers: readonly (readonly [string, string])[]) => headers.map(([name, value]) => ({ name, value }))
  const header = (name: string) => result?.headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? ''
  const { sentAt = null, headAt = null, doneAt = askedAt } = result?.timing ?? {}
  const from = sentAt ?? askedAt
  const wait = headAt === null ? 0 : headAt - from
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 }
  const one = {
    startedDateTime: new Date(askedAt).toISOString(),
    time: doneAt - from,
    request: {
      ...{ method: 'POST', url, queryString: [], ...common, bodySize: new TextEncoder().encode(text).length },
      headers: rows([['content-type', 'application/json']]),
      postData: { mimeType: 'application/json', text }
    },
    response: {
      ...{ status: result?.status ?? 0, statusText: '', redirectURL: '', ...common, bodySize: result?.bytes ?? 0 },
      headers: rows((result?.headers ?? []).filter(([name]) => !isSecretHeader(name))),
      content: {
        ...{ size: result?.bytes ?? 0, mimeType: header('content-type') },
        ...(body === null ? { comment: 'The body is not in this copy.' } : { text: body })
      }
    },
    cache: {},
    timings: { send: 0, wait, receive: doneAt - from - wait }
  }
  return JSON.stringify(
    { log: { version: '1.2', creator: { name: 'Connector Desk', version: '' }, entries: [one] } },
    null,
    2
  )
}

/** A POSIX shell interprets nothing in single quotes. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
