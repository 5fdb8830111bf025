import fc from 'fast-check'
import { expect, it } from 'vitest'
import { byNumber } from './held-list'

const numbers = fc.array(
  fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.double({ noNaN: true }),
    fc.constantFrom(-0, 0, Infinity, -Infinity, Date.parse('2026-11-28'))
  )
)

it('orders as a comparison of the numbers does, and leaves those that are the same as they were', () => {
  fc.assert(
    fc.property(numbers, fc.boolean(), (values, turned) => {
      const places = [...values.keys()]
      if (turned) places.reverse()
      const compared = places.toSorted((a, b) => {
        const [left = 0, right = 0] = [values[a], values[b]]
        return left < right ? -1 : left > right ? 1 : 0
      })
      expect([...byNumber(Uint32Array.from(places), (place) => values[place] ?? NaN)]).toEqual(compared)
    })
  )
})
