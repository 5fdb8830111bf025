import { afterEach, expect, it } from 'vitest'
import { readKept } from '../kit/kept'
import { integrationName } from './integration-name'
import { learnedNames, learnNames } from './learned-names.svelte'

afterEach(() => learnedNames.clear())

it('prefers the name the service gives to the one made from the slug', () => {
  expect(integrationName('hibob')).toBe('Hibob')
  learnNames({ hibob: 'HiBob' })
  expect(integrationName('hibob')).toBe('HiBob')
  expect(integrationName('toString')).toBe('ToString')
})

it('are kept for the first rows of a later session', () => {
  learnNames({ smartrecruiters: 'SmartRecruiters' })
  learnNames({ hibob: 'HiBob' })
  expect(readKept('integrations.names')).toEqual({ smartrecruiters: 'SmartRecruiters', hibob: 'HiBob' })
})
