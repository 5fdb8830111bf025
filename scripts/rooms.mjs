// npm run rooms: checks imports against .dependency-cruiser.mjs, circles, names of rooms, that the window has one list,
// and that no file is a fragment of another.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import config, { floors, windowRooms } from '../.dependency-cruiser.mjs'
import { main } from './bootstrap.mjs'
import { isMain, root } from './run.mjs'

/** @param {string} folder the project @returns the imports below src, as dependency-cruiser found them */
export async function importsOf(folder = root) {
  const { forbidden, options } = config
  return (await cruise(['src'], { ...options, baseDir: folder, ruleSet: { forbidden }, validate: true })).output
}

/** @returns faults as `<rule>: <from> -> <to>`, a circle with all its files */
export const brokenWalls = ({ summary }) =>
  summary.violations.map(({ rule, from, to, cycle }) =>
    [`${rule.name}: ${from}`, ...(cycle ? cycle.map(({ name }) => name) : [to])].join(' -> ')
  )

/** Lines: a shorter file with one importer belongs into it. */
const FRAGMENT = 60

/** Short files that stay apart, and why. */
const APART = [
  [/[/](room|channels|words|kinds|index)[.]ts$|[/]words[/]|[/]View[.]svelte$/, 'CONTRIBUTING.md leads there by name'],
  [/^src[/]main[/](app|desktop|http[/]proxy-settings)/, 'its importer imports Electron, and its test runs in Node'],
  [/^src[/]main[/](team[/]kinds|store[/]tables)[/]|^src[/]practice[/](routes|passthrough)[/]/, 'one of several alike'],
  [/[/](worker[.]ts|keytar-child[.]ts|InRooms[.]svelte)$/, 'loads or runs apart from its importer'],
  [
    /^src[/](main[/](issues[/]triage|base|secrets)|renderer[/]src[/]records)[/]/,
    'what rooms share, though one imports it today'
  ],
  [/^src[/]main[/]issues[/]evidence[/]markdown[.]ts$/, 'one of two formats of a file'],
  [/^src[/]renderer[/]src[/]settings[/]/, 'a section of the page, or a dialog that opens empty'],
  [
    /[/](CopyFields|ConfirmDelete|ColumnsMenu|Locked|BranchHead|SnoozeWords)[.]svelte$/,
    'has state of its own for each row or opening'
  ],
  [
    /[/](code-points|find|closed|story|list-keys|section|page-heap|customer|new-link|path-suggestions)([.]svelte)?[.]ts$/,
    'a rule or an act with a name and a reason of its own'
  ]
]

const isTest = (path) => /[.]test[.]|[/]testing([/]|[.]ts$)/.test(path)

/** @returns files that are no more than a piece of the only one that imports them */
export function fragments({ modules }, folder = root) {
  const short = (path) => readFileSync(join(folder, path), 'utf8').split('\n').length <= FRAGMENT
  return modules
    .filter(({ source }) => /^src[/].*[.](ts|svelte)$/.test(source) && !isTest(source))
    .map(({ source, dependents }) => ({ source, importers: dependents.filter((one) => !isTest(one)) }))
    .filter(({ source, importers }) => importers.length === 1 && !APART.some(([path]) => path.test(source)))
    .filter(({ source }) => short(source))
    .map(({ source, importers: [importer] }) => `a fragment: ${source} of ${importer}`)
}

const rooms = new Set([...floors.flat(), ...windowRooms])
const ofNoRoom = new Set(['error-words'])
const DECLARED = /^ {2}'([a-zA-Z]+):[a-zA-Z]+':/gm

/** @returns folders of src/shared and channels that are not named after their room */
export function misnamed(folder = root) {
  const shared = join(folder, 'src/shared')
  if (!existsSync(shared)) return []
  const entries = readdirSync(shared, { recursive: true, withFileTypes: true })
  const pathOf = (entry) =>
    join(entry.parentPath, entry.name)
      .slice(shared.length + 1)
      .replaceAll('\\', '/')
  const folders = entries.filter((entry) => entry.isDirectory() && entry.parentPath === shared)
  const files = entries.filter((entry) => entry.isFile() && /(?<![.]test)[.]ts$/.test(entry.name)).map(pathOf)
  return [
    ...folders
      .filter(({ name }) => !rooms.has(name) && !ofNoRoom.has(name))
      .map(({ name }) => `no room: src/shared/${name}`),
    ...files
      .sort()
      .flatMap((path) =>
        [...readFileSync(join(shared, path), 'utf8').matchAll(DECLARED)]
          .filter(([, room]) => path !== `${room}/channels.ts` || !rooms.has(room))
          .map(([line]) => `not a channel of this room: src/shared/${path}: ${line.trim().slice(1, -2)}`)
      )
  ]
}

/** An element, not a component, with the role. */
const GRID = /<[a-z][\w-]*\s(?:(?!<[a-zA-Z/])[^])*?\brole="(?:tree)?grid"/

/** @returns lists of the window that scroll by themselves instead of in kit/VirtualRows.svelte */
export function ownLists(folder = root) {
  const within = join(folder, 'src/renderer/src')
  return readdirSync(within, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.svelte') && GRID.test(readFileSync(join(within, path), 'utf8')))
    .map((path) => `not kit/VirtualRows: src/renderer/src/${path}`)
}

if (isMain(import.meta)) {
  await main(async () => {
    const imports = await importsOf()
    const broken = [...brokenWalls(imports), ...fragments(imports), ...misnamed(), ...ownLists()]
    for (const one of broken) console.error(one)
    console.log(`${broken.length} imports and names against the walls`)
    return broken.length > 0 ? 1 : 0
  })
}
