import { isRead, longTimeout, type DraftProblem, type PassthroughDraft, type RequestFormat } from './passthrough'
import { buildData, type FileContent } from './body'
import { checkProblem } from './answer-checks'
import { checkHeaderName, checkHeaderValue, checkPath, repeated } from './checks'
import { buildParams } from './params'
import { fill, intoPath, type Variables } from './variables'

export interface BuiltPreview {
  /** The exact body of `POST /api/v1/passthrough`. */
  text: string
  /** With variables filled. */
  path: string
  problems: DraftProblem[]
}

/**
 * A typed JSON body stays text: it keeps integers, order and `__proto__` keys. Untouched fields are left out; `headers`
 * is always there.
 *
 * @param files omitted for a preview, which shows names instead of contents
 */
export function buildPreview(draft: PassthroughDraft, variables: Variables, files?: FileContent): BuiltPreview {
  const problems: DraftProblem[] = []
  const report = (field: string, found: Omit<DraftProblem, 'field'>[]) => {
    for (const one of found) problems.push({ field, ...one })
  }
  const filled = (field: string, text: string, escape?: (value: string) => string) => {
    const result = fill(text, variables, escape)
    report(field, result.problems)
    return result.text
  }
  if (!draft.connector) {
    report('connector', [{ severity: 'refused', code: 'empty', message: 'Choose a connector.' }])
  }
  const path = filled('path', draft.path, intoPath)
  report('path', checkPath(path))

  const fields: [string, string][] = [
    ['method', JSON.stringify(draft.method)],
    ['path', JSON.stringify(path)],
    ['headers', headersOf()]
  ]
  const params = buildParams(draft, variables, report)
  if (params) fields.push(['params', params])
  const data = buildData(draft.body, variables, files, report)
  if (data !== undefined) {
    fields.push(['data', data])
    if (isRead(draft.method)) {
      const message = `${draft.method} with a body: many systems ignore or reject it, some act on it.`
      report('body', [{ severity: 'confirm', code: 'read-with-body', message }])
    }
  }
  const format = formatOf()
  if (format) fields.push(['request_format', JSON.stringify(format)])
  if (draft.responseFormat) fields.push(['response_format', JSON.stringify(draft.responseFormat)])
  const timeout = readTimeout(draft.timeout)
  if ('seconds' in timeout) {
    fields.push(['timeout', String(timeout.seconds)])
    if (timeout.seconds > longTimeout) {
      const message = 'Longer than an hour. The timeout is in seconds.'
      report('timeout', [{ severity: 'warning', code: 'long-timeout', message }])
    }
  } else if (timeout.problem) {
    report('timeout', [{ severity: 'refused', code: 'timeout', message: timeout.problem }])
  }
  draft.checks?.forEach((check, index) => {
    const problem = checkProblem(check)
    if (!problem) return
    const code = check[problem.field].trim() === '' ? 'empty' : 'check'
    report(`checks.${index}.${problem.field}`, [{ severity: 'refused', code, message: problem.message }])
  })
  const text = `{\n${fields.map(([name, value]) => `  ${JSON.stringify(name)}: ${value}`).join(',\n')}\n}`
  return { text, path, problems }

  function headersOf(): string {
    const again = repeated(draft.headers, (name) => name.toLowerCase())
    const entries: string[] = []
    draft.headers.forEach((row, index) => {
      if (!row.enabled || (row.name === '' && row.value === '')) return
      const name = filled(`headers.${index}.name`, row.name)
      const value = filled(`headers.${index}.value`, row.value)
      report(`headers.${index}.name`, checkHeaderName(name))
      report(`headers.${index}.value`, checkHeaderValue(value))
      if (again.has(index)) {
        const message = 'This header is already set. Put both values in one row, separated by a comma.'
        report(`headers.${index}.name`, [{ severity: 'refused', code: 'twice', message }])
      }
      entries.push(`${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    })
    return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}'
  }

  /** The options may set another format. */
  function formatOf(): RequestFormat | null {
    const implied = ({ none: null, json: null, xml: 'XML', parts: 'MULTIPART' } as const)[draft.body.kind]
    const chosen = draft.requestFormat
    const fits = draft.body.kind === 'none' || chosen === null || chosen === (implied ?? 'JSON')
    if (!fits) {
      const message = `The body is ${implied ?? 'JSON'}, but the request format is ${chosen}.`
      report('requestFormat', [{ severity: 'warning', code: 'format', message }])
    }
    return chosen ?? implied
  }
}

/** s. Empty is no problem. The contract has no bound. */
export function readTimeout(typed: string): { seconds: number } | { problem: string | null } {
  const text = typed.trim()
  if (text === '') return { problem: null }
  if (!/^\d+(\.\d+)?$/.test(text)) return { problem: 'Enter the timeout as a number of seconds.' }
  const seconds = Number(text)
  if (seconds <= 0 || !Number.isFinite(seconds)) return { problem: 'Enter a timeout above 0 seconds.' }
  return { seconds }
}
