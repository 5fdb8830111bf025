import fc from 'fast-check'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import Markdown from './Markdown.svelte'
import { markdownBlocks } from './markdown'

const drawn = () => document.querySelector('.markdown') as HTMLElement

test('Markdown is drawn as elements: lists, code, tables, tasks, emphasis, and headings below the page’s', async () => {
  const text = `## First\n\n1. *One*\n2. **Two**\n   - inner\n\n- [x] done\n\n\`\`\`\nGET /x\n\`\`\`\n\n| a | b |\n|---|---|\n| 1 | \`2\` |\n\n### Second\n\n> said`
  render(Markdown, { text, heading: 4 })
  await expect.element(page.getByRole('heading', { name: 'First', level: 4 })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Second', level: 5 })).toBeVisible()
  expect([...drawn().querySelectorAll('ol > li')].map((one) => one.querySelector('em, strong')?.textContent)).toEqual([
    'One',
    'Two'
  ])
  expect(drawn().querySelector('pre')?.textContent).toBe('GET /x')
  expect(drawn().querySelector('td code')?.textContent).toBe('2')
  expect(drawn().querySelector('blockquote')?.textContent?.trim()).toBe('said')
  expect(drawn().querySelector('.task')?.textContent).toContain('☑')
})

test('an https link asks for its address and shows its host; any other is text that shows where it leads', async () => {
  const opened: string[] = []
  const text =
    '[Help](https://help.example/a) [bad](javascript:alert(1)) [file](file:///etc/passwd) [old](http://plain.example) [desk](connector-desk://case/x) ![a cat](https://track.example/p.png) https://bare.example/b'
  render(Markdown, { text, heading: 4, onlink: (href: string) => opened.push(href) })
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('button', { name: 'https://bare.example/b' }).click()
  expect(opened).toEqual(['https://help.example/a', 'https://bare.example/b'])
  expect(drawn().querySelectorAll('button')).toHaveLength(2)
  expect(drawn().querySelectorAll('a, img')).toHaveLength(0)
  expect(drawn().textContent).toContain('(help.example)')
  for (const shown of ['bad (javascript:alert(1))', 'file (file:///etc/passwd)', 'old (http://plain.example)', 'a cat'])
    expect(drawn().textContent).toContain(shown)
})

test('tags, scripts and hidden characters are text', () => {
  const text = '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> a\u202Eb\n\n`c\u200Bd`\n\n    e\u202Ef'
  render(Markdown, { text, heading: 3 })
  expect(drawn().querySelectorAll('script, img')).toHaveLength(0)
  for (const shown of ['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', 'U+202E', '[U+200B]', 'e[U+202E]f'])
    expect(drawn().textContent).toContain(shown)
})

test.each([
  ['quotes in quotes', '>'.repeat(30_000)],
  ['lists in lists', Array.from({ length: 12 }, (_, at) => `${'  '.repeat(at)}- x`).join('\n')],
  ['numbers in numbers', '1. '.repeat(10_000)],
  ['quotes in a list in quotes', '> - '.repeat(8_000)],
  ['nine quotes in each other', `${'> '.repeat(10)}x`]
])('%s, deeper than a person writes, are plain text', (_, text) => {
  const [only, ...others] = markdownBlocks(text)
  expect([only?.kind, others.length]).toEqual(['code', 0])
})

test.each(['[', '![a', '*a ', '_a', '**a *b ', '`', '|', '<a ', '&', '~', 'a@b.', 'https://a', '[a]: b\n', '\\'])(
  '32,000 characters of %j are read',
  (piece) => {
    expect(markdownBlocks(piece.repeat(32_000 / piece.length)).length).toBeGreaterThanOrEqual(0)
  }
)

test('an empty text has nothing to draw, and a lonely definition neither', () => {
  expect(markdownBlocks('')).toEqual([])
  expect(markdownBlocks('[a]: https://x.example')).toEqual([])
})

const pieces = [
  '[',
  '](',
  ')',
  '<',
  '>',
  '![',
  '*',
  '**',
  '_',
  '`',
  '```\n',
  '\n',
  '\n\n',
  '- ',
  '1. ',
  '> ',
  '|',
  '|-|\n',
  '# ',
  '    ',
  '~~',
  '&lt;',
  '\\',
  'https://a.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '<script>',
  '\u202E',
  '\0',
  '[a]: ',
  'text'
]

/** Every link in blocks, however deep. */
function linksIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(linksIn)
  if (typeof value !== 'object' || value === null) return []
  if ('kind' in value && value.kind === 'link' && 'href' in value) return [String(value.href)]
  return Object.values(value).flatMap(linksIn)
}

test('300 texts of pieces of Markdown are read, and lead nowhere but to https', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (all) => {
      for (const href of linksIn(markdownBlocks(all.join('')))) expect(href).toMatch(/^https:\/\//i)
    }),
    { numRuns: 300 }
  )
})
