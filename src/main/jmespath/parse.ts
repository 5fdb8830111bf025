import { ungrouped, type Node, type NodeKind, type Parsed } from './node'
import { callProblem } from './signatures'
import { ExpressionProblem, syntax, type Token, type TokenKind, tokensOf } from './tokens'
import type { JmespathProblem } from '../../shared/jmespath/jmespath'

/** Python stops at 1,000 nested calls in reading and evaluating; the server's own calls take their share. */
const deepest = 900

const tooDeep = (position: number): JmespathProblem => ({
  kind: 'limit',
  message: 'The expression is nested deeper than the server can follow.',
  position
})

/** The reference needs two nested calls per node. */
function framesOf(kind: NodeKind, children: readonly Node[]): number {
  let most = 0
  for (const [at, { frames, kind: inner }] of children.entries()) {
    most = Math.max(most, frames + (at === 0 ? above(kind, inner) : 0))
  }
  return kind === 'group' ? most : most + 2
}

/** Calls between a part and its first child, beside the part's own two. */
function above(kind: NodeKind, first: NodeKind): number {
  // The reference makes one node of a chain of keys or positions.
  if (kind === first && (kind === 'sub' || kind === 'index')) return -2
  if (kind === 'flatten' || kind === 'slice' || kind === 'hash' || kind === 'reference') return 2
  return 0
}

/** Binding power of each token by the standard's grammar; other tokens bind nothing. */
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

const notPower = 45
/** Weaker tokens end a projection. */
const projectionStop = 10

const powerOf = (token: Token): number => powers[token.kind] ?? 0

/** Operators of other languages, and their JMESPath form. */
const words = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!']
])

/** Reads the tokens of an expression in order; a misplaced token gives an error in words. */
class Cursor {
  readonly tokens: Token[]
  private at = 0

  /** @throws ExpressionProblem */
  constructor(private readonly expression: string) {
    this.tokens = tokensOf(expression)
  }

  /** The next token; the last is `end`. */
  get here(): Token {
    return this.tokens[this.at] as Token
  }

  /** The previous token. */
  get before(): Token {
    return this.tokens[this.at - 1] as Token
  }

  /** End of the previous token. */
  get last(): number {
    return this.before.to
  }

  /** The kind of the token after the next. */
  get then(): TokenKind | undefined {
    return this.tokens[this.at + 1]?.kind
  }

  is(kind: TokenKind): boolean {
    return this.here.kind === kind
  }

  next(): Token {
    this.at++
    return this.before
  }

  /**
   * Skips a token of this kind.
   * @throws ExpressionProblem for another kind
   */
  match(kind: TokenKind): void {
    const token = this.next()
    if (token.kind === kind) return
    if (token.kind === 'end') throw syntax(`The expression ends too early: "${kind}" is missing.`, token.from)
    throw this.hinted(token) ?? syntax(`"${this.textOf(token)}" cannot stand here: "${kind}" is missing.`, token.from)
  }

  misplaced(token: Token): ExpressionProblem {
    if (token.kind === 'end') return syntax('The expression ends too early.', token.from)
    return this.hinted(token) ?? syntax(`"${this.textOf(token)}" cannot stand here.`, token.from)
  }

  /** The author's most likely intent. */
  private hinted({ kind, from, to }: Token): ExpressionProblem | null {
    const text = this.expression.slice(from, to)
    if (kind === '.' && this.expression[from - 1] === '.') {
      return syntax('JMESPath has no "..": write every key on the way.', from)
    }
    if (kind === '*') return syntax('JMESPath has no arithmetic: * stands behind a dot or in brackets only.', from)
    if (kind === 'number') return syntax(`A number in a comparison stands between backticks: \`${text}\`.`, from)
    const sign = words.get(text)
    return sign ? syntax(`"${text}" is written ${sign} in JMESPath.`, from) : null
  }

  private textOf({ from, to }: Token): string {
    return this.expression.slice(from, to)
  }
}

