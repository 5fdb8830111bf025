import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './run.mjs'

/**
 * @param {string} name of `src/main/testing/<name>.ts`
 * @param {Record<string, string>} more files of `src/main`, by output name
 * @returns the folder, inside the project, where native modules are found
 */
export async function bundleHistory(name, more = {}) {
  const others = Object.entries(more).map(([other, file]) => [other, join(root, 'src/main', file)])
  const outDir = join(root, 'node_modules/.cache/connector-desk', `${name}-${process.pid}`)
  mkdirSync(outDir, { recursive: true })
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: {
          store: join(root, 'src/main/app/threads/store.ts'),
          [name]: join(root, `src/main/testing/${name}.ts`),
          ...Object.fromEntries(others)
        },
        external: ['libsql'],
        output: { format: 'es', entryFileNames: '[name].js' }
      }
    }
  })
  // Below node_modules the project's "type" does not count.
  writeFileSync(join(outDir, 'package.json'), '{ "type": "module" }\n')
  return outDir
}
