import { describe, expect, it } from 'vitest'
import { Ids } from './ids'

describe('ids', () => {
  it('lead back to their place, however far, and differ', () => {
    const ids = new Ids('a')
    const places = [...Array.from({ length: 3000 }, (_, at) => at), 999_999, 1_000_000, 99_999_999]
    expect(new Set(places.map((at) => ids.at(at))).size).toBe(places.length)
    expect(places.filter((at) => ids.indexOf(ids.at(at)) !== at)).toEqual([])
    expect(ids.indexOf(ids.at(7).toUpperCase())).toBe(7)
  })

  it('look like version 4 uuids, and are the same for the same seed', () => {
    const id = new Ids('a').at(5)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(new Ids('a').at(5)).toBe(id)
    expect(new Ids('b').at(5)).not.toBe(id)
  })

  it.each(['', 'x', '00000000-0000-4000-8000-000000000000', new Ids('b').at(0)])('do not know %j', (id) => {
    expect(new Ids('a').indexOf(id)).toBeUndefined()
  })
})
