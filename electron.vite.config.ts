import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'

// `dependencies` (native modules) stay external; everything in `devDependencies` that main uses is bundled,
// so a package carries no node_modules beyond the native ones.
export default defineConfig({
  main: {
    build: {
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          practice: 'src/practice/main.ts',
          history: 'src/main/services/history/worker.ts',
          viewer: 'src/main/services/passthrough/view/worker.ts',
          jmespath: 'src/main/services/jmespath/worker.ts'
        }
      }
    }
  },
  preload: {
    build: {
      // A sandboxed preload cannot be ESM.
      rolldownOptions: { input: 'src/preload/index.ts', output: { format: 'cjs', entryFileNames: 'index.cjs' } }
    }
  },
  renderer: {
    root: 'src/renderer',
    plugins: [svelte({ configFile: fileURLToPath(new URL('svelte.config.js', import.meta.url)) })],
    build: { rolldownOptions: { input: 'src/renderer/index.html' } }
  }
})
