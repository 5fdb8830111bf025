import { z } from 'zod'

const requestId = z.uuid()

/** The operator can read each file before the bundle is saved. */
export const supportFile = z.object({
  name: z.string(),
  holds: z.string(),
  bytes: z.number(),
  /** Only the end of a file longer than `longestShown`. */
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
  /** The licence text with its copyright line; may be empty. */
  text: z.string()
})
export type BuiltFrom = z.infer<typeof builtFrom>

export const supportChannels = {
  /**
   * Collects a bundle and keeps it until the next one or its save, so that the saved bundle is the shown one. Cancelled
   * as a job. Errors: leak-refused if a file would hold a token.
   */
  'support:collect': { request: z.object({ requestId }), response: z.object({ files: z.array(supportFile) }) },
  /**
   * Writes the last bundle to a place that the operator chooses; null if they chose none. Errors: not-found, those of a
   * file.
   */
  'support:save': { request: z.void(), response: z.object({ file: z.string() }).nullable() },
  /** Opens the log folder in the file manager. */
  'support:showLogs': { request: z.void(), response: z.void() },
  'support:openGuide': { request: z.void(), response: z.void() },
  /** The app's commit, if the build names it, and its packages. */
  'support:about': {
    request: z.void(),
    response: z.object({ commit: z.string().nullable(), packages: z.array(builtFrom) })
  }
} as const
