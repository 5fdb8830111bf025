import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parsers } from './parsers'

/** `npm run fuzz` uses other seeds, from the clock. */
const seed = 14

it.each(parsers.map((one) => [one.name, one] as const))(
  'no text makes %s fail undeclared, or say what does not hold @attack',
  async (_, { inputs, holds }) => {
    let taken = 0
    const property = fc.asyncProperty(inputs, async (input) => {
      if (await holds(input)) taken++
    })
    // A failure prints the seed, the path and the smallest failing text.
    await expect(fc.assert(property, { seed, numRuns: 300 })).resolves.toBeUndefined()
    expect(taken, 'what only refuses was not read').toBeGreaterThan(0)
  }
)
