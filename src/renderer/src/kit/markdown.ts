import { Lexer, type Token, type Tokens } from 'marked'

export type MarkdownPart =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'em' | 'del'; parts: MarkdownPart[] }
  /** Only https; any other is text. */
  | { kind: 'link'; href: string; text: string }
  | { kind: 'break' }

export type MarkdownBlock =
  /** `level`: from 1, whatever the text began with. */
  | { kind: 'heading'; level: number; parts: MarkdownPart[] }
  | { kind: 'paragraph'; parts: MarkdownPart[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: MarkdownBlock[] }
  /** `start` null: not numbered. `done` null: no task. */
  | { kind: 'list'; start: number | null; items: { done: boolean | null; blocks: MarkdownBlock[] }[] }
  | { kind: 'table'; head: MarkdownPart[][]; rows: MarkdownPart[][][] }
  | { kind: 'rule' }

/** Lists in lists, quotes in quotes, emphasis in emphasis. */
const deepest = 8

/** Deeper than a person writes. */
class TooDeep extends Error {}

/**
 * Markdown as data, from which elements are drawn: no HTML is made, tags are text, images are their description, and
 * nothing is loaded. What cannot be read as Markdown is one block of plain text.
 */
export function markdownBlocks(markdown: string): MarkdownBlock[] {
  try {
    const tokens = new Lexer({ gfm: true }).lex(markdown)
    const first = Math.min(...tokens.flatMap((token) => (token.type === 'heading' ? [headingOf(token).depth] : [])))
    return blocksOf(tokens, first, 0)
  } catch (thrown) {
    // The parser's own recursion ends on texts such as ten thousand quotes in each other.
    if (thrown instanceof TooDeep || thrown instanceof RangeError) return [{ kind: 'code', text: markdown }]
    throw thrown
  }
}

const headingOf = (token: Token) => token as Tokens.Heading

function blocksOf(tokens: readonly Token[], first: number, depth: number): MarkdownBlock[] {
  if (depth > deepest) throw new TooDeep()
  const inner = (token: Token) => blocksOf(tokensIn(token), first, depth + 1)
  return tokens.flatMap((token): MarkdownBlock | MarkdownBlock[] => {
    switch (token.type) {
      case 'space':
      case 'def':
      case 'checkbox':
        return []
      case 'heading': {
        const level = Number.isFinite(first) ? headingOf(token).depth - first + 1 : 1
        return { kind: 'heading', level: Math.max(1, level), parts: partsIn(token, 0) }
      }
      case 'code':
        return { kind: 'code', text: (token as Tokens.Code).text }
      case 'blockquote':
        return { kind: 'quote', blocks: inner(token) }
      case 'list': {
        const { ordered, start, items } = token as Tokens.List
        const kept = items.map((item) => ({ done: item.task ? item.checked === true : null, blocks: inner(item) }))
        return { kind: 'list', start: ordered ? Number(start) || 1 : null, items: kept }
      }
      case 'table': {
        const { header, rows } = token as Tokens.Table
        return { kind: 'table', head: header.map(cell), rows: rows.map((row) => row.map(cell)) }
      }
      case 'hr':
        return { kind: 'rule' }
      default:
        return { kind: 'paragraph', parts: partsIn(token, 0) }
    }
  })
}

const cell = ({ tokens }: Tokens.TableCell) => partsOf(tokens, 0)
const tokensIn = (token: Token): readonly Token[] => ('tokens' in token && token.tokens) || []
const textOf = (token: Token) => ('text' in token ? String(token.text) : token.raw)

function partsIn(token: Token, depth: number): MarkdownPart[] {
  const inside = tokensIn(token)
  // A tag is shown as it was typed.
  if (inside.length === 0) return [{ kind: 'text', text: token.type === 'html' ? token.raw.trimEnd() : textOf(token) }]
  return partsOf(inside, depth)
}

function partsOf(tokens: readonly Token[], depth: number): MarkdownPart[] {
  if (depth > deepest) throw new TooDeep()
  return tokens.flatMap((token): MarkdownPart | MarkdownPart[] => {
    switch (token.type) {
      case 'strong':
      case 'em':
      case 'del':
        return { kind: token.type, parts: partsIn(token, depth + 1) }
      case 'codespan':
        return { kind: 'code', text: textOf(token) }
      case 'br':
        return { kind: 'break' }
      case 'checkbox':
        return []
      case 'image':
        return { kind: 'text', text: textOf(token) || 'image' }
      case 'link':
        return linkOf(token as Tokens.Link)
      case 'text':
        return tokensIn(token).length > 0 ? partsIn(token, depth + 1) : { kind: 'text', text: textOf(token) }
      case 'html':
        return { kind: 'text', text: token.raw }
      default:
        return { kind: 'text', text: textOf(token) }
    }
  })
}

/** A link's text never hides where it leads: what opens nothing shows both. */
function linkOf({ href, text }: Tokens.Link): MarkdownPart {
  if (/^https:\/\//i.test(href)) return { kind: 'link', href, text }
  const address = href.replace(/^mailto:/i, '')
  return { kind: 'text', text: text === address || `http://${text}` === href ? text : `${text} (${href})` }
}
