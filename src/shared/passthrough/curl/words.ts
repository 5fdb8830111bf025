import { quotedEnd } from '../../scan'

export type Dialect = 'posix' | 'cmd' | 'powershell'

export function readPrompt(pasted: string): { text: string; dialect: Dialect } {
  const [prompt = ''] = /^\s*(?:\$|>|PS(?: [^>\n]*)?>|[A-Z]:\\[^>\n]*>)\s+/.exec(pasted) ?? []
  const text = pasted.slice(prompt.length).trim()
  if (/^\s*PS/.test(prompt)) return { text, dialect: 'powershell' }
  return { text, dialect: /^\s*[A-Z]:/.test(prompt) ? 'cmd' : dialectOf(text) }
}

/** Judges by syntax that only one shell has. */
function dialectOf(text: string): Dialect {
  if (/^\s*(\$\w[\w.]*\s*[=(]|Invoke-(WebRequest|RestMethod)\b|iwr\b|irm\b)/i.test(text)) return 'powershell'
  const outside = withoutSingleQuoted(text)
  if (/`\r?\n|`"/.test(outside) && !/\\\r?\n/.test(outside)) return 'powershell'
  if (/^\s*(\S*\\)?curl\.exe\s/i.test(text)) return text.includes("'") ? 'powershell' : 'cmd'
  // A bare pair is an empty word everywhere.
  return /\^(\r?\n|["&%<>|])/.test(outside) || /[^\s='"]""[^\s'"]/.test(outside) ? 'cmd' : 'posix'
}

/** Single quotes hide syntax of other shells, but not within double quotes. */
function withoutSingleQuoted(text: string): string {
  let left = ''
  let done = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') {
      const end = quotedEnd(text, at)
      if (end < 0) break
      at = end - 1
    } else if (text[at] === "'") {
      const end = text.indexOf("'", at + 1)
      if (end < 0) break
      left += `${text.slice(done, at)}x`
      done = end + 1
      at = end
    }
  }
  return left + text.slice(done)
}

/** @throws Error for an unclosed quote */
export function shellWords(text: string, dialect: Dialect): string[] {
  if (dialect === 'cmd') return windowsArguments(withoutCarets(text))
  return dialect === 'powershell' ? powershellWords(text).map(({ text }) => text) : posixWords(text)
}

/**
 * With bash's `$'…'`; nothing is expanded.
 *
 * Our own: shlex 3 breaks the usual `'"'"'` in a JSON body, shellwords-ts 3 ends a word at '' and does not know
 * continued lines in quotes, shell-quote 1 reads ? and & of an address as syntax.
 */
function posixWords(text: string): string[] {
  const pieces = /'([^']*)'|\\(\r?\n|[^])|(\s+)|([^\s'"\\$]+|\$)/y
  const words: string[] = []
  let word: string | undefined
  while (pieces.lastIndex < text.length) {
    const at = pieces.lastIndex
    const [escapes] = /\$'|\$?"/y.exec(text.slice(at, at + 2)) ?? []
    if (escapes !== undefined) {
      const inside = at + escapes.length
      const end = quotedEnd(text, inside - 1)
      if (end < 0) throw new Error('A quote does not end.')
      const quoted = text.slice(inside, end - 1)
      word = (word ?? '') + (escapes === "$'" ? ansiText(quoted) : doubleQuotedText(quoted))
      pieces.lastIndex = end
      continue
    }
    const piece = pieces.exec(text)
    if (!piece) throw new Error('A quote does not end.')
    const [, single, escaped, space, plain] = piece
    if (space !== undefined || /\n/.test(escaped ?? '')) {
      // A continued line separates no words; commands have a space there.
      if (space !== undefined && word !== undefined) words.push(word)
      if (space !== undefined) word = undefined
    } else word = (word ?? '') + (single ?? escaped ?? plain ?? '')
  }
  if (word !== undefined) words.push(word)
  return words
}

