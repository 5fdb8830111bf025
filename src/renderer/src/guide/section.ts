/** A piece of a sentence. A control has its name on the screen; a link has the id of its section. */
export type GuidePart = { kind: 'text' | 'control' | 'code'; text: string } | { kind: 'link'; text: string; to: string }

export type GuideBlock =
  | { kind: 'paragraph'; parts: readonly GuidePart[] }
  | { kind: 'code'; text: string }
  /** `light`, `dark`: its address in each theme. */
  | { kind: 'picture'; text: string; light: string; dark: string }
  | { kind: 'steps' | 'list'; items: readonly (readonly GuideBlock[])[] }

export interface GuideSection {
  id: string
  title: string
  /** 1 for the title of the guide. */
  depth: number
  blocks: readonly GuideBlock[]
}

const wordsOf = ({ title, blocks }: GuideSection): string => [title, ...blocks.map(wordsIn)].join(' ').toLowerCase()

function wordsIn(block: GuideBlock): string {
  if (block.kind === 'code' || block.kind === 'picture') return block.text
  if (block.kind === 'paragraph') return block.parts.map(({ text }) => text).join('')
  return block.items.flat().map(wordsIn).join(' ')
}

/** Sections that hold every typed word; all sections without one. */
export function sectionsWith(sections: readonly GuideSection[], typed: string): readonly GuideSection[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return sections.filter((section) => words.every((word) => wordsOf(section).includes(word)))
}
