import { describe, expect, test } from 'vitest'
import { day, madeUpIssue } from '../testing/made-up-issues'
import { morningOf, snoozeChoices, waitChoices } from './snooze'

const at = (text: string) => new Date(text).getTime()
const until = (now: string) => Object.fromEntries(snoozeChoices(at(now)).map((choice) => [choice.id, choice.until]))

describe('waitChoices', () => {
  const relink = madeUpIssue('a', day, { cause: 'relink', integrationSlug: 'workday' })
  const failed = madeUpIssue('b', day, { cause: 'failed', integrationSlug: 'adp' })
  const waits = (...of: Parameters<typeof waitChoices>) => waitChoices(...of).map(({ wakes }) => wakes)

  test('each issue of a selection can wait for it', () => {
    expect(waits([relink], [], 0)).toEqual(['fails', 'ten-more', 'connects'])
    expect(waits([relink, failed], [], 0)).toEqual(['fails', 'ten-more'])
    expect(waits([{ ...failed, integrationSlug: '' }], [], 0)).toEqual(['fails'])
    expect(waits([], ['adp'], 0)).toEqual([])
  })

  test('a provider only while its page shows an open incident', () => {
    expect(waits([failed], ['adp'], 0)).toEqual(['fails', 'ten-more', 'provider'])
    expect(waits([relink, failed], ['adp'], 0)).not.toContain('provider')
    expect(waitChoices([failed], ['adp'], 5).every(({ until: end }) => end === 5 + 30 * day)).toBe(true)
  })
})

describe('snoozeChoices', () => {
  test('mornings by the calendar of this computer', () => {
    expect(until('2026-11-17T15:20:00')).toEqual({
      tomorrow: at('2026-11-18T08:00:00'),
      monday: at('2026-11-23T08:00:00'),
      week: at('2026-11-24T08:00:00')
    })
  })

  test('each day is offered once: on a Sunday tomorrow is Monday, and on a Monday the next one is in a week', () => {
    expect(Object.keys(until('2026-11-15T12:00:00'))).toEqual(['tomorrow', 'week'])
    expect(Object.keys(until('2026-11-16T12:00:00'))).toEqual(['tomorrow', 'week'])
    expect(Object.keys(until('2026-11-17T12:00:00'))).toEqual(['tomorrow', 'monday', 'week'])
  })

  test('the next Monday is in a week on a Monday, and tomorrow on a Sunday', () => {
    expect(until('2026-11-16T06:00:00').week).toBe(at('2026-11-23T08:00:00'))
    expect(until('2026-11-15T23:59:00').tomorrow).toBe(at('2026-11-16T08:00:00'))
  })
})

describe('morningOf', () => {
  test('a future day', () => expect(morningOf('2026-11-20', at('2026-11-17T15:20:00'))).toBe(at('2026-11-20T08:00:00')))
  test('not a past day', () => expect(morningOf('2026-11-17', at('2026-11-17T15:20:00'))).toBeNull())
  test('not a day that no month has, nor one in another form', () => {
    expect(morningOf('2027-02-31', at('2026-11-17T15:20:00'))).toBeNull()
    expect(morningOf('20/11/2027', at('2026-11-17T15:20:00'))).toBeNull()
  })
  test('not half a date', () => expect(morningOf('', at('2026-11-17T15:20:00'))).toBeNull())
})
