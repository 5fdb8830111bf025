import { expect, test } from 'vitest'
import { killExport } from './kill-export.mjs'

test('an export that is killed leaves no half file under its name', { timeout: 180_000 }, async () => {
  const { parts, whole } = await killExport({ times: 6, seed: 3 })
  expect(parts + whole).toBeGreaterThan(0)
})
