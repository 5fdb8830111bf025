// node scripts/keep-released.mjs: keeps a history of each schema version for upgrade tests.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundleHistory } from './history-bundle.mjs'
import { root } from './run.mjs'

const bundle = await bundleHistory('keep-released')
try {
  const program = join(bundle, 'keep-released.js')
  const { status } = spawnSync(process.execPath, [program, join(root, 'src/main/testing/released')], {
    stdio: 'inherit'
  })
  process.exitCode = status ?? 1
} finally {
  rmSync(bundle, { recursive: true, force: true })
}
