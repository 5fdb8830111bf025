import { describe, expect, it } from 'vitest'
import { endUsers } from './names'
import { Random } from './random'

const users = (count: number, region: 'default' | 'eu' = 'default') => [...endUsers(new Random('n'), count, region)]

describe('end users', () => {
  it.each(['default', 'eu'] as const)('have 2,000 different plausible names in %s', (region) => {
    const names = users(2000, region).map((user) => user.name)
    expect(new Set(names).size).toBe(2000)
    for (const name of names) {
      expect(name).toMatch(/^[\p{Lu}]/u)
      expect(name).not.toMatch(/\d|\s{2}|^\s|\s$/)
      expect(name.split(' ').length).toBeGreaterThan(1)
      const [left, right] = name.split(' & ')
      expect(right?.startsWith(left ?? '') ?? false).toBe(false)
    }
  })

  it('have a legal form here and there, and letters beyond ASCII in both regions', () => {
    const share = (region: 'default' | 'eu', keep: RegExp) =>
      users(1000, region).filter(({ name }) => keep.test(name)).length
    expect(share('default', / (Inc\.|LLC|Ltd|Group|Holdings|Co-op|LLP)$/)).toBeGreaterThan(50)
    expect(share('eu', / (GmbH|AG|B\.V\.|SARL|S\.A\.)$/)).toBeGreaterThan(50)
    expect(share('default', /[^\x20-\x7e]/)).toBeGreaterThan(5)
    expect(share('eu', /[^\x20-\x7e]/)).toBeGreaterThan(100)
  })

  it('have origin ids made of initials and a number, none twice', () => {
    const many = users(12_000)
    expect(new Set(many.map((user) => user.originId)).size).toBe(12_000)
    const numbers = users(5000).map((user) => user.originId.split('-')[1])
    expect(new Set(numbers).size).toBe(5000)
    for (const user of many) expect(user.originId).toMatch(/^[a-z]{3}-\d{4,5}$/)
  })

  it('do not run out', { timeout: 60_000 }, () => {
    expect(new Set(users(150_000).map((user) => user.name)).size).toBe(150_000)
  })
})
