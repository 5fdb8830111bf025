import type { DraftProblem, Pair, PassthroughDraft } from './passthrough'
import { checkJsonNames, checkParamName } from './checks'
import { lintJson, positionOf } from './json-lint'
import { fill, intoJson, type Variables } from './variables'

type Report = (field: string, found: Omit<DraftProblem, 'field'>[]) => void
type Params = Pick<PassthroughDraft, 'params' | 'paramsJson'>
type Rows = readonly Pair[]

/** JSON text of an object; undefined if empty. */
export function buildParams(draft: Params, variables: Variables, report: Report): string | undefined {
  return draft.paramsJson === undefined
    ? fromRows(draft, variables, report)
    : fromJson(draft.paramsJson, variables, report)
}

/** A repeated name becomes a list. */
function fromRows({ params }: Params, variables: Variables, report: Report): string | undefined {
  const lists = new Map<string, string[]>()
  const filled = (field: string, text: string) => {
    const result = fill(text, variables)
    report(field, result.problems)
    return result.text
  }
  params.forEach((row, index) => {
    if (!row.enabled || (row.name === '' && row.value === '')) return
    const name = filled(`params.${index}.name`, row.name)
    const value = filled(`params.${index}.value`, row.value)
    if (name === '') {
      report(`params.${index}.name`, [{ severity: 'refused', code: 'empty', message: 'Enter a parameter name.' }])
    }
    report(`params.${index}.name`, checkParamName(name))
    lists.set(name, [...(lists.get(name) ?? []), value])
  })
  if (lists.size === 0) return undefined
  // Always text, so that 007 or 1e3 stay as typed.
  const entries = Array.from(lists, ([name, values]) => {
    return `${JSON.stringify(name)}: ${JSON.stringify(values.length > 1 ? values : values[0])}`
  })
  return `{ ${entries.join(', ')} }`
}

/** Values keep types and digits. */
function fromJson(typed: string, variables: Variables, report: Report): string | undefined {
  if (typed.trim() === '') return undefined
  const { text, problems, typed: typedAt } = fill(typed.replace(/^\ufeff/, ''), variables, intoJson)
  report('params', problems)
  const lint = problems.length > 0 ? null : lintJson(text)
  if (lint) {
    const { severity, message } = lint
    report('params', [{ severity, code: 'json', message, position: positionOf(typed, typedAt(lint.at)) }])
  }
  if (problems.length === 0 && lint?.severity !== 'refused' && !text.trim().startsWith('{')) {
    const message = 'Params must be an object: { "name": value }.'
    report('params', [{ severity: 'refused', code: 'params-object', message }])
  } else if (problems.length === 0) report('params', checkJsonNames(text))
  return text.trim()
}

export function paramsAsJson(params: Rows): string {
  const built = buildParams({ params: [...params] }, new Map(), () => undefined)
  return built === undefined ? '' : JSON.stringify(JSON.parse(built), null, 2)
}

/**
 * @param before rows that an earlier call added: they go where they still stand as added
 * @returns null if the JSON is no object, or has variables outside texts
 */
export function withRows(typed: string, rows: Rows, before: Rows = []): string | null {
  try {
    const read: unknown = JSON.parse(typed.trim() || '{}')
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return null
    const line = ({ name, value }: Rows[number]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`
    const lines = typed.trim().replace(/^\{/, '').replace(/\}$/, '').split('\n')
    for (const row of before) {
      const at = lines.findLastIndex((one) => one.replace(/,$/, '') === line(row))
      if (at >= 0) lines.splice(at, 1)
    }
    const inside = lines.join('\n').trim().replace(/,$/, '')
    return `{\n${[...(inside ? [`  ${inside}`] : []), ...rows.map(line)].join(',\n')}\n}`
  } catch {
    return null
  }
}
