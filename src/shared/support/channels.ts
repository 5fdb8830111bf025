import { z } from 'zod'

const requestId = z.uuid()

/** One file of a support bundle, as it is offered to be read before it is saved. */
export const supportFile = z.object({
  name: z.string(),
  /** What it holds, in words. */
  holds: z.string(),
  bytes: z.number(),
  /** Its end where it is longer than `longestShown`. */
  text: z.string()
})
export type SupportFile = z.infer<typeof supportFile>

/** So much of a file is shown, in characters. */
export const longestShown = 20_000

/** A package that the app is built from. */
export const builtFrom = z.object({
  name: z.string(),
  version: z.string(),
  /** As SPDX names it. */
  licence: z.string(),
  /** The licence itself, with its copyright line; empty where the package brings none. */
  text: z.string()
})
export type BuiltFrom = z.infer<typeof builtFrom>

/** What Help shows and saves (issue 11, section 6). */
export const supportChannels = {
  /**
   * Collects a support bundle and keeps it until another is collected or it is saved: what is saved is what was shown.
   * Cancelled as a job. Errors: leak-refused where a file would hold a token.
   */
  'support:collect': { request: z.object({ requestId }), response: z.object({ files: z.array(supportFile) }) },
  /** Asks for a place and writes what was collected last; null where none was chosen. Errors: not-found, those of a file. */
  'support:save': { request: z.void(), response: z.object({ file: z.string() }).nullable() },
  /** Shows the folder of the log in the file manager. */
  'support:showLogs': { request: z.void(), response: z.void() },
  'support:openGuide': { request: z.void(), response: z.void() },
  /** The commit the app was built from, where the build names it, and the packages in it. */
  'support:about': {
    request: z.void(),
    response: z.object({ commit: z.string().nullable(), packages: z.array(builtFrom) })
  }
} as const
