import { svelte } from '@sveltejs/vite-plugin-svelte'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/{main,shared,practice}/**/*.test.ts', 'scripts/**/*.test.mjs']
        }
      },
      {
        plugins: [svelte()],
        // Found one by one while tests run, these would reload the page under them.
        optimizeDeps: { exclude: ['@lucide/svelte'] },
        test: {
          name: 'components',
          include: ['src/renderer/**/*.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
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
