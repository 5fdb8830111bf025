import { z } from 'zod'

const requestId = z.uuid()

/** The operator can read it before the save. */
export const supportFile = z.object({
  name: z.string(),
  holds: z.string(),
  bytes: z.number(),
  /** Only the end beyond `longestShown`. */
  text: z.string()
})
export type SupportFile = z.infer<typeof supportFile>

/** Characters. */
export const longestShown = 20_000

export const builtFrom = z.object({
  name: z.string(),
  version: z.string(),
  /** SPDX name. */
  licence: z.string(),
  /** With its copyright line; may be empty. */
  text: z.string()
})
export type BuiltFrom = z.infer<typeof builtFrom>

export const supportChannels = {
  /**
   * Keeps the bundle, so that the saved one is the shown one. Cancelled as a job. Errors: leak-refused if a file would
   * hold a token.
   */
  'support:collect': { request: z.object({ requestId }), response: z.object({ files: z.array(supportFile) }) },
  /** null: no file chosen. Errors: not-found, those of a file. */
  'support:save': { request: z.void(), response: z.object({ file: z.string() }).nullable() },
  'support:showLogs': { request: z.void(), response: z.void() },
  'support:openGuide': { request: z.void(), response: z.void() },
  /** The commit, if the build names it. */
  'support:about': {
    request: z.void(),
    response: z.object({ commit: z.string().nullable(), packages: z.array(builtFrom) })
  }
} as const
