import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parsers } from './parsers'

/** Another one finds other texts: `npm run fuzz` takes one by the clock. */
const seed = 14

it.each(parsers.map((one) => [one.name, one] as const))(
  'no text makes %s fail undeclared, or say what does not hold @attack',
  async (_, { inputs, holds }) => {
    const property = fc.asyncProperty(inputs, async (input) => void (await holds(input)))
    // A failure prints the seed, the path and the smallest text that fails.
    await expect(fc.assert(property, { seed, numRuns: 300 })).resolves.toBeUndefined()
  }
)
