import { syntax, tokensOf, type ExpressionProblem, type Token, type TokenKind } from './tokens'

/** Words of other languages, and how they are written here. */
const words = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!']
])

/** The tokens of an expression, read one after the other; a token in the wrong place gives an error in words. */
export class Cursor {
  readonly tokens: Token[]
  private at = 0

  /** @throws ExpressionProblem */
  constructor(private readonly expression: string) {
    this.tokens = tokensOf(expression)
  }

  /** The one that comes; the last one is `end`. */
  get here(): Token {
    return this.tokens[this.at] as Token
  }

  /** The one that came. */
  get before(): Token {
    return this.tokens[this.at - 1] as Token
  }

  /** Where that ends. */
  get last(): number {
    return this.before.to
  }

  /** The kind of the one behind the one that comes. */
  get then(): TokenKind | undefined {
    return this.tokens[this.at + 1]?.kind
  }

  /** Whether the one that comes is of this kind. */
  is(kind: TokenKind): boolean {
    return this.here.kind === kind
  }

  next(): Token {
    this.at++
    return this.before
  }

  /** Goes past a token of this kind. @throws ExpressionProblem where another one is */
  match(kind: TokenKind): void {
    const token = this.next()
    if (token.kind === kind) return
    if (token.kind === 'end') throw syntax(`The expression ends too early: "${kind}" is missing.`, token.from)
    throw this.hinted(token) ?? syntax(`"${this.textOf(token)}" cannot stand here: "${kind}" is missing.`, token.from)
  }

  /** The message for a token in the wrong place. */
  misplaced(token: Token): ExpressionProblem {
    if (token.kind === 'end') return syntax('The expression ends too early.', token.from)
    return this.hinted(token) ?? syntax(`"${this.textOf(token)}" cannot stand here.`, token.from)
  }

  /** What the author most likely meant by it. */
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
