import { afterEach, expect, test } from 'vitest'
import { learnedNames, learnNames } from '../../lib/words/learned-names.svelte'
import { writtenScope } from './scopes'

afterEach(() => learnedNames.clear())

test('a scope recorded by its slug is shown by name; any other text stays as it is', () => {
  learnNames({ bamboohr: 'BambooHR' })
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
