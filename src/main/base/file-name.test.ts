import { expect, it } from 'vitest'
import { exportName } from './file-name'

const at = Date.UTC(2026, 2, 1, 23, 59)

it.each([
  [['hris-employees', 'Umber Textiles', ''], 'hris-employees-umber-textiles-2026-03-01.csv'],
  [['activity', '../../etc: "x"|<y>?*', 'eu'], 'activity-etc-x-y-eu-2026-03-01.csv'],
  [['Łódź & Söhne GmbH.', 'CON'], 'łódź-söhne-gmbh-con-2026-03-01.csv'],
  [['a'.repeat(70) + '\u202e', '\u0000\n…'], `${'a'.repeat(60)}-2026-03-01.csv`],
  [['', ''], '2026-03-01.csv']
])('an export about %j is called %s', (about, name) => {
  expect(exportName(about, at, 'csv')).toBe(name)
})
