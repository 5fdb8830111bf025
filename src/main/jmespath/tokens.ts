import type { JmespathProblem } from '../../shared/jmespath/jmespath'
import { isDigit, isSpace, quotedEnd, runEnd } from '../../shared/scan'
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

/** Offsets in UTF-16 units. `value`: the meaning of names and literals, the text of others. */
export interface Token {
  kind: TokenKind
  from: number
  to: number
  value: Value
}

/** An error in an expression. */
export class ExpressionProblem extends Error {
  constructor(readonly problem: JmespathProblem) {
    super(problem.message)
  }
}

export const syntax = (message: string, position: number) =>
  new ExpressionProblem({ kind: 'syntax', message, position })

const beginsWord = (code: number) => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f
const isOfWord = (code: number) => beginsWord(code) || isDigit(code)
const mark = /\[\]|\[\?|\|\||&&|==|!=|<=|>=|[.*\],:@(){}[|&!<>]/y

/**
 * Splits an expression by the standard's grammar; the last token is `end`.
 * @throws ExpressionProblem
 */
export function tokensOf(expression: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < expression.length;) {
    const code = expression.charCodeAt(at)
    if (isSpace(code)) {
      at = runEnd(expression, at, isSpace)
      continue
    }
    const char = expression[at] ?? ''
    const simple = simpleToken(expression, at, code)
    let token: Token
    if (simple) token = simple
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

/** The name, number or mark at `from`; undefined for none. */
function simpleToken(expression: string, from: number, code: number): Token | undefined {
  if (beginsWord(code)) {
    const to = runEnd(expression, from, isOfWord)
    return { kind: 'name', from, to, value: expression.slice(from, to) }
  }
  const digitsFrom = code === 0x2d ? from + 1 : from
  const to = runEnd(expression, digitsFrom, isDigit)
  if (to > digitsFrom) return { kind: 'number', from, to, value: Number(expression.slice(from, to)) }
  mark.lastIndex = from
  const [text] = mark.exec(expression) ?? []
  return text === undefined ? undefined : { kind: text as TokenKind, from, to: from + text.length, value: text }
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
    const meant = inner !== '' && !/[^\w .-]/.test(inner) ? `: write '${inner}' for a text` : ''
    throw syntax(`Between backticks stands JSON, and this is none${meant}.`, from)
  }
  return { kind: 'literal', from, to, value }
}

/** @returns undefined for invalid JSON */
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
