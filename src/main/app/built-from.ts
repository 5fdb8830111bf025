import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { builtFrom, type BuiltFrom } from '../../shared/support/channels'

/** Each of the three builds names the packages in its bundle (scripts/bundled-packages.ts). */
const builds = ['main', 'preload', 'renderer']

/**
 * The packages that are in the app, each once, by name, as the builds wrote them down.
 * @param out the folder of the builds
 */
export async function packagesIn(out: string): Promise<BuiltFrom[]> {
  const lists = await Promise.all(builds.map((build) => readFile(join(out, build, 'packages.json'), 'utf8')))
  const all = lists.flatMap((text) => z.array(builtFrom).parse(JSON.parse(text)))
  const each = new Map(all.map((one) => [`${one.name}@${one.version}`, one]))
  return [...each.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}
