import type { Lint } from '../../shared/mappings/lab'
import type { Node, Parsed } from './node'
import { linksOf } from './trace/links'

/** Warnings for valid expressions that hardly anyone means, in the expression's order. */
export function lintsOf(expression: string, { root }: Parsed): Lint[] {
  const lints: Lint[] = []
  const text = ({ from, to }: Node) => expression.slice(from, to)
  const warn = (node: Pick<Node, 'from' | 'to'>, message: string) =>
    lints.push({ message, from: node.from, to: node.to })
  if (root.kind === 'literal')
    warn(root, 'This is a fixed value, the same for every record. A key is written without quotes.')
  visit(root)
  return lints.sort((a, b) => a.from - b.from)

  function visit(node: Node): void {
    if (node.kind === 'comparison') compared(node)
    if (node.kind === 'sub') behindNot(node)
    if (node.kind === 'cut') behindPosition(node)
    if (isProjected(node)) firstOfEach(node)
    for (const child of node.children) visit(child)
  }

  function compared({ children, name }: Node): void {
    for (const side of children) {
      const written = text(side)
      if (side.kind === 'field' && written.startsWith('"')) {
        warn(side, `${written} is the key of that name. A text is written in single quotes: '${String(side.name)}'.`)
      } else if (side.kind === 'field' && /^(true|false|null)$/.test(written)) {
        warn(side, `${written} is read as a key here. The value is written between backticks: \`${written}\`.`)
      } else if (side.kind === 'literal' && written.startsWith("'") && name !== '==' && name !== '!=') {
        warn(
          side,
          `${String(name)} with a text orders texts, and the server fails where the other side is a number.${numberHint(written)}`
        )
      } else if (side.kind === 'literal' && isNumberInQuotes(written)) {
        warn(side, `${written} is a text and never equals a number.${numberHint(written)}`)
      } else if (side.kind === 'sub' && side.children[0]?.kind === 'current') {
        warn(side.children[0], '@. can be left out: keys are looked up in the item itself.')
      }
    }
  }

  function behindNot({ children: [left, right] }: Node): void {
    if (left?.kind !== 'not' || !right) return
    warn(
      { from: left.from, to: right.to },
      '! binds closer than the dot, so this is always null. Write !(…) around the path.'
    )
  }

  function behindPosition({ mark, markEnd }: Node): void {
    const slice = expression.slice(mark, markEnd)
    warn(
      { from: mark, to: markEnd },
      `Behind a position the server takes ${slice} as one list: what follows is not looked up in each item. Write | ${slice} for that.`
    )
  }

  function firstOfEach(node: Node): void {
    const links = linksOf(node)
    const at = links.findIndex(({ node: { kind }, each }) => each && kind === 'index')
    const link = links[at]
    if (!link || links.length > 100) return
    const { mark, markEnd, name } = link.node
    const place = { from: mark, to: markEnd }
    if (lints.some(({ from }) => from === mark)) return
    warn(
      place,
      `[${String(name)}] is looked up in each item, not in the list. For one item of the list write | [${String(name)}].`
    )
  }
}

const isProjected = ({ kind }: Node) => ['wildcard', 'values', 'slice', 'filter'].includes(kind)
const isNumberInQuotes = (written: string) => /^'-?\d{1,99}(\.\d{1,99})?'$/.test(written)
const numberHint = (written: string) =>
  isNumberInQuotes(written) ? ` The number is written between backticks: \`${written.slice(1, -1)}\`.` : ''
