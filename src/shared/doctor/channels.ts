import { z } from 'zod'
import { finding } from './finding'

const requestId = z.uuid()

export const doctorChannels = {
  /**
   * Tests this computer and the way to a workspace, or to addresses that are typed and not kept yet. Findings arrive as
   * events with the same requestId, first as they are looked for, then as they were found. Cancelled as a job.
   */
  'doctor:run': {
    request: z.object({
      requestId,
      of: z.union([
        z.object({ workspaceId: z.uuid() }),
        z.object({ baseUrl: z.string().max(2_000), euBaseUrl: z.string().max(2_000) })
      ])
    }),
    response: z.object({ findings: z.array(finding) })
  }
} as const

export const doctorEvents = {
  'doctor:finding': z.object({ requestId, finding })
} as const
