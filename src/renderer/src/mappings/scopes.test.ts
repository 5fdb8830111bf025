import { expect, test } from 'vitest'
import { learnNames, showNames } from '../records/learned-names.svelte'
import { connectorsReached, variantsOf, writtenScope } from './scopes'

test('a scope recorded by its slug is shown by name; any other text stays as it is', () => {
  const place = { workspaceId: 'one', region: 'default' as const }
  showNames(place)
  learnNames(place, { bamboohr: 'BambooHR' })
  for (const [written, shown] of [
    ['bamboohr', 'BambooHR'],
    ['adp-workforce-now', 'ADP Workforce Now'],
    ['Hollis Freight (bamboohr)', 'Hollis Freight, BambooHR'],
    ['Hollis (North) (bamboohr)', 'Hollis (North), BambooHR'],
    ['Hollis Freight, BambooHR', 'Hollis Freight, BambooHR'],
    ['iCIMS', 'iCIMS'],
    ['Hollis (HRIS:4c1)', 'Hollis (HRIS:4c1)'],
    ['HRIS:4c1', 'HRIS:4c1'],
    ['A connector this session has not listed', 'A connector this session has not listed'],
    ['', '']
  ] as const)
    expect(writtenScope(written)).toBe(shown)
})

test('employees are counted where records have their number, and not said to be none elsewhere', () => {
  const of = (category: 'HRIS' | 'ATS', connectors: number, employees: number | null) =>
    ({ category, slug: 'x', connectors, tests: 0, employees, usual: null, any: '' }) as const
  const totals = [of('HRIS', 2, 12), of('ATS', 1, null), { ...of('HRIS', 5, 90), slug: 'y' }]
  const list = { isRead: true, size: 8, totals }
  expect(connectorsReached(list, 'x', 'HRIS')).toEqual({ connectors: 2, tests: 0, employees: 12 })
  expect(connectorsReached(list, 'x', 'ATS')).toEqual({ connectors: 1, tests: 0, employees: null })
})

test('how many connectors a mapping reaches is not known before main has told it', () => {
  expect(connectorsReached({ isRead: false, size: 0, totals: [] }, 'x', null)).toBeNull()
  expect(connectorsReached({ isRead: true, size: 8, totals: [] }, 'x', null)).toBeNull()
  const none = { connectors: 0, tests: 0, employees: null }
  expect(connectorsReached({ isRead: true, size: 0, totals: [] }, 'x', null)).toEqual(none)
  expect(connectorsReached(null, 'x', null)).toBeNull()
})

const integrations = [
  ['workday', 'Workday'],
  ['workday_sftp', 'Workday (SFTP)'],
  ['workday-api', 'Workday API'],
  ['adp_workforce_now', 'ADP Workforce Now'],
  ['adp-workforce-now', 'ADP Workforce Now'],
  ['adp_feed', 'ADP Workforce Now SFTP'],
  ['bamboohr', 'BambooHR'],
  ['ftp_manager', 'FTP Manager'],
  ['manager', 'Manager']
].map(([slug = '', name = '']) => ({ slug, name, categories: ['HRIS'] }))

test.each([
  ['workday', ['workday_sftp', 'workday-api']],
  ['workday_sftp', ['workday', 'workday-api']],
  ['adp_workforce_now', ['adp-workforce-now', 'adp_feed']],
  ['bamboohr', []],
  ['manager', []],
  ['not_listed_sftp', []],
  ['', []]
])('finds the other forms of %s', (slug, variants) => {
  expect(variantsOf(slug, integrations).map((one) => one.slug)).toEqual(variants)
})
