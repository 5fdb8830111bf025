import { defineConfig } from '@playwright/test'

// scripts/e2e.mjs starts this with a runtime and a display.
export default defineConfig({
  testDir: 'e2e',
  // scripts/packages/can-install.mjs says why.
  testIgnore: process.env['DESK_WITHOUT_PACKAGES'] ? '**/packaged.spec.ts' : [],
  outputDir: 'test-results/e2e',
  preserveOutput: 'failures-only',
  // These end what hangs, and fail nothing that is slow: a test takes some 10 s, or 50 with both cores busy.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // On two cores: tests wait for timers a third of their time.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  reporter: [
    [process.env['DESK_REPORTER'] ?? 'list'],
    ['json', { outputFile: process.env['DESK_E2E_REPORT'] ?? 'test-results/e2e.json' }]
  ],
  metadata: { runtime: process.env['CONNECTOR_DESK_RUNTIME'] ?? 'unknown' }
})
