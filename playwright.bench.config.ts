import { defineConfig } from '@playwright/test'

// For `npm run bench`, `soak` and `kill`: a bench fails for faults, not for being slow.
export default defineConfig({
  testDir: 'e2e/bench',
  testMatch: '*.bench.ts',
  outputDir: 'test-results/bench',
  timeout: 600_000,
  // A slow machine is no failure.
  expect: { timeout: 60_000 },
  workers: 1,
  reporter: 'line'
})
