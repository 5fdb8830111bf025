import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import about from './package.json' with { type: 'json' }
import { bundledPackages } from './scripts/bundled-packages.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

// The walker for a server: one file for plain Node, with all it needs.
export default defineConfig({
  plugins: [bundledPackages(root)],
  envPrefix: 'MAIN_VITE_',
  define: { WALKER_VERSION: JSON.stringify(about.version) },
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'src/main/walker/main.ts',
    outDir: 'out/walker',
    target: 'node20',
    minify: true,
    copyPublicDir: false,
    rolldownOptions: { output: { entryFileNames: 'connector-desk-walker.js', codeSplitting: false } }
  }
})
