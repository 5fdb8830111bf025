import { expect, it } from 'vitest'
import { variantsOf } from './variants'

const known = [
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

it.each([
  ['workday', ['workday_sftp', 'workday-api']],
  ['workday_sftp', ['workday', 'workday-api']],
  ['adp_workforce_now', ['adp-workforce-now', 'adp_feed']],
  ['bamboohr', []],
  ['manager', []],
  ['not_listed_sftp', []],
  ['', []]
])('finds the other forms of %s', (slug, variants) => {
  expect(variantsOf(slug, known).map((one) => one.slug)).toEqual(variants)
})
