import { expect, test } from 'vitest'
import { initials, integrationName } from './integration-name'

test.each([
  ['bamboohr', 'Bamboohr', 'Ba'],
  ['adp-workforce-now', 'ADP Workforce Now', 'AW'],
  ['ukg_pro', 'UKG Pro', 'UP'],
  ['sap-successfactors', 'SAP Successfactors', 'SS'],
  ['', '', ''],
  ['--', '', '']
])('%s is shown as %s', (slug, name, tile) => {
  expect(integrationName(slug)).toBe(name)
  expect(initials(name)).toBe(tile)
})
