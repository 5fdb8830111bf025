// npm run rooms: checks imports against .dependency-cruiser.mjs, circles, names of rooms, and that the window has one list.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import config, { floors, windowRooms } from '../.dependency-cruiser.mjs'
import { main } from './bootstrap.mjs'
import { isMain, root } from './run.mjs'

/**
 * @param {string} folder the project
 * @returns faults as `<rule>: <from> -> <to>`, a circle with all its files
 */
export async function brokenWalls(folder = root) {
  const { forbidden, options } = config
  const { output } = await cruise(['src'], { ...options, baseDir: folder, ruleSet: { forbidden }, validate: true })
  return output.summary.violations.map(({ rule, from, to, cycle }) =>
    [`${rule.name}: ${from}`, ...(cycle ? cycle.map(({ name }) => name) : [to])].join(' -> ')
  )
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
    const broken = [...(await brokenWalls()), ...misnamed(), ...ownLists()]
    for (const one of broken) console.error(one)
    console.log(`${broken.length} imports and names against the walls`)
    return broken.length > 0 ? 1 : 0
  })
}
