import {
  written,
  hasOuterPipe,
  type Builder,
  type FallbackChain,
  type ValueTable
} from '../../shared/mappings/builders'
import { jsonText } from './json/write'
import { ungrouped, type Node } from './node'
import { parse } from './parse'
import { ExpressionProblem, tokensOf } from './tokens'

/**
 * Reads an expression back into the builder that would write it, but for blanks and the way a literal is quoted.
 * @returns null if no builder would
 */
export function readBuilder(expression: string): Builder | null {
  try {
    const { root } = parse(expression)
    const text = ({ from, to }: Node) => expression.slice(from, to)
    const read = tableIn(root, text) ?? chainIn(root, text)
    return read && spelled(written(read)) === spelled(expression) ? read : null
  } catch (thrown) {
    if (thrown instanceof ExpressionProblem) return null
    throw thrown
  }
}

/** Equal for expressions that differ in blanks and quotes of literals. */
const spelled = (expression: string) =>
  tokensOf(expression)
    .map(({ kind, value }) => (kind === 'literal' ? `\`${jsonText(value)}` : `${kind} ${String(value)}`))
    .join('\n')

type TextOf = (node: Node) => string

function tableIn(root: Node, text: TextOf): ValueTable | null {
  const [of, choice] = root.children
  if (root.kind !== 'pipe' || !of || !choice) return null
  const wrapped = choice.kind === 'index'
  const value = (node: Node | undefined) => jsonOf(node, text, wrapped)
  const parts = operands(ungrouped(wrapped ? (choice.children[0] as Node) : choice))
  const otherwise = value(parts.pop())
  const rows = parts.map(({ kind, children: [test, gives] }) => {
    const [here, is] = kind === 'and' && test?.kind === 'comparison' ? test.children : []
    return { is: here?.kind === 'current' ? jsonOf(is, text) : null, gives: value(gives) }
  })
  const whole = rows.every((row): row is ValueTable['rows'][number] => row.is !== null && row.gives !== null)
  return whole && otherwise !== null ? { kind: 'table', of: text(of), rows, otherwise } : null
}

function chainIn(root: Node, text: TextOf): FallbackChain | null {
  const skips = root.kind === 'or' ? 'empty' : root.kind === 'function' && root.name === 'not_null' ? 'null' : null
  if (skips === null) return null
  const parts = skips === 'empty' ? operands(root) : [...root.children]
  const otherwise = jsonOf(parts.at(-1), text)
  if (otherwise !== null) parts.pop()
  // A condition is no place where a value is found.
  if (parts.some(({ kind }) => ['and', 'comparison', 'not', 'literal'].includes(kind))) return null
  const of = parts.map((part) => {
    const inner = text(ungrouped(part))
    return skips === 'empty' && part.kind === 'group' && hasOuterPipe(inner) ? inner : text(part)
  })
  return of.length === 0 ? null : { kind: 'chain', of, skips, otherwise }
}

/** What stands between the `||` of a chain. */
function operands(node: Node): Node[] {
  const [left, right] = node.children
  return node.kind === 'or' && left && right ? [...operands(left), right] : [node]
}

/**
 * A literal as JSON text, a number as it is written.
 * @param wrapped the literal is a list around the value
 */
function jsonOf(node: Node | undefined, text: TextOf, wrapped = false): string | null {
  if (node?.kind !== 'literal') return null
  if (!wrapped && typeof node.value === 'string') return JSON.stringify(node.value)
  const inner = text(node).slice(1, -1).replaceAll('\\`', '`').trim()
  if (!wrapped) return inner
  const [value, ...more] = Array.isArray(node.value) ? node.value : []
  if (value === undefined || more.length > 0) return null
  return typeof value === 'string' ? JSON.stringify(value) : inner.slice(1, -1).trim()
}
