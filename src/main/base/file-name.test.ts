import { expect, it } from 'vitest'
import { exportName, harmlessName } from './file-name'

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

it.each([
  ['../../etc/passwd', 'passwd'],
  ['..\\C:\\a|b?.txt', 'ab.txt'],
  ['...hidden. . ', 'hidden'],
  ['aux.txt', '_aux.txt'],
  ['\u202egnp.exe', 'gnp.exe'],
  ['...', ''],
  // npm run fuzz found both: a cut must not leave a leading dot, or change a reserved name's length.
  [`${'x'.repeat(50)}${'.'.repeat(100)}${'y'.repeat(50)}`, 'y'.repeat(50)],
  [`${'y'.repeat(30)}con.${'x'.repeat(116)}`, `_con.${'x'.repeat(116)}`]
])('a file that others call %j is %j', (name, harmless) => expect(harmlessName(name)).toBe(harmless))

it('a name of a million dots and spaces is read in one pass @attack', () => {
  expect(harmlessName(`a${'. '.repeat(1e6)}`)).toBe('a')
  expect(harmlessName(`a${'. '.repeat(1e6)}b`)).toHaveLength(120)
})
