import { syntax, tokensOf, type ExpressionProblem, type Token, type TokenKind } from './tokens'

/** Operators of other languages, and their JMESPath form. */
const words = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!']
])

/** Reads the tokens of an expression in order; a misplaced token gives an error in words. */
export class Cursor {
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
