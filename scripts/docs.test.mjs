import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './run.mjs'

const folders = ['.github', 'bench', 'docs', 'e2e', 'resources', 'scripts', 'src']
const filesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true }).map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
const paths = [...readdirSync(root), ...folders.flatMap(filesBelow)]

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...paths.filter((path) => /^docs\/.*\.md$/.test(path))
]
const textOf = (document) => readFileSync(join(root, document), 'utf8')

/** Files that a publisher or a command makes. */
const madeLater = new Set(['resources/update-key.pem'])

/** As `src/main` or `words.ts`. */
const looksLikePath = (word) =>
  /^[\w.@*<>-]+(\/[\w.@*<>-]+)*\/?$/.test(word) &&
  (folders.some((folder) => word.startsWith(`${folder}/`)) || /\.(ts|mjs|svelte|css)$/.test(word))

/** A path may omit leading folders; `*` and `<area>` stand for any name. */
function exists(word) {
  if (madeLater.has(word)) return true
  const any = word
    .replace(/\/$/, '')
    .replaceAll('.', '[.]')
    .replaceAll(/\*\*|\*|<[^<>]+>/g, (wildcard) => (wildcard === '**' ? '.*' : '[^/]+'))
  const form = new RegExp(`(^|/)${any}$`)
  return paths.some((path) => form.test(path))
}

const codeIn = (text) =>
  [...text.replaceAll(/^ *```[^]*?^ *```/gm, '').matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code.split(/[\s,]+/))

const slug = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-')
const headingsOf = (text) => [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => slug(heading))

describe.each(documents)('%s', (document) => {
  const text = textOf(document)

  test('links to what exists', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link)
    const broken = links
      .filter((link) => !/^(https?|mailto):/.test(link))
      .filter((link) => {
        const [path, heading] = link.split('#')
        const file = path === '' ? document : join(dirname(document), path)
        if (!existsSync(join(root, file))) return true
        return heading !== undefined && !headingsOf(textOf(file)).includes(heading)
      })
    expect(broken).toEqual([])
  })

  test('names paths of the repository that exist', () => {
    expect(codeIn(text).filter((word) => looksLikePath(word) && !exists(word))).toEqual([])
  })

  test('names commands that npm runs', () => {
    const { scripts } = JSON.parse(textOf('package.json'))
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

test('a comment names no document that is gone', () => {
  const sources = paths.filter((path) => /^(src|e2e|scripts)\/.*\.(ts|mjs|svelte|css)$/.test(path))
  const gone = sources.flatMap((path) =>
    [...textOf(path).matchAll(/\bdocs\/[\w/-]+\.md\b/g)]
      .filter(([named]) => !paths.includes(named))
      .map(([named]) => `${path}: ${named}`)
  )
  expect(gone).toEqual([])
})

test('the README is read in one go', () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(110)
})

test('no folder is taken for a document', () => {
  expect(documents.filter((document) => !statSync(join(root, document)).isFile())).toEqual([])
})

test('a comment names only files that exist', () => {
  const sources = paths.filter((path) => /^(src|scripts|e2e)\/.*\.(ts|svelte|mjs)$/.test(path))
  const comments = (text) => text.match(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$|<!--[^]*?-->/gm) ?? []
  const named = (comment) =>
    comment.match(/(?<![\w./<-])(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|svelte|mjs|md)\b/g) ?? []
  const ends = new Set(paths.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(at).join('/'))))
  const gone = sources.flatMap((path) =>
    comments(textOf(path))
      .flatMap(named)
      .filter((name) => !ends.has(name))
      .map((name) => `${path}: ${name}`)
  )
  expect(gone).toEqual([])
})