/**
 * Parses the standard's grammar with every part's position. Checks functions and argument counts, which a server
 * notices only with data.
 * @throws ExpressionProblem
 */
export function parse(expression: string): Parsed {
  const cursor = new Cursor(expression)
  const { tokens } = cursor
  if (tokens.length === 1) throw syntax('The expression is empty.', 0)
  /** Nested calls of the reference. */
  let depth = 0
  const root = read(0)
  if (!cursor.is('end')) throw cursor.misplaced(cursor.here)
  return { root, tokens }

  /** @param calls of the reference from the surrounding part */
  function read(power: number, calls = 2): Node {
    depth += calls
    if (depth > deepest) throw new ExpressionProblem(tooDeep(cursor.here.from))
    let left = first(cursor.next())
    while (power < powerOf(cursor.here)) left = following(left, cursor.next())
    depth -= calls
    return left
  }

  function node(kind: NodeKind, from: number, children: Node[] = [], more: Partial<Node> = {}): Node {
    const frames = framesOf(kind, children)
    if (frames > deepest) throw new ExpressionProblem(tooDeep(more.mark ?? from))
    return { kind, from, to: cursor.last, mark: from, markEnd: cursor.last, children, frames, ...more }
  }

  /** A position with no part before or after. */
  function nothing(): Node {
    return node('nothing', cursor.last)
  }

  function first(token: Token): Node {
    const { kind, from } = token
    const before = { ...nothing(), from, to: from, mark: from, markEnd: from }
    switch (kind) {
      case 'literal':
        return node('literal', from, [], { value: token.value })
      case 'name':
        return node('field', from, [], { name: String(token.value) })
      case 'quoted':
        if (cursor.is('(')) throw syntax('The name of a function stands without quotes.', from)
        return node('field', from, [], { name: String(token.value) })
      case '@':
        return node('current', from)
      case '*':
        return projection('values', before, from, powers['*'] ?? 0)
      case '[]':
        return projection('flatten', before, from, powers['[]'] ?? 0)
      case '[?':
        return filter(before, from)
      case '[':
        if (cursor.is('number') || cursor.is(':')) return bracket(before, from)
        if (cursor.is('*') && cursor.then === ']') return bracket(before, from)
        return multiList(from)
      case '{':
        return multiHash(from)
      case '(': {
        const inner = read(0)
        cursor.match(')')
        return node('group', from, [inner])
      }
      case '!':
        return node('not', from, [read(notPower)])
      case '&':
        throw syntax('&… stands only as an argument of a function, as in sort_by(@, &name).', from)
      default:
        throw cursor.misplaced(token)
    }
  }

  function following(left: Node, token: Token): Node {
    const { kind, from } = token
    switch (kind) {
      case '.':
        if (cursor.is('*')) {
          cursor.next()
          return projection('values', left, from, powers['.'] ?? 0)
        }
        return join(left, from, dotted(powers['.'] ?? 0, 3))
      case '|':
        return operator('pipe', left, from, token)
      case '||':
        return operator('or', left, from, token)
      case '&&':
        return operator('and', left, from, token)
      case '[?':
        return filter(left, from)
      case '[]':
        return projection('flatten', left, from, powers['[]'] ?? 0)
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
        throw cursor.misplaced(token)
    }
  }

  function operator(kind: NodeKind, left: Node, mark: number, token: Token): Node {
    const markEnd = cursor.last
    const right = read(powerOf(token), kind === 'comparison' ? 3 : 2)
    return node(kind, left.from, [left, right], { mark, markEnd, name: token.kind })
  }

  function join(left: Node, mark: number, right: Node): Node {
    return node('sub', left.from, [left, right], { mark, markEnd: right.to, name: '.' })
  }

  function projection(kind: NodeKind, left: Node, mark: number, power: number, more: Partial<Node> = {}): Node {
    const markEnd = cursor.last
    const right = projected(power)
    return node(kind, left.from, [left, right], { mark, markEnd, ...more })
  }

  /** The part that applies to each item. */
  function projected(power: number): Node {
    const token = cursor.here
    if (powerOf(token) < projectionStop) return nothing()
    if (token.kind === '[' || token.kind === '[?') return read(power, 3)
    if (token.kind !== '.') throw cursor.misplaced(token)
    cursor.next()
    return dotted(power, 4)
  }

  function dotted(power: number, calls: number): Node {
    const { kind, from } = cursor.here
    if (kind === 'name' || kind === 'quoted' || kind === '*') return read(power, calls)
    if (kind !== '[' && kind !== '{') throw cursor.misplaced(cursor.here)
    cursor.next()
    return kind === '[' ? multiList(from) : multiHash(from)
  }

  function bracket(left: Node, mark: number): Node {
    const { kind, value } = cursor.here
    if (kind === '*') {
      cursor.next()
      cursor.match(']')
      return projection('wildcard', left, mark, powers['*'] ?? 0)
    }
    if (kind === 'number' && cursor.then !== ':') {
      cursor.next()
      cursor.match(']')
      return node('index', left.from, [left], { mark, markEnd: cursor.last, name: Number(value) })
    }
    if (kind !== 'number' && kind !== ':') throw cursor.misplaced(cursor.here)
    const bounds = slice()
    const { kind: before } = ungrouped(left)
    if (before === 'index' || before === 'cut') {
      return node('cut', left.from, [left], { mark, markEnd: cursor.last, bounds })
    }
    return projection('slice', left, mark, powers['*'] ?? 0, { bounds })
  }

  function slice(): (number | null)[] {
    const bounds: (number | null)[] = [null, null, null]
    let colons = 0
    let position = -1
    while (!cursor.is(']')) {
      const token = cursor.next()
      if (token.kind === ':' && colons < 2) colons++
      else if (token.kind === 'number' && position < colons) {
        position = colons
        bounds[position] = Number(token.value)
        if (colons === 2 && token.value === 0) throw syntax('The step of a slice cannot be 0.', token.from)
      } else throw cursor.misplaced(token)
    }
    cursor.next()
    return bounds
  }

  function filter(left: Node, mark: number): Node {
    const condition = read(0)
    cursor.match(']')
    const markEnd = cursor.last
    const right = cursor.is('[]') ? nothing() : projected(powers['[?'] ?? 0)
    return node('filter', left.from, [left, condition, right], { mark, markEnd })
  }

  function call(left: Node, mark: number): Node {
    if (left.kind !== 'field') throw cursor.misplaced(cursor.before)
    const args: Node[] = []
    while (!cursor.is(')')) {
      args.push(argument())
      if (cursor.is(')')) break
      cursor.match(',')
      if (cursor.is(')')) throw cursor.misplaced(cursor.here)
    }
    cursor.match(')')
    const problem = callProblem(
      String(left.name),
      args.map(({ kind }) => kind === 'reference')
    )
    if (problem) throw new ExpressionProblem({ kind: 'value', message: problem, position: left.from })
    return node('function', left.from, args, { name: String(left.name), mark })
  }

  function argument(): Node {
    const { kind, from } = cursor.here
    if (kind !== '&') return read(0)
    cursor.next()
    return node('reference', from, [read(0, 4)])
  }

  function multiList(from: number): Node {
    const items = [read(0, 3)]
    while (!cursor.is(']')) {
      cursor.match(',')
      items.push(read(0, 3))
    }
    cursor.next()
    return node('list', from, items)
  }

  function multiHash(from: number): Node {
    const items: Node[] = []
    const keys: string[] = []
    for (;;) {
      const key = cursor.next()
      if (key.kind !== 'name' && key.kind !== 'quoted') throw cursor.misplaced(key)
      cursor.match(':')
      keys.push(String(key.value))
      items.push(read(0, 3))
      if (!cursor.is(',')) break
      cursor.next()
    }
    cursor.match('}')
    return node('hash', from, items, { keys })
  }
}
