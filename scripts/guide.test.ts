import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sectionsWith, type GuideBlock, type GuidePart } from '../src/renderer/src/guide/section'
import { guideSections } from './guide'

const root = join(import.meta.dirname, '..')
const sections = guideSections(readFileSync(join(root, 'docs/user-guide.md'), 'utf8'))

const partsOf = (block: GuideBlock): readonly GuidePart[] =>
  block.kind === 'paragraph' ? block.parts : 'items' in block ? block.items.flat().flatMap(partsOf) : []

/** The guide prints them in bold. */
const controls = new Set(
  sections
    .flatMap(({ blocks }) => blocks)
    .flatMap(partsOf)
    .filter(({ kind }) => kind === 'control')
    .map(({ text }) => text)
)
const screen = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(renderer|shared|main\/app)[/\\]/.test(file) && /\.(svelte|ts)$/.test(file) && !/test/.test(file))
  .map((file) => readFileSync(join(root, 'src', file), 'utf8'))
  .join('\n')

describe('the user guide', () => {
  it.each([...controls])('calls a control "%s" as the screen does', (name) => {
    const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    // A whole text, not a part.
    expect(new RegExp(String.raw`(['"\`>]|>\s*|^\s+|\/>)\s*${escaped}\s*(['"\`<{]|$)`, 'm').test(screen)).toBe(true)
  })

  it('covers each view', () => {
    for (const view of ['Issues', 'Connectors', 'Passthrough', 'Mappings', 'Lookups', 'Data', 'Webhooks'])
      expect(controls).toContain(view)
    for (const view of ['Activity', 'Trends', 'Doctor', 'Settings']) expect(controls).toContain(view)
  })

  it('has a picture in each chapter, small and in both themes', () => {
    const chapters = sections.filter(({ depth }) => depth === 2)
    expect(
      chapters.filter(({ blocks }) => !blocks.some(({ kind }) => kind === 'picture')).map(({ title }) => title)
    ).toEqual([])
    const pictures = chapters.flatMap(({ blocks }) => blocks).filter((one) => one.kind === 'picture')
    for (const file of pictures.flatMap(({ light, dark }) => [light, dark]))
      expect(statSync(join(root, 'docs', file)).size, file).toBeLessThanOrEqual(150_000)
  })

  it('is found by words, all of which a section has', () => {
    const found = (typed: string) => sectionsWith(sections, typed).map(({ id }) => id)
    expect(found('')).toHaveLength(sections.length)
    expect(found('RELINK reminder')).toEqual(['send-a-relink-request', 'ask-many-customers-to-relink'])
    expect(found('curl')).toContain('send-a-get-through-a-connector')
    expect(found('no such word anywhere xyzzy')).toEqual([])
  })
})

describe('what becomes of Markdown', () => {
  it('is plain data, with a kind for each part of it', () => {
    expect(guideSections('# A & B\n\nSee **Send**, `x < y`\nand [there](#c).\n\n## C\n\n1. One\n   - Inner\n')).toEqual(
      [
        {
          ...{ id: 'a-b', title: 'A & B', depth: 1 },
          blocks: [
            {
              kind: 'paragraph',
              parts: [
                { kind: 'text', text: 'See ' },
                { kind: 'control', text: 'Send' },
                { kind: 'text', text: ', ' },
                { kind: 'code', text: 'x < y' },
                { kind: 'text', text: ' and ' },
                { kind: 'link', text: 'there', to: 'c' },
                { kind: 'text', text: '.' }
              ]
            }
          ]
        },
        {
          ...{ id: 'c', title: 'C', depth: 2 },
          blocks: [
            {
              kind: 'steps',
              items: [
                [
                  { kind: 'paragraph', parts: [{ kind: 'text', text: 'One' }] },
                  { kind: 'list', items: [[{ kind: 'paragraph', parts: [{ kind: 'text', text: 'Inner' }] }]] }
                ]
              ]
            }
          ]
        }
      ]
    )
  })

  it('keeps a picture with its words, in both themes', () => {
    expect(guideSections('# A\n\n![The list](pictures/a-list.webp)\n')[0]?.blocks).toEqual([
      {
        kind: 'picture',
        text: 'The list',
        light: './pictures/a-list.webp',
        dark: './pictures/a-list-dark.webp'
      }
    ])
  })

  it.each([
    ['HTML', '# A\n\n<script>alert(1)</script>\n'],
    ['HTML in a sentence', '# A\n\nIt is <b>bold</b>.\n'],
    ['a picture of elsewhere', '# A\n\n![x](https://example.com/x.webp)\n'],
    ['a picture that no script made', '# A\n\n![x](x.png)\n'],
    ['a picture without words', '# A\n\n![](pictures/x.webp)\n'],
    ['a picture in a sentence', '# A\n\nSee ![x](pictures/x.webp) there.\n'],
    ['a link out of the app', '# A\n\n[there](https://example.com)\n'],
    ['a script as a link', '# A\n\n[there](javascript:alert(1))\n'],
    ['a bare address, which Markdown makes a link', '# A\n\nhttps://example.com\n'],
    ['a table', '# A\n\n| a |\n| - |\n| b |\n']
  ])('refuses %s when the app is built', (_, markdown) => {
    expect(() => guideSections(markdown)).toThrow('cannot show')
  })

  it('refuses links to no section, and two sections of one name', () => {
    expect(() => guideSections('# A\n\n[x](#b)\n')).toThrow('no section #b')
    expect(() => guideSections('# A\n\n## a\n')).toThrow('called a')
  })
})
