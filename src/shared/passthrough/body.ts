import type { DraftProblem, PassthroughBody } from './passthrough'
import { checkJsonNames, checkParamName } from './checks'
import { lintJson, positionOf } from './json-lint'
import { fill, intoJson, intoXml, type Variables } from './variables'

/** File content in base64; undefined if unreadable. */
export type FileContent = (ref: string) => string | undefined

type Report = (field: string, found: Omit<DraftProblem, 'field'>[]) => void

/** `data` as JSON text; undefined if there is none. */
export function buildData(
  body: PassthroughBody,
  variables: Variables,
  files: FileContent | undefined,
  report: Report
): string | undefined {
  switch (body.kind) {
    case 'none':
      return undefined
    case 'json':
      return jsonData(body.text, variables, report)
    case 'xml': {
      if (body.text.trim() === '') return undefined
      const filled = fill(body.text, variables, intoXml)
      report('body', filled.problems)
      return JSON.stringify(filled.text)
    }
    case 'parts':
      return partsData(body, variables, files, report)
  }
}

function jsonData(typed: string, variables: Variables, report: Report): string | undefined {
  if (typed.trim() === '') return undefined
  const { text, problems, typed: typedAt } = fill(typed.replace(/^\ufeff/, ''), variables, intoJson)
  report('body', problems)
  const lint = problems.length > 0 ? null : lintJson(text)
  if (lint) {
    const { severity, message } = lint
    report('body', [{ severity, code: 'json', message, position: positionOf(typed, typedAt(lint.at)) }])
  }
  if (problems.length === 0) report('body', checkJsonNames(text))
  if (/^(-?\d|true|false)/.test(text.trim())) {
    const message = 'The body must be text, a list, an object or null: not a single number, true or false.'
    report('body', [{ severity: 'refused', code: 'scalar', message }])
  }
  return text.trim()
}

/**
 * A repeated name becomes a list. The contract does not say how a file is sent: here as name and base64, the only form
 * that survives JSON.
 */
function partsData(
  { parts }: Extract<PassthroughBody, { kind: 'parts' }>,
  variables: Variables,
  files: FileContent | undefined,
  report: Report
): string | undefined {
  const lists = new Map<string, string[]>()
  parts.forEach((part, index) => {
    if (!part.enabled) return
    const named = fill(part.name, variables)
    report(`body.${index}.name`, named.problems)
    if (named.text === '') {
      report(`body.${index}.name`, [{ severity: 'refused', code: 'empty', message: 'Enter a part name.' }])
    }
    report(`body.${index}.name`, checkParamName(named.text))
    lists.set(named.text, [...(lists.get(named.text) ?? []), partValue(index)])

    function partValue(index: number): string {
      if (part.content.kind === 'text') {
        const value = fill(part.content.value, variables)
        report(`body.${index}.value`, value.problems)
        return JSON.stringify(value.text)
      }
      const { file } = part.content
      const content = file && files ? files(file.ref) : undefined
      if (!file || (files && content === undefined)) {
        const message = file
          ? `${file.name} was selected before the app was restarted. Select it again.`
          : 'Select a file.'
        report(`body.${index}.value`, [{ severity: 'refused', code: 'file', message }])
        return 'null'
      }
      const shown = content ?? `(${file.bytes.toLocaleString('en')} bytes, read when it is sent)`
      return `{ "filename": ${JSON.stringify(file.name)}, "content": ${JSON.stringify(shown)} }`
    }
  })
  if (lists.size === 0) return undefined
  const entries = Array.from(lists, ([name, values]) => {
    return `${JSON.stringify(name)}: ${values.length > 1 ? `[${values.join(', ')}]` : values[0]}`
  })
  return `{ ${entries.join(', ')} }`
}
