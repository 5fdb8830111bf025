import type { JmespathProblem } from '../../shared/model/jmespath'
import { quotedEnd } from '../../shared/scan'
import { readJson } from './json/read'
import type { Value } from './values'

export type TokenKind =
  | 'name'
  | 'quoted'
  | 'literal'
  | 'number'
  | 'end'
  | '.'
  | '*'
  | ']'
  | ','
  | ':'
  | '@'
  | '('
  | ')'
  | '{'
  | '}'
  | '['
  | '[]'
  | '[?'
  | '||'
  | '|'
  | '&&'
  | '&'
  | '=='
  | '!='
  | '!'
  | '<='
  | '<'
  | '>='
  | '>'

/** Offsets in UTF-16 units. `value`: of names and literals what they say, of others what they are written as. */
export interface Token {
  kind: TokenKind
  from: number
  to: number
  value: Value
}

/** What is wrong with an expression, thrown by its readers. */
export class ExpressionProblem extends Error {
  constructor(readonly problem: JmespathProblem) {
    super(problem.message)
  }
}

export const syntax = (message: string, position: number) =>
  new ExpressionProblem({ kind: 'syntax', message, position })

const space = /[ \t\n\r]+/y
const word = /[A-Za-z_][A-Za-z0-9_]*/y
const number = /-?[0-9]+/y
const mark = /\[\]|\[\?|\|\||&&|==|!=|<=|>=|[.*\],:@(){}[|&!<>]/y

/**
 * Splits an expression into its tokens, as the grammar of the standard has them; the last one is `end`.
 * @throws ExpressionProblem
 */
export function tokensOf(expression: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < expression.length;) {
    const take = (pattern: RegExp) => {
      pattern.lastIndex = at
      return pattern.exec(expression)
    }
    const char = expression[at] ?? ''
    const blank = take(space)
    if (blank) {
      at += blank[0].length
      continue
    }
    const simple = take(word) ?? take(number) ?? take(mark)
    let token: Token
    if (simple) token = plainToken(simple[0], at)
    else if (char === '"' || char === "'" || char === '`') {
      const end = quotedEnd(expression, at)
      if (end < 0) throw syntax(`The ${quoteNames[char]} that begins here does not end.`, at)
      token = quotedToken(char, expression.slice(at + 1, end - 1), at, end)
    } else throw strange(expression, at)
    tokens.push(token)
    at = token.to
  }
  tokens.push({ kind: 'end', from: expression.length, to: expression.length, value: '' })
  return tokens
}

const quoteNames = { '"': 'quoted name', "'": 'text', '`': 'literal' }

function plainToken(text: string, from: number): Token {
  const to = from + text.length
  if (/^[A-Za-z_]/.test(text)) return { kind: 'name', from, to, value: text }
  if (!/^-?[0-9]/.test(text)) return { kind: text as TokenKind, from, to, value: text }
  return { kind: 'number', from, to, value: Number(text) }
}

function quotedToken(quote: '"' | "'" | '`', inner: string, from: number, to: number): Token {
  if (quote === "'") return { kind: 'literal', from, to, value: inner.replaceAll("\\'", "'") }
  if (quote === '"') {
    const value = parsed(`"${inner}"`)
    if (value === undefined) throw syntax('This quoted name is no JSON text: see its escapes and line breaks.', from)
    return { kind: 'quoted', from, to, value }
  }
  const value = parsed(inner.replaceAll('\\`', '`'))
  if (value === undefined) {
    const meant = /^[\w .-]+$/.test(inner) ? `: write '${inner}' for a text` : ''
    throw syntax(`Between backticks stands JSON, and this is none${meant}.`, from)
  }
  return { kind: 'literal', from, to, value }
}

/** @returns undefined for what is not JSON */
function parsed(json: string): Value | undefined {
  try {
    return readJson(json)
  } catch {
    return undefined
  }
}

function strange(expression: string, at: number): ExpressionProblem {
  const char = String.fromCodePoint(expression.codePointAt(at) ?? 0)
  if (char === '=') return syntax('A comparison is written with two signs: ==.', at)
  if (char === '-') return syntax('JMESPath has no arithmetic, and a name with - stands in double quotes.', at)
  if ('+/%^'.includes(char)) return syntax(`JMESPath has no arithmetic: ${char} means nothing.`, at)
  if (char === '$')
    return syntax('$ means nothing in standard JMESPath: @ is the payload, and paths begin with a key.', at)
  if (char === '?') return syntax('A filter is written [?condition].', at)
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}]/u.test(char)) {
    const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return syntax(`Here stands an invisible character (U+${code}).`, at)
  }
  return syntax(`"${char}" means nothing in JMESPath.`, at)
}
