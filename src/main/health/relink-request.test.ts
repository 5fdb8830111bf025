import { describe, expect, it } from 'vitest'
import { relinkRequest, type RelinkFacts } from './relink-request'
import { zoneWriter } from '../base/zone-writer'

const facts = (change: Partial<RelinkFacts> = {}): RelinkFacts => ({
  endUser: 'Brightwater Clinics',
  integration: 'BambooHR',
  category: 'HRIS',
  originId: 'bwc-0417',
  since: Date.parse('2025-11-15T11:07:00Z'),
  goodAsOf: { time: Date.parse('2025-11-15T05:02:00Z'), kind: 'seen-done' },
  ...change
})
const write = zoneWriter('Europe/Berlin')

describe('relinkRequest', () => {
  it('says who, which integration, since when, how fresh the data is, and what to do', () => {
    const text = relinkRequest([facts()], write)
    expect(text).toContain('Subject: Please reconnect BambooHR for Brightwater Clinics')
    expect(text).toContain('- BambooHR (HRIS), since 15 Nov 2025, 12:07 CET. Its data is as of 15 Nov 2025, 06:02 CET.')
    expect(text).toContain('What to do: an administrator')
    expect(text).toContain('Your reference: bwc-0417')
    // Of facts only: relinking keeps the connector, and how long it takes is unknown.
    expect(text).toContain('The connection and its earlier data are kept')
    expect(text).not.toMatch(/usually|minutes|soon/)
  })

  it.each([
    [{ time: 0, kind: 'estimate' as const }, 'probably as of 1 Jan 1970, 01:00 CET (estimated)'],
    [{ time: null, kind: 'estimate' as const }, 'is not known'],
    [{ time: null, kind: 'never' as const }, 'No data has been received yet']
  ])('labels %j', (goodAsOf, words) => expect(relinkRequest([facts({ goodAsOf })], write)).toContain(words))

  it('leaves out what is unknown', () => {
    const text = relinkRequest([facts({ since: null, originId: null, endUser: '' })], write)
    expect(text).not.toContain('since')
    expect(text).not.toContain('reference')
    expect(text).toContain('for your organization')
  })

  it('writes one letter for each customer, with all of their connections', () => {
    const text = relinkRequest(
      [facts(), facts({ originId: 'other', endUser: 'Other' }), facts({ integration: 'Greenhouse', category: 'ATS' })],
      write
    )
    expect(text.split('----------')).toHaveLength(2)
    expect(text).toContain('Please reconnect 2 integrations for Brightwater Clinics')
  })

  it('@attack keeps names on one line, with nothing hidden in them, and not endless', () => {
    const text = relinkRequest([facts({ endUser: `Evil\r\nBcc: all\u202e\u200b${'x'.repeat(10_000)}` })], write)
    expect(text).toContain('for Evil Bcc: all xxx')
    expect(text.length).toBeLessThan(2_000)
  })

  it('refuses an empty list', () => expect(() => relinkRequest([], write)).toThrow(RangeError))
})

it('refuses an unknown time zone', () => {
  expect(() => zoneWriter('Mars/Olympus')).toThrow(expect.objectContaining({ code: 'invalid-input' }))
})
