import { svelte } from '@sveltejs/vite-plugin-svelte'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { guide } from './scripts/guide.ts'

/**
 * These end what hangs, and fail nothing that is slow: a test of 10 s took 33 beside others on two cores. Times are
 * limited in the bench.
 */
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...patience,
          name: 'unit',
          // They wait more than half of their time.
          maxWorkers: 3,
          environment: 'node',
          // Files share a process and its modules, which saves two fifths of the time. So a test undoes its changes;
          // `--sequence.shuffle.files` finds one that does not. And `vi.mock` of a module that an earlier file imported
          // does nothing.
          isolate: false,
          globalSetup: 'src/main/testing/postgres-made.ts',
          include: ['src/{main,shared,practice}/**/*.test.ts', 'scripts/**/*.test.{mjs,ts}']
        }
      },
      {
        plugins: [guide, svelte()],
        // A late discovery of these would reload the page during tests.
        optimizeDeps: { exclude: ['@lucide/svelte'], include: ['axe-core', 'fast-check', 'marked'] },
        test: {
          ...patience,
          name: 'components',
          maxWorkers: 2,
          // Files share a page and its modules, which saves a third of the time. `testing/fresh-page.ts` cleans up
          // after a test.
          isolate: false,
          setupFiles: 'src/renderer/src/testing/fresh.ts',
          include: ['src/renderer/**/*.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // The smallest supported size.
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: {
                executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
                args: ['--no-sandbox', '--disable-background-networking', '--disable-quic']
              }
            }),
            instances: [{ browser: 'chromium' }]
          }
        }
      }
    ]
  }
})
