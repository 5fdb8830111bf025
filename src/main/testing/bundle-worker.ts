import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

/** A thread cannot load TypeScript, so this bundles its entry as shipped. */
export async function bundleWorker(entry: string): Promise<{ url: URL; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'desk-worker-'))
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { input: entry, output: { entryFileNames: 'worker.mjs' } }
    },
    ssr: { noExternal: true }
  })
  return { url: pathToFileURL(join(folder, 'worker.mjs')), remove: () => rm(folder, { recursive: true }) }
}
