import { describe, expect, it } from 'vitest'
import { originOfPage, pageAddressProblem, pageOf } from './page-address'

const address = 'https://dashboard.example.com/connectors/{connector_id}?tab=link'

describe('pageOf', () => {
  it('is the page of one connector', () =>
    expect(pageOf(address, 'c-17')).toBe('https://dashboard.example.com/connectors/c-17?tab=link'))

  it.each(['../../evil', '@evil.example', '?a=b#c', 'https://evil.example', '\u202e\n', '%2e%2e'])(
    '@attack an id of %j leads to no other origin and no other path',
    (id) => {
      const page = new URL(pageOf(address, id) ?? '')
      expect(page.origin).toBe('https://dashboard.example.com')
      expect(page.pathname.split('/')).toHaveLength(3)
      expect(page.search).toBe('?tab=link')
    }
  )

  it.each(['', '.', '..', 'c\ud800', '\udc00'])('@attack there is no page of %j', (id) =>
    expect(pageOf(address, id)).toBeNull()
  )

  it('is not there without an address', () => {
    expect(pageOf('', 'c-17')).toBeNull()
    expect(originOfPage('')).toBeNull()
  })
})

describe('pageAddressProblem', () => {
  it('takes an https address with a place for the id', () => {
    expect(pageAddressProblem(address)).toBeNull()
    expect(originOfPage(address)).toBe('https://dashboard.example.com')
  })

  it.each([
    ['dashboard', 'Enter a full URL'],
    ['http://dashboard.example.com/{connector_id}', 'Only https'],
    ['file:///etc/{connector_id}', 'Only https'],
    ['javascript:alert({connector_id})', 'Only https'],
    ['https://a:b@dashboard.example.com/{connector_id}', 'name and password'],
    ['https://dashboard.example.com/', 'connector’s ID goes'],
    ['https://{connector_id}.example.com/', 'not in the host']
  ])('@attack refuses %s', (typed, words) => {
    expect(pageAddressProblem(typed)).toContain(words)
    expect(pageOf(typed, 'c-17')).toBeNull()
  })
})
