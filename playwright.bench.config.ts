import { defineConfig } from '@playwright/test'

// Started by `npm run bench:window`: prints figures, and fails only where something is wrong, never for being slow.
export default defineConfig({
  testDir: 'e2e/bench',
  testMatch: '*.bench.ts',
  outputDir: 'test-results/bench',
  timeout: 600_000,
  // A bench says how long things take; a slow machine is no failure.
  expect: { timeout: 60_000 },
  workers: 1,
  reporter: 'line'
})
