import { z } from 'zod'
import { finding } from './finding'

const requestId = z.uuid()

export const doctorChannels = {
  /**
   * Each finding comes twice as an event with the same requestId: when its test starts and when it ends. Cancelled as a
   * job.
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
