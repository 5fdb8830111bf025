import { svelte } from '@sveltejs/vite-plugin-svelte'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { guide } from './scripts/guide.ts'

/**
 * Real threads, sockets, databases and windows are at work, and on a machine with two busy cores they take many times
 * what the defaults allow (5 s for a test, 1 s for what is polled). Nothing waits longer than it needs.
 */
const patience = { testTimeout: 30_000, hookTimeout: 30_000, expect: { poll: { timeout: 10_000 } } }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...patience,
          name: 'unit',
          environment: 'node',
          // Files share a process and its modules: to load them anew for each took two fifths of the time. So a test
          // makes what it uses, and takes back what it replaces; `--sequence.shuffle.files` finds one that does not.
          isolate: false,
          globalSetup: 'src/main/testing/postgres-made.ts',
          include: ['src/{main,shared,practice}/**/*.test.ts', 'scripts/**/*.test.{mjs,ts}']
        }
      },
      {
        plugins: [guide, svelte()],
        // Found one by one while tests run, these would reload the page under them.
        optimizeDeps: { exclude: ['@lucide/svelte'], include: ['axe-core'] },
        test: {
          ...patience,
          name: 'components',
          // Axe looks at whole views: of one core that others use, it takes what it takes.
          testTimeout: 90_000,
          expect: { poll: { timeout: 20_000 } },
          // Files share a page and its modules: a page for each took a third of the time. `testing/fresh-page.ts` takes
          // back what a test leaves there.
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
