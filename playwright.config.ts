import { defineConfig } from '@playwright/test'

// Started by `npm run e2e` (scripts/e2e.mjs), which finds the Electron runtime and gives the run a display.
export default defineConfig({
  testDir: 'e2e',
  // scripts/packages/can-install.mjs says why.
  testIgnore: process.env['DESK_WITHOUT_PACKAGES'] ? '**/packaged.spec.ts' : [],
  outputDir: 'test-results/e2e',
  preserveOutput: 'failures-only',
  // A journey takes some 10 s, and with both cores busy with something else it took 50.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // On two cores: specs wait for the app's own timers for a third of their time.
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
