// A plugin of the renderer's build: Markdown becomes plain data, so that no page needs HTML from text.
import { readFileSync } from 'node:fs'
import { marked, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import type { GuideBlock, GuidePart, GuideSection } from '../src/renderer/src/guide/section'

/** "Send a GET" becomes `#send-a-get`. */
const idOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const decoded = (text: string) =>
  text.replaceAll('\n', ' ').replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')

function partsOf(tokens: readonly Token[]): GuidePart[] {
  return tokens.flatMap((token): GuidePart | GuidePart[] => {
    if ('tokens' in token && token.type === 'text' && token.tokens) return partsOf(token.tokens)
    const text = 'text' in token ? decoded(String(token.text)) : ''
    if (token.type === 'text' || token.type === 'escape') return { kind: 'text', text }
    if (token.type === 'strong') return { kind: 'control', text }
    if (token.type === 'codespan') return { kind: 'code', text }
    const to = token.type === 'link' ? (token as Tokens.Link).href : ''
    if (to.startsWith('#')) return { kind: 'link', text, to: to.slice(1) }
    throw new Error(`The guide cannot show this ${token.type}: ${token.raw}`)
  })
}

function blocksOf(tokens: readonly Token[]): GuideBlock[] {
  return tokens.flatMap((token): GuideBlock | GuideBlock[] => {
    if (token.type === 'space') return []
    if (token.type === 'code') return { kind: 'code', text: (token as Tokens.Code).text }
    if (token.type === 'list') {
      const { ordered, items } = token as Tokens.List
      return { kind: ordered ? 'steps' : 'list', items: items.map((item) => blocksOf(item.tokens)) }
    }
    const [only, ...others] = inner(token)
    if (only?.type === 'image' && others.length === 0) return pictureOf(only as Tokens.Image)
    if (token.type === 'paragraph' || token.type === 'text')
      return { kind: 'paragraph', parts: partsOf([...inner(token)]) }
    throw new Error(`The guide cannot show this ${token.type}: ${token.raw}`)
  })
}

/** A picture has a dark twin. */
function pictureOf({ href, text, raw }: Tokens.Image): GuideBlock {
  const name = /^pictures\/([a-z-]+)\.webp$/.exec(href)?.[1]
  if (name === undefined || text === '') throw new Error(`The guide cannot show this image: ${raw}`)
  return {
    kind: 'picture',
    text: decoded(text),
    light: `./pictures/${name}.webp`,
    dark: `./pictures/${name}-dark.webp`
  }
}

const inner = (token: Token): readonly Token[] => ('tokens' in token && token.tokens ? token.tokens : [token])

/**
 * @param markdown headings, paragraphs, lists, code, links to its own headings, and pictures of `docs/pictures`
 * @throws for HTML, other pictures, other links, and two sections of one name
 */
export function guideSections(markdown: string): GuideSection[] {
  const sections: (GuideSection & { blocks: GuideBlock[] })[] = []
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading') {
      const { text, depth } = token as Tokens.Heading
      sections.push({ id: idOf(text), title: decoded(text), depth, blocks: [] })
    } else sections.at(-1)?.blocks.push(...blocksOf([token]))
  }
  const ids = sections.map(({ id }) => id)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) throw new Error(`Two sections of the guide are called ${twice}.`)
  for (const [, to = ''] of JSON.stringify(sections).matchAll(/"to":"([^"]*)"/g))
    if (!ids.includes(to)) throw new Error(`The guide has no section #${to}.`)
  return sections
}

/** Build files are named by content. */
function moduleOf(sections: readonly GuideSection[]): string {
  const imports: string[] = []
  const data = JSON.stringify(sections).replaceAll(/"\.\/pictures\/[a-z-]+\.webp"/g, (file) => {
    imports.push(`import picture${imports.length} from ${file}`)
    return `picture${imports.length - 1}`
  })
  return [...imports, `export default ${data}`].join('\n')
}

export const guide: Plugin = {
  name: 'guide',
  load(id) {
    if (!id.endsWith('.md')) return null
    this.addWatchFile(id)
    return { code: moduleOf(guideSections(readFileSync(id, 'utf8'))), map: null, moduleType: 'js' }
  }
}
