import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { dependencies, version } from './package.json'
import { bundledPackages } from './scripts/bundled-packages.ts'
import { guide } from './scripts/guide.ts'
import { completion, manPage } from './src/main/door/command/commands'
import { contract, events } from './src/shared/ipc'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Vite's development server injects styles and uses a socket, so only there the page's policy is open. */
const relaxedInDevelopment: Plugin = {
  name: 'relaxed-policy-in-development',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html
      .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
      .replace("connect-src 'none'", "connect-src 'self' ws://localhost:* ws://127.0.0.1:*")
}

/** Only names: the schemas would bring a library into the preload. */
const channelNames = JSON.stringify(Object.keys(contract))

interface Imports {
  importedIds: string[]
  dynamicallyImportedIds: string[]
}
type Modules = { getModuleInfo(id: string): Imports | null }

/** Collects what `roots` import, and what that imports. */
function withImports(roots: Set<string>, modules: Modules): Set<string> {
  for (const one of roots) for (const imported of modules.getModuleInfo(one)?.importedIds ?? []) roots.add(imported)
  return roots
}

/** A start shows Connectors or Issues, and waits for nothing else. */
const ofLists = new Set(['connectors', 'issues'].map((room) => `${root}src/renderer/src/${room}/View.svelte`))
/** What the two lists open: drawers, dialogs, a customer's page. */
const ofDrawers = new Set(
  ['records/relink/RelinkRequest', 'app/help/AboutSheet', 'app/help/SupportSheet'].map(
    (part) => `${root}src/renderer/src/${part}.svelte`
  )
)
function nameOfShared(id: string, modules: Modules): string | null {
  for (const one of withImports(ofLists, modules))
    for (const opened of modules.getModuleInfo(one)?.dynamicallyImportedIds ?? []) ofDrawers.add(opened)
  return ofLists.has(id) ? 'lists' : withImports(ofDrawers, modules).has(id) ? 'drawers' : null
}

/** For packages: what completes the command line, and its page of the manual. */
const shellFiles: Plugin = {
  name: 'shell-files',
  generateBundle() {
    const files = { bash: completion('bash'), zsh: completion('zsh'), man: manPage(version) }
    for (const [name, source] of Object.entries(files))
      this.emitFile({ type: 'asset', fileName: `shell/${name}`, source })
  }
}

// Bundles all that main uses of `devDependencies`. `dependencies` (native modules) stay external.
export default defineConfig({
  main: {
    plugins: [bundledPackages(root, Object.keys(dependencies)), shellFiles],
    define: { CHANNEL_NAMES: channelNames },
    build: {
      minify: true,
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          practice: 'src/practice/main.ts',
          'practice-thread': 'src/main/app/threads/practice.ts',
          store: 'src/main/app/threads/store.ts',
          inspect: 'src/main/app/threads/inspect.ts',
          viewer: 'src/main/viewer/worker.ts',
          shelf: 'src/main/passthrough/shelf/worker.ts',
          jmespath: 'src/main/jmespath/worker.ts',
          lab: 'src/main/mappings/lab/worker.ts',
          answers: 'src/main/passthrough/many/worker.ts',
          command: 'src/main/door/command/worker.ts'
        },
        // Main looks for a thread beside its own file.
        output: { chunkFileNames: '[name]-[hash].js' }
      }
    }
  },
  preload: {
    plugins: [bundledPackages(root)],
    define: { CHANNEL_NAMES: channelNames, EVENT_NAMES: JSON.stringify(Object.keys(events)) },
    build: {
      minify: true,
      // A sandboxed preload cannot be ESM.
      rolldownOptions: {
        input: { index: 'src/preload/index.ts', confirm: 'src/preload/confirm.ts', report: 'src/preload/report.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' }
      }
    }
  },
  renderer: {
    root: 'src/renderer',
    resolve: { alias: { zod: `${root}src/renderer/src/zod.ts` } },
    plugins: [
      relaxedInDevelopment,
      guide,
      bundledPackages(root),
      svelte({ configFile: fileURLToPath(new URL('svelte.config.js', import.meta.url)) })
    ],
    build: {
      // The oldest Chromium it runs on. The page's policy refuses `data:` assets.
      target: 'chrome130',
      minify: true,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: ['index', 'confirm', 'guide', 'report'].map((page) =>
          fileURLToPath(new URL(`src/renderer/${page}.html`, import.meta.url))
        ),
        output: {
          // A file per view and few for what several share, as otherwise each shared icon would be a file and a request.
          // `first` is what the first screen shares with them.
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              { name: 'editor', test: /@codemirror|@lezer|style-mod|crelt|w3c-keyname/, priority: 4 },
              { name: 'charts', test: /layercake|d3-|internmap|src\/trends\//, minShareCount: 2, priority: 4 },
              // A drawer waits for no other room's code.
              {
                name: 'runbooks',
                test: /marked\/lib|kit\/[mM]arkdown|records\/(words\/)?runbooks\b(?!\.svelte)/,
                minShareCount: 2,
                priority: 4
              },
              { name: 'first', tags: ['$initial'], minShareCount: 2, priority: 3 },
              { name: nameOfShared, minShareCount: 2, priority: 2 },
              { name: 'shared', minShareCount: 2, priority: 1 }
            ]
          }
        }
      }
    }
  }
})