const doubleQuotedText = (text: string) => text.replace(/\\(?:\r?\n|([$`"\\]))/g, (_, char?: string) => char ?? '')

const ansiEscapes: Record<string, string> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v'
}

/** `\x` and octal escapes are bytes of UTF-8. */
function ansiText(text: string): string {
  const pieces = /\\x([\dA-Fa-f]{1,2})|\\([0-7]{1,3})|\\u([\dA-Fa-f]{1,4})|\\U([\dA-Fa-f]{1,8})|\\([^])|[^\\]+/g
  let said = ''
  let bytes: number[] = []
  const endBytes = () => {
    if (bytes.length > 0) said += new TextDecoder().decode(Uint8Array.from(bytes))
    bytes = []
  }
  for (const [whole, hex, octal, short, long, char] of text.matchAll(pieces)) {
    if (hex !== undefined) bytes.push(parseInt(hex, 16))
    else if (octal !== undefined) bytes.push(parseInt(octal, 8))
    else {
      endBytes()
      const code = parseInt(short ?? long ?? '', 16)
      if (!Number.isNaN(code)) said += code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
      else if (char !== undefined) said += ansiEscapes[char] ?? ('\\\'"?'.includes(char) ? char : whole)
      else said += whole
    }
  }
  endBytes()
  return said
}

/** Outside quotes a caret makes the next character plain, or continues the line. */
function withoutCarets(text: string): string {
  let quoted = false
  let out = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '"') quoted = !quoted
    if (char !== '^' || quoted) {
      out += char
      continue
    }
    const lineBreak = /^\r?\n/.exec(text.slice(at + 1, at + 3))?.[0]
    if (lineBreak === undefined) {
      out += text[++at] ?? ''
      continue
    }
    at += lineBreak.length
    // A caret and two line breaks are an intended line break.
    const second = /^\r?\n/.exec(text.slice(at + 1, at + 3))?.[0]
    out += second === undefined ? '' : '\n'
    at += second?.length ?? 0
  }
  return out
}

/** In quotes `\"` and `""` are a quote, other backslashes are plain. */
function windowsArguments(text: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '\\') {
      const slashes = /^\\+/.exec(text.slice(at))?.[0].length ?? 1
      const beforeQuote = text[at + slashes] === '"'
      word = (word ?? '') + '\\'.repeat(beforeQuote ? slashes >> 1 : slashes)
      at += slashes - 1
      if (beforeQuote && slashes % 2 === 1) {
        word += '"'
        at++
      }
    } else if (char === '"') {
      if (quoted && text[at + 1] === '"') {
        word += '"'
        at++
      } else {
        quoted = !quoted
        word ??= ''
      }
    } else if (!quoted && /\s/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + char
  }
  if (quoted) throw new Error('A quote does not end.')
  if (word !== undefined) words.push(word)
  return words
}

export interface PowershellWord {
  text: string
  /** It may be a parameter or a mark of the language. */
  bare: boolean
}

const backticked: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b'
}

/** `@{`, `}`, `;` and, within `@{ }`, `=` and line breaks are words of their own. */
export function powershellWords(text: string): PowershellWord[] {
  const words: PowershellWord[] = []
  let word: PowershellWord | undefined
  let inHash = false
  const add = (more: string, bare: boolean) => {
    word ??= { text: '', bare: true }
    word.text += more
    word.bare &&= bare
  }
  const end = () => {
    if (word) words.push(word)
    word = undefined
  }
  const mark = (mark: string) => {
    end()
    words.push({ text: mark, bare: true })
  }
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '`') {
      const lineBreak = /^\r?\n/.exec(text.slice(at + 1, at + 3))?.[0]
      if (lineBreak) end()
      else add(text[at + 1] ?? '', false)
      at += lineBreak?.length ?? 1
    } else if (char === "'" || char === '"') {
      const end = powershellQuoteEnd(text, at)
      if (end < 0) throw new Error('A quote does not end.')
      const inside = text.slice(at + 1, end - 1)
      add(char === "'" ? inside.replaceAll("''", "'") : doubleQuoted(inside), false)
      at = end - 1
    } else if (char === '@' && text[at + 1] === '{') {
      mark('@{')
      inHash = true
      at++
    } else if (char === ';' || (inHash && (char === '}' || char === '=' || char === '\n'))) {
      mark(char)
      if (char === '}') inHash = false
    } else if (/\s/.test(char)) end()
    else add(char, true)
  }
  end()
  return words
}

/**
 * A doubled quote belongs to the text; in double quotes a backtick hides the next character.
 * @returns the offset after the closing quote, or -1
 */
export function powershellQuoteEnd(text: string, at: number): number {
  const quote = text[at]
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === quote) {
      if (text[i + 1] !== quote) return i + 1
      i++
    } else if (text[i] === '`' && quote === '"') i++
  }
  return -1
}

function doubleQuoted(inside: string): string {
  return inside.replace(/`([^])|""|\$\(\[char\](\d+)\)/g, (_, escaped?: string, code?: string) => {
    if (code !== undefined) return String.fromCharCode(Number(code))
    return escaped === undefined ? '"' : (backticked[escaped] ?? escaped)
  })
}
