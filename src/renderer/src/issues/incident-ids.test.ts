import { expect, test } from 'vitest'
import { madeUpIssue, madeUpIncident } from '../testing/made-up-issues'
import { IncidentIds } from './incident-ids'

const incident = (...keys: string[]) => madeUpIncident(keys.map((key) => madeUpIssue(key, undefined, { key })))
const idsOf = (ids: IncidentIds, ...incidents: ReturnType<typeof incident>[]) => [...ids.of(incidents).values()]

test('an incident keeps its id when others begin and end before it', () => {
  const ids = new IncidentIds()
  const [workday] = idsOf(ids, incident('w1', 'w2'))
  expect(idsOf(ids, incident('g1', 'g2'), incident('w1', 'w2'))[1]).toBe(workday)
  expect(idsOf(ids, incident('w1', 'w2'))).toEqual([workday])
})

test('it keeps its id while connectors join, and while those it began with recover', () => {
  const ids = new IncidentIds()
  const [id] = idsOf(ids, incident('w1', 'w2'))
  expect(idsOf(ids, incident('w0', 'w1', 'w2'))).toEqual([id])
  expect(idsOf(ids, incident('w2', 'w3'))).toEqual([id])
  expect(idsOf(ids, incident('w3'))).toEqual([id])
})

test('the parts of one that falls apart have an id each, and so does a new one', () => {
  const ids = new IncidentIds()
  const [id] = idsOf(ids, incident('w1', 'w2', 'w3'))
  const parts = idsOf(ids, incident('w2'), incident('w1', 'w3'), incident('g1'))
  expect(parts[0]).toBe(id)
  expect(new Set(parts).size).toBe(3)
})

test('the ids are the same at the next start', () => {
  const now = [incident('w1', 'w2'), incident('g1')]
  expect(idsOf(new IncidentIds(), ...now)).toEqual(idsOf(new IncidentIds(), ...now))
})
