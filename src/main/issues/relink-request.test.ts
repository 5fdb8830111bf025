import { describe, expect, it } from 'vitest'
import { lettersText } from '../../shared/issues/relink/letters-text'
import { lettersCsv, relinkLetters, type RelinkFacts } from './relink-request'
import { zoneWriter } from './room'

const facts = (change: Partial<RelinkFacts> = {}): RelinkFacts => ({
  key: 'HRIS:a',
  endUser: 'Brightwater Clinics',
  integration: 'BambooHR',
  category: 'HRIS',
  originId: 'bwc-0417',
  since: Date.parse('2025-11-15T11:07:00Z'),
  lastGoodSync: { time: Date.parse('2025-11-15T05:02:00Z'), kind: 'seen-done' },
  ...change
})
const write = zoneWriter('Europe/Berlin')

const letters = (of: RelinkFacts[], template = '') => relinkLetters(of, template, write)
const textOf = (of: RelinkFacts[]) => lettersText(letters(of))

describe('relinkLetters', () => {
  it('say which integration, since when, how fresh the data is, and what to do', () => {
    const text = textOf([facts()])
    expect(text).toContain('Subject: Please reconnect BambooHR for Brightwater Clinics')
    expect(text).toContain(
      '• BambooHR (HRIS), since 15 Nov 2025, 12:07 CET. Last successful update: 15 Nov 2025, 06:02 CET.'
    )
    expect(text).toContain('1. Open [relink link]\n2. Sign in to BambooHR as an administrator')
    expect(text).toContain('Your reference: bwc-0417')
    // Facts only: relinking keeps the connector, and its duration is unknown.
    expect(text).toContain('Nothing is lost.')
    expect(text).not.toMatch(/usually|minutes|soon/)
  })

  it.each([
    [{ time: 0, kind: 'estimate' as const }, 'about 1 Jan 1970, 01:00 CET.'],
    [{ time: null, kind: 'estimate' as const }, 'Last successful update: not known'],
    [{ time: null, kind: 'never' as const }, 'No data has been received yet']
  ])('label %j', (lastGoodSync, words) => expect(textOf([facts({ lastGoodSync })])).toContain(words))

  it('leave out what is unknown', () => {
    const text = textOf([facts({ since: null, originId: null, endUser: '' })])
    expect(text).not.toContain('since')
    expect(text).not.toContain('reference')
    expect(text).toContain('for your organization')
  })

  it('are one for each customer, with all of their connections and a link for each', () => {
    const [first, second] = letters([
      facts(),
      facts({ key: 'HRIS:b', originId: 'other', endUser: 'Other' }),
      facts({ key: 'ATS:c', integration: 'Greenhouse', category: 'ATS' })
    ])
    expect(first).toMatchObject({ keys: ['HRIS:a', 'ATS:c'], customer: 'Brightwater Clinics', originId: 'bwc-0417' })
    expect(first?.subject).toBe('Please reconnect BambooHR and Greenhouse for Brightwater Clinics')
    expect(first?.body).toContain('Open [relink link 1] (BambooHR, HRIS) and [relink link 2] (Greenhouse, ATS)')
    expect(second).toMatchObject({ keys: ['HRIS:b'], customer: 'Other' })
  })

  it('do not mix customers who have neither a name nor an origin ID', () => {
    const nobody = { endUser: ' ', originId: null }
    const two = letters([facts({ ...nobody }), facts({ ...nobody, key: 'ATS:c', integration: 'Greenhouse' })])
    expect(two.map(({ keys }) => keys)).toEqual([['HRIS:a'], ['ATS:c']])
    expect(two[0]?.body).not.toContain('Greenhouse')
  })

  it('follow the team’s template', () => {
    const [one] = letters([facts()], 'Subject: {integration}\n\nDear {customer}, see {relink_link}')
    expect(one).toMatchObject({ subject: 'BambooHR', body: 'Dear Brightwater Clinics, see [relink link]' })
  })

  it('@attack keep names on one line, with nothing hidden in them, and not endless', () => {
    const text = textOf([facts({ endUser: `Evil\r\nBcc: all\u202e\u200b${'x'.repeat(10_000)}` })])
    expect(text).toContain('for Evil Bcc: all xxx')
    expect(text.length).toBeLessThan(2_500)
  })

  it('refuse an empty list', () => expect(() => letters([])).toThrow(RangeError))
})

describe('lettersCsv', () => {
  it('@attack has a row for each customer, harmless in a spreadsheet', () => {
    const two = letters([
      facts({ endUser: '=HYPERLINK("https://evil.example")' }),
      facts({ originId: 'b', key: 'HRIS:b' })
    ])
    const csv = lettersCsv(two, (key) => `https://dashboard.example/${key}`)
    const rows = csv.split('\r\n')
    expect(rows[0]).toBe('\ufeffcustomer,origin_id,subject,message,connector_pages,relink_link')
    expect(rows).toHaveLength(4)
    expect(rows[1]).toMatch(/^"'=HYPERLINK/)
    expect(rows[2]).toContain('https://dashboard.example/HRIS:b')
  })

  it('has the message as it is sent: nothing in the app’s own letter looks like a formula', () => {
    const own = letters([facts()])
    expect(lettersCsv(own, () => null)).toContain(own[0]?.body)
  })
})

it('refuses an unknown time zone', () => {
  expect(() => zoneWriter('Mars/Olympus')).toThrow(expect.objectContaining({ code: 'invalid-input' }))
})
