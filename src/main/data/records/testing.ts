import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { startPractice, type PracticeService } from '../../../practice/server'
import type { Category } from '../../../shared/connectors/category'
import { systemClock } from '../../base/clock'
import { RateLimits } from '../../http/rate-limit'
import type { Target } from '../../http/call'
import { createClient } from '../../http/client'
import { undiciDownload } from '../../http/download'
import { undiciTransport } from '../../http/transport'
import { maskerOf } from '../../secrets/testing'
import type { HeldToken } from '../../secrets/connector-tokens'
import { Responses } from '../../viewer/responses'
import { Viewer } from '../../viewer/viewer'
import { place } from '../testing'
import { Records } from './records'

/** Records of the practice service over a real socket, with files in a temporary folder. */
export async function testRecords() {
  const service: PracticeService = await startPractice({ connectors: 60, collectionSize: 12, limitPerMinute: 0 })
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-records-'))
  const agent = new Agent()
  const responses = new Responses()
  const viewer = new Viewer()
  const target: Target = { ...place, baseUrl: service.url, bearerToken: service.bearerToken }
  const tokens = new Map<string, string>(
    service.connectors.map((one) => [`${one.category}:${one.id}`, one.connector_token])
  )
  const test = {
    service,
    folder,
    responses,
    target,
    chosen: null as string | null,
    suggested: [] as string[],
    client: createClient({
      transport: undiciTransport(async () => agent),
      clock: systemClock,
      rateLimits: new RateLimits(() => undefined),
      redact: (text) => text,
      log: () => undefined
    }),
    clock: { ...systemClock },
    workspaces: { target: async () => target },
    finder: {
      async find(_place: unknown, _target: unknown, key: string): Promise<HeldToken> {
        return { ref: key, token: tokens.get(key) ?? 'nobody' }
      }
    },
    records: null as unknown as Records,
    keyOf(category: Category): string {
      const found = service.connectors.find((one) => one.category === category && one.sync_status === 'Done')
      if (!found) throw new Error(`no ${category} connector`)
      return `${category}:${found.id}`
    },
    async list(path: string, key: string | null): Promise<Record<string, unknown>[]> {
      const token = key === null ? {} : { 'x-connector-token': tokens.get(key) ?? '' }
      const headers = { authorization: `Bearer ${service.bearerToken}`, ...token } as Record<string, string>
      const answer = await fetch(`${service.url}${path}?page_size=50`, { headers })
      return ((await answer.json()) as { items: Record<string, unknown>[] }).items
    },
    async remove(): Promise<void> {
      await agent.destroy()
      await service.close()
      rmSync(folder, { recursive: true })
    }
  }
  test.records = new Records({
    ...{ client: test.client, clock: test.clock, workspaces: test.workspaces, finder: test.finder, responses },
    views: {
      async open(id) {
        const kept = await responses.get(id)
        return viewer.open(id, kept.body, kept)
      }
    },
    masker: maskerOf(target.bearerToken, ...tokens.values()),
    download: undiciDownload(async () => agent),
    dialogs: {
      async chooseFile(name) {
        test.suggested.push(name)
        return test.chosen
      }
    }
  })
  return test
}
export type TestRecords = Awaited<ReturnType<typeof testRecords>>
