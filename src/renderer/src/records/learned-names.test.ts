import { afterEach, expect, it } from 'vitest'
import { integrationName } from './integration-name'
import { learnedNames, learnNames } from './learned-names.svelte'

afterEach(() => learnedNames.clear())

it('prefers the name the service gives to the one made from the slug', () => {
  expect(integrationName('hibob')).toBe('Hibob')
  learnNames({ hibob: 'HiBob' })
  expect(integrationName('hibob')).toBe('HiBob')
  expect(integrationName('toString')).toBe('ToString')
})
