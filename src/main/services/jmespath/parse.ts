import { ExpressionProblem, syntax, tokensOf, type Token, type TokenKind } from './tokens'
import type { Node, NodeKind, Parsed } from './node'
import { callProblem } from './signatures'

const powers: Partial<Record<TokenKind, number>> = {
  '|': 1,
  '||': 2,
  '&&': 3,
  '==': 5,
  '!=': 5,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  '[]': 9,
  '*': 20,
  '[?': 21,
  '.': 40,
  '[': 55,
  '(': 60
}
/** Words of other languages, and how they are written here. */
const words = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!']
])
const notPower = 45
/** Weaker tokens end a projection. */
const projectionStop = 10
/** Deeper nesting than this nobody writes by hand; the engine recurses. */
const deepest = 200

const powerOf = (token: Token) => powers[token.kind] ?? 0

/**
 * Reads an expression as the grammar of the standard has it, with the place of every part, and knows the standard's
 * functions and how many arguments they take: what a server only notices when it meets data is refused here at once.
 * @throws ExpressionProblem
 */
export function parse(expression: string): Parsed {
  const tokens = tokensOf(expression)
  if (tokens.length === 1) throw syntax('The expression is empty.', 0)
  let at = 0
  let depth = 0
  const here = () => tokens[at] as Token
  const next = () => tokens[at++] as Token
  const last = () => (tokens[at - 1] as Token).to
  const root = read(0)
  if (here().kind !== 'end') throw misplaced(here())
  return { root, tokens }

  function read(power: number): Node {
    if (++depth > deepest) {
      throw new ExpressionProblem({
        kind: 'limit',
        message: 'The expression is nested too deep.',
        position: here().from
      })
    }
    let left = first(next())
    while (power < powerOf(here())) left = following(left, next())
    depth--
    return left
  }

  function node(kind: NodeKind, from: number, children: Node[] = [], more: Partial<Node> = {}): Node {
    return { kind, from, to: last(), mark: from, markEnd: last(), children, ...more }
  }

  /** Stands where a part follows nothing, or nothing follows it. */
  function nothing(): Node {
    return { kind: 'nothing', from: last(), to: last(), mark: last(), markEnd: last(), children: [] }
  }

  function first(token: Token): Node {
    const { kind, from } = token
    const before = { ...nothing(), from, to: from }
    switch (kind) {
      case 'literal':
        return node('literal', from)
      case 'name':
        return node('field', from, [], { name: String(token.value) })
      case 'quoted':
        if (here().kind === '(') throw syntax('The name of a function stands without quotes.', from)
        return node('field', from, [], { name: String(token.value) })
      case '@':
        return node('current', from)
      case '*':
        return projection('values', before, from, last(), powers['*'] ?? 0)
      case '[]':
        return projection('flatten', before, from, last(), powers['[]'] ?? 0)
      case '[?':
        return filter(before, from)
      case '[':
        if (here().kind === 'number' || here().kind === ':') return bracket(before, from)
        if (here().kind === '*' && tokens[at + 1]?.kind === ']') return bracket(before, from)
        return multiList(from)
      case '{':
        return multiHash(from)
      case '(': {
        const inner = read(0)
        match(')')
        return node('group', from, [inner])
      }
      case '!':
        return node('not', from, [read(notPower)])
      case '&':
        throw syntax('&… stands only as an argument of a function, as in sort_by(@, &name).', from)
      default:
        throw misplaced(token)
    }
  }

  function following(left: Node, token: Token): Node {
    const { kind, from } = token
    switch (kind) {
      case '.':
        if (here().kind === '*') {
          next()
          return projection('values', left, from, last(), powers['.'] ?? 0)
        }
        return join(left, from, dotted(powers['.'] ?? 0))
      case '|':
        return operator('pipe', left, from, token)
      case '||':
        return operator('or', left, from, token)
      case '&&':
        return operator('and', left, from, token)
      case '[?':
        return filter(left, from)
      case '[]':
        return projection('flatten', left, from, last(), powers['[]'] ?? 0)
      case '[':
        return bracket(left, from)
      case '(':
        return call(left, from)
      case '==':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
        return operator('comparison', left, from, token)
      default:
        throw misplaced(token)
    }
  }

  function operator(kind: NodeKind, left: Node, mark: number, token: Token): Node {
    const markEnd = last()
    return node(kind, left.from, [left, read(powerOf(token))], { mark, markEnd, name: token.kind })
  }

  function join(left: Node, mark: number, right: Node): Node {
    return node('sub', left.from, [left, right], { mark, markEnd: right.to, name: '.' })
  }

  function projection(kind: NodeKind, left: Node, mark: number, markEnd: number, power: number): Node {
    const right = projected(power)
    return node(kind, left.from, [left, right], { mark, markEnd })
  }

  /** What is applied to each item. */
  function projected(power: number): Node {
    const token = here()
    if (powerOf(token) < projectionStop) return nothing()
    if (token.kind === '[' || token.kind === '[?') return read(power)
    if (token.kind !== '.') throw misplaced(token)
    next()
    return dotted(power)
  }

  /** What may stand behind a dot. */
  function dotted(power: number): Node {
    const { kind, from } = here()
    if (kind === 'name' || kind === 'quoted' || kind === '*') return read(power)
    if (kind !== '[' && kind !== '{') throw misplaced(here())
    next()
    return kind === '[' ? multiList(from) : multiHash(from)
  }

  function bracket(left: Node, mark: number): Node {
    const { kind, value } = here()
    if (kind === '*') {
      next()
      match(']')
      return projection('wildcard', left, mark, last(), powers['*'] ?? 0)
    }
    if (kind === 'number' && tokens[at + 1]?.kind !== ':') {
      next()
      match(']')
      return node('index', left.from, [left], { mark, markEnd: last(), name: Number(value) })
    }
    if (kind !== 'number' && kind !== ':') throw misplaced(here())
    slice()
    return projection('slice', left, mark, last(), powers['*'] ?? 0)
  }

  function slice(): void {
    let colons = 0
    let position = -1
    while (here().kind !== ']') {
      const token = next()
      if (token.kind === ':' && colons < 2) colons++
      else if (token.kind === 'number' && position < colons) {
        position = colons
        if (colons === 2 && token.value === 0) throw syntax('The step of a slice cannot be 0.', token.from)
      } else throw misplaced(token)
    }
    next()
  }

  function filter(left: Node, mark: number): Node {
    const condition = read(0)
    match(']')
    const markEnd = last()
    const right = here().kind === '[]' ? nothing() : projected(powers['[?'] ?? 0)
    return node('filter', left.from, [left, condition, right], { mark, markEnd })
  }

  function call(left: Node, mark: number): Node {
    if (left.kind !== 'field') throw misplaced(tokens[at - 1] as Token)
    const args: Node[] = []
    while (here().kind !== ')') {
      args.push(argument())
      if (here().kind === ')') break
      match(',')
      if (here().kind === ')') throw misplaced(here())
    }
    match(')')
    const problem = callProblem(
      String(left.name),
      args.map(({ kind }) => kind === 'reference')
    )
    if (problem) throw new ExpressionProblem({ kind: 'value', message: problem, position: left.from })
    return node('function', left.from, args, { name: String(left.name), mark })
  }

  function argument(): Node {
    const { kind, from } = here()
    if (kind !== '&') return read(0)
    next()
    return node('reference', from, [read(0)])
  }

  function multiList(from: number): Node {
    const items = [read(0)]
    while (here().kind !== ']') {
      match(',')
      items.push(read(0))
    }
    next()
    return node('list', from, items)
  }

  function multiHash(from: number): Node {
    const items: Node[] = []
    for (;;) {
      const key = next()
      if (key.kind !== 'name' && key.kind !== 'quoted') throw misplaced(key)
      match(':')
      items.push(read(0))
      if (here().kind !== ',') break
      next()
    }
    match('}')
    return node('hash', from, items)
  }

  function match(kind: TokenKind): void {
    const token = next()
    if (token.kind === kind) return
    if (token.kind === 'end') throw syntax(`The expression ends too early: "${kind}" is missing.`, token.from)
    throw hinted(token) ?? syntax(`"${textOf(token)}" cannot stand here: "${kind}" is missing.`, token.from)
  }

  function misplaced(token: Token): ExpressionProblem {
    if (token.kind === 'end') return syntax('The expression ends too early.', token.from)
    return hinted(token) ?? syntax(`"${textOf(token)}" cannot stand here.`, token.from)
  }

  /** What was most likely meant by a token that cannot stand where it does. */
  function hinted({ kind, from, to }: Token): ExpressionProblem | null {
    const text = expression.slice(from, to)
    if (kind === '.' && expression[from - 1] === '.') {
      return syntax('JMESPath has no "..": write every key on the way.', from)
    }
    if (kind === '*') return syntax('JMESPath has no arithmetic: * stands behind a dot or in brackets only.', from)
    if (kind === 'number') return syntax(`A number in a comparison stands between backticks: \`${text}\`.`, from)
    const sign = words.get(text)
    return sign ? syntax(`"${text}" is written ${sign} in JMESPath.`, from) : null
  }

  function textOf({ from, to }: Token): string {
    return expression.slice(from, to)
  }
}
