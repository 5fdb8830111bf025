import { expect, it } from 'vitest'
import { readKept } from '../kit/kept'
import { integrationName } from './integration-name'
import { learnNames, retainNames, showNames } from './learned-names.svelte'

const here = { workspaceId: 'here', region: 'default' as const }
const there = { workspaceId: 'there', region: 'default' as const }

it('prefers the name the service gives to the one made from the slug', () => {
  showNames(here)
  expect(integrationName('hibob')).toBe('Hibob')
  learnNames(here, { hibob: 'HiBob' })
  expect(integrationName('hibob')).toBe('HiBob')
  expect(integrationName('toString')).toBe('ToString')
})

it('are kept for the first rows of a later session', () => {
  learnNames(here, { smartrecruiters: 'SmartRecruiters' })
  learnNames(here, { hibob: 'HiBob' })
  showNames(here)
  expect(integrationName('smartrecruiters')).toBe('SmartRecruiters')
  expect(integrationName('hibob')).toBe('HiBob')
})

it('are those of one workspace and region, and go with the workspace', () => {
  showNames(here)
  learnNames(there, { hibob: 'Sage' })
  expect(integrationName('hibob')).toBe('Hibob')
  showNames(there)
  expect(integrationName('hibob')).toBe('Sage')
  showNames({ ...there, region: 'eu' })
  expect(integrationName('hibob')).toBe('Hibob')
  learnNames(here, { hibob: 'HiBob' })
  retainNames([{ id: 'here' }])
  expect(readKept('integrations.names')).toEqual({ 'here default': { hibob: 'HiBob' } })
})

it('are bounded, whatever the service sends', () => {
  showNames(here)
  learnNames(here, { hibob: 'H'.repeat(201), gusto: 'G'.repeat(200), [`a${'b'.repeat(200)}`]: 'Long' })
  expect(integrationName('hibob')).toBe('Hibob')
  expect(integrationName('gusto')).toHaveLength(200)
  learnNames(here, Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`s${at}`, `Name ${at}`])))
  const { 'here default': kept = {} } = readKept('integrations.names') as Record<string, Record<string, string>>
  expect(Object.keys(kept)).toHaveLength(2000)
  // A later answer counts more than what is kept.
  learnNames(here, { hibob: 'HiBob' })
  expect(integrationName('hibob')).toBe('HiBob')
})
