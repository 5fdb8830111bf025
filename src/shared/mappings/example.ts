import { z } from 'zod'

/** Records that are typed at most. */
export const mostExamples = 5

/** An expression that gives all wanted results, and what it gives on all records that were tried. */
export const proposal = z.object({
  expression: z.string(),
  filled: z.number(),
  nulls: z.number(),
  /** Records on which the server fails. */
  problems: z.number(),
  types: z.array(z.string()),
  /** Records on which it gives something else than the first proposal. */
  differ: z.number()
})
export type Proposal = z.infer<typeof proposal>

/** What standard JMESPath cannot do, as far as a wanted result shows. */
export const beyondKinds = ['part', 'letters', 'replaced', 'date', 'arithmetic', 'absent'] as const

export const exampleAnswer = z.object({
  /** A name for each record that was asked about. */
  labels: z.array(z.string()),
  /** The best first; at most five. */
  proposals: z.array(proposal),
  /** How many were tried. */
  records: z.number(),
  /** Where proposals differ: their results as JSON in the same order, cut at 200 characters; null where it fails. */
  differing: z.array(z.object({ index: z.number(), label: z.string(), texts: z.array(z.string().nullable()) })),
  /** Why no expression can give a wanted result: `of` is the value in the record from which it seems to be made. */
  beyond: z.array(z.object({ index: z.number(), kind: z.enum(beyondKinds), of: z.string(), path: z.string() })),
  /** Values of the records and expressions that were looked at. */
  looked: z.number(),
  /** False if the time was over before everything was looked at. */
  ended: z.boolean()
})
export type ExampleAnswer = z.infer<typeof exampleAnswer>
