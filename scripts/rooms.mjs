// npm run rooms: checks every import of src against the walls in .dependency-cruiser.mjs, and looks for circles.
import { cruise } from 'dependency-cruiser'
import config from '../.dependency-cruiser.mjs'
import { main } from './bootstrap.mjs'
import { isMain, root } from './run.mjs'

/**
 * @param {string} folder the project, with its `src`
 * @returns each import against the walls as `<rule>: <from> -> <to>`, a circle with all its files
 */
export async function brokenWalls(folder = root) {
  const { forbidden, options } = config
  const { output } = await cruise(['src'], { ...options, baseDir: folder, ruleSet: { forbidden }, validate: true })
  return output.summary.violations.map(({ rule, from, to, cycle }) =>
    [`${rule.name}: ${from}`, ...(cycle ? cycle.map(({ name }) => name) : [to])].join(' -> ')
  )
}

if (isMain(import.meta)) {
  await main(async () => {
    const broken = await brokenWalls()
    for (const one of broken) console.error(one)
    console.log(`${broken.length} imports against the walls`)
    return broken.length > 0 ? 1 : 0
  })
}
