import { describe, expect, it } from 'vitest'
import type { IssueCause } from './diagnosis'
import { holdsText, pageLink, rankedRunbooks } from './runbook'

describe('holdsText', () => {
  it.each([
    ['answered 401 Unauthorized', '401', true],
    ['in 14017 ms', '401', false],
    ['401', '401', true],
    ['{"error":"invalid_grant"}', 'INVALID_GRANT', true],
    ['the invalid_grants of', 'invalid_grant', false],
    ['Größe 40 1', '40 1', true],
    ['x', '', false],
    ['x', '  ', false],
    ['über401 then 401', '401', true],
    ['a.b', '.', true]
  ])('in %j finds %j: %s', (text, match, found) => expect(holdsText(text, match)).toBe(found))
})

describe('rankedRunbooks', () => {
  const one = (id: string, integration: string | null, cause: IssueCause | null, matches: string[] = [], at = 1) => ({
    ...{ id, integration, cause, matches, at }
  })
  const about = {
    integration: 'bamboohr',
    cause: 'relink' as const,
    texts: [
      { where: 'status', text: 'RELINK_NEEDED no longer work' },
      { where: 'the answer to GET /employees', text: '401 invalid_grant' }
    ]
  }
  const ids = (all: ReturnType<typeof one>[], of = about) => rankedRunbooks(all, of).map(({ one: { id } }) => id)

  it('begins with the text that was found, then integration and cause, cause, integration, none', () => {
    const all = [
      one('any', null, null),
      one('integration', 'bamboohr', null),
      one('cause', null, 'relink'),
      one('both', 'bamboohr', 'relink'),
      one('text', null, null, ['nothing', 'invalid_grant']),
      one('text and both', 'bamboohr', 'relink', ['401']),
      one('other text', 'bamboohr', 'relink', ['expired_token']),
      one('other integration', 'personio', 'relink'),
      one('other cause', 'bamboohr', 'stalled')
    ]
    expect(ids(all)).toEqual(['text and both', 'text', 'both', 'cause', 'integration', 'any', 'other text'])
    expect(ids(all.toReversed())).toEqual(ids(all))
  })

  it('says what was found and where, and nothing for one whose texts were not', () => {
    const [first, second, third] = rankedRunbooks(
      [one('a', null, 'relink', ['x', 'invalid_grant']), one('b', null, null), one('c', 'bamboohr', null, ['x'])],
      about
    )
    expect(first?.reason).toEqual({
      text: { match: 'invalid_grant', where: 'the answer to GET /employees' },
      ...{ integration: false, cause: true }
    })
    expect(second?.reason).toEqual({ text: null, integration: false, cause: false })
    expect(third?.reason).toBeNull()
  })

  it('takes the latest of equal ones, whatever their order', () => {
    const all = [
      one('old', null, 'relink', [], 1),
      one('new', null, 'relink', [], 2),
      one('also', null, 'relink', [], 1)
    ]
    expect(ids(all)).toEqual(['new', 'also', 'old'])
    expect(ids(all.toReversed())).toEqual(['new', 'also', 'old'])
  })
})

describe('pageLink', () => {
  it.each([
    ['https://help.example/a?b#c', 'https://help.example/a?b#c'],
    ['http://help.example', undefined],
    ['javascript:alert(1)', undefined],
    ['https://good.example@evil.example/', undefined],
    ['file:///etc/passwd', undefined],
    ['connector-desk://case/x', undefined],
    ['', undefined]
  ])('of %j is %j', (address, href) => expect(pageLink(address)?.href).toBe(href))
})
