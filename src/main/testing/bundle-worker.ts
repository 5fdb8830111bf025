import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

/** For tests that are not about limits: on a busy machine a thread may stand still for longer than the usual ones. */
export const patientLimits = {
  ...{ evaluateMs: 60_000, recordMs: 60_000, runMs: 60_000, searchMs: 60_000, loadMs: 60_000, killMs: 60_000 },
  heapMb: 1_024
}

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
