import { defineConfig } from '@playwright/test'

// For `npm run visual` and `npm run pictures`.
export default defineConfig({
  testDir: 'e2e/looks',
  testMatch: '*.looks.ts',
  outputDir: 'test-results/visual/differences',
  snapshotPathTemplate: '{testDir}/baselines/{arg}{ext}',
  timeout: 300_000,
  // Pictures are half size, and colours may differ a little: other fonts and GPUs pass, a missing control does not.
  expect: { timeout: 15_000, toMatchSnapshot: { threshold: 0.2, maxDiffPixelRatio: 0.002 } },
  workers: 1,
  reporter: [
    [process.env['DESK_REPORTER'] ?? 'list'],
    ['html', { outputFolder: 'test-results/visual/report', open: 'never' }],
    ['json', { outputFile: 'test-results/visual.json' }]
  ]
})
