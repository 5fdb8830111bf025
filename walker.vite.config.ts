import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import about from './package.json' with { type: 'json' }
import { bundledPackages } from './scripts/bundled-packages.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

// One file for plain Node on a server.
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
