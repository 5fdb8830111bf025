/** `beyond`: perhaps valid, but not supported here. */
export type Evaluated = { kind: 'value'; value: unknown } | { kind: 'invalid' } | { kind: 'beyond' }

export const INVALID = 'INVALID_JSON_PATH'

const FUNCTIONS = `abs avg ceil contains ends_with floor join keys length map max max_by merge min min_by not_null
  reverse sort sort_by starts_with sum to_array to_number to_string type values`.split(/\s+/)
const TOKEN =
  /\s*(?:([A-Za-z_]\w*)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(`(?:[^`\\]|\\.)*`)|(-?\d+)|(\|\||&&|[=!<>]=|[.[\]{}()|,:*@&!<>?]))/y
const JOINS = ['.', '|', '||', '&&', '==', '!=', '<=', '>=', '<', '>', ',', ':']
const OPENS = ['[', '{', '(']
const CLOSES: Record<string, string> = { ']': '[', '}': '{', ')': '(' }

type Token = { kind: 'name' | 'raw' | 'literal' | 'number' | 'op'; text: string }
type Step = string | number | 'each'[]

/** Independent of the app's engine. Names, quoted names, indexes, `[*]`, `||`, pipes and raw strings. */
export function evaluatePath(expression: string, data: unknown): Evaluated {
  const tokens = tokenize(expression)
  if (!tokens || !wellFormed(tokens)) return { kind: 'invalid' }
  const parser = new Parser(tokens)
  const value = parser.pipe(data)
  return parser.done ? { kind: 'value', value: value ?? null } : { kind: 'beyond' }
}

function tokenize(expression: string): Token[] | undefined {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  const end = expression.trimEnd().length
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(expression)
    if (!match) return undefined
    const [, name, quoted, raw, literal, number, op] = match
    if (quoted !== undefined) tokens.push({ kind: 'name', text: unquote(quoted) })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name })
    else if (raw !== undefined) tokens.push({ kind: 'raw', text: raw.replaceAll("\\'", "'") })
    else if (literal !== undefined) tokens.push({ kind: 'literal', text: literal })
    else tokens.push(number === undefined ? { kind: 'op', text: op ?? '' } : { kind: 'number', text: number })
  }
  return tokens
}

function unquote(inside: string): string {
  try {
    return JSON.parse(`"${inside}"`) as string
  } catch {
    return inside
  }
}

function wellFormed(tokens: readonly Token[]): boolean {
  const open: string[] = []
  let before: Token | undefined
  for (const token of tokens) {
    const { kind, text } = token
    const op = kind === 'op'
    const starts =
      before === undefined || (before.kind === 'op' && [...JOINS, ...OPENS, '&', '!', '?'].includes(before.text))
    if (op && OPENS.includes(text)) {
      if (text === '(' && before?.kind === 'name' && !FUNCTIONS.includes(before.text)) return false
      open.push(text)
    } else if (op && text in CLOSES) {
      const opened = open.pop()
      if (opened !== CLOSES[text] || (opened !== '[' && before?.text === ':')) return false
      if (before?.kind === 'op' && [...JOINS, '&', '!'].includes(before.text) && before.text !== ':') return false
    } else if (op && JOINS.includes(text) && text !== ':') {
      if (starts) return false
    } else if (!op && !starts) return false
    before = token
  }
  const last = before?.kind === 'op' ? before.text : ''
  return open.length === 0 && before !== undefined && ![...JOINS, '&', '!', '?'].includes(last)
}

class Parser {
  private at = 0

  constructor(private readonly tokens: readonly Token[]) {}

  get done(): boolean {
    return this.at === this.tokens.length
  }

  pipe(data: unknown): unknown {
    let value = this.either(data)
    while (this.op('|')) value = this.either(value)
    return value
  }

  private either(data: unknown): unknown {
    let value = this.path(data)
    while (this.op('||')) {
      const other = this.path(data)
      if (isEmpty(value)) value = other
    }
    return value
  }

  private path(data: unknown): unknown {
    const [next] = this.tokens.slice(this.at, this.at + 1)
    if (next?.kind === 'raw') {
      this.at++
      return next.text
    }
    if (this.op('@')) return refresh(data, this.steps())
    return refresh(data, [...this.name(), ...this.steps()])
  }

  private steps(): Step[] {
    const steps: Step[] = []
    for (;;) {
      const from = this.at
      const found = this.op('.') ? this.name() : this.index()
      if (found.length === 0) {
        this.at = from
        return steps
      }
      steps.push(...found)
    }
  }

  private name(): Step[] {
    const token = this.tokens[this.at]
    if (token?.kind !== 'name' || this.tokens[this.at + 1]?.text === '(') return this.index()
    this.at++
    return [token.text]
  }

  private index(): Step[] {
    const [open, inside, close] = this.tokens.slice(this.at, this.at + 3)
    if (open?.text !== '[' || close?.text !== ']' || close.kind !== 'op') return []
    const step: Step | undefined =
      inside?.kind === 'number' ? Number(inside.text) : inside?.text === '*' ? ['each'] : undefined
    if (step === undefined) return []
    this.at += 3
    return [step]
  }

  private op(text: string): boolean {
    const token = this.tokens[this.at]
    if (token?.kind !== 'op' || token.text !== text) return false
    this.at++
    return true
  }
}

function refresh(value: unknown, [step, ...rest]: readonly Step[]): unknown {
  if (step === undefined) return value
  if (typeof step === 'string') {
    const own = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, step)
    return refresh(own ? (value as Record<string, unknown>)[step] : null, rest)
  }
  if (!Array.isArray(value)) return null
  if (typeof step === 'number') return refresh(value.at(step) ?? null, rest)
  return value.map((one) => refresh(one, rest)).filter((one) => one !== null && one !== undefined)
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
