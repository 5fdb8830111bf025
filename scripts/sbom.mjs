// npm run sbom: a CycloneDX file and a list of licences, with packages for development, because the app's are bundled.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { main } from './bootstrap.mjs'
import { licenceList } from './licences.mjs'
import { read, root, say } from './run.mjs'

const folder = join(root, 'dist')

await main(async () => {
  const text = read('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'])
  if (!text) throw new Error('npm sbom failed: it needs npm 10 or later, and the lockfile.')
  const { components } = JSON.parse(text)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'sbom.cdx.json'), text)
  writeFileSync(join(folder, 'licences.md'), licenceList(components))
  say(`${components.length} packages in ${join(folder, 'sbom.cdx.json')}, their licences in licences.md beside it`)
})
