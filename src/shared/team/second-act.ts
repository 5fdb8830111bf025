import { z } from 'zod'

/** Acts that may need a colleague. */
export const secondActs = ['delete-connector', 'integration-mapping', 'passthrough-write', 'letters'] as const
export const secondAct = z.enum(secondActs)
export const secondNames = {
  'delete-connector': 'Delete a connector',
  'integration-mapping': 'Mapping of a whole integration',
  'passthrough-write': 'Passthrough write',
  letters: 'Letters to many customers'
} as const satisfies Record<z.infer<typeof secondAct>, string>
export type SecondAct = z.infer<typeof secondAct>

/** What the button of such an act says. */
export const askColleague = 'Ask a colleague'
