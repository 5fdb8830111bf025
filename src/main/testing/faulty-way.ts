import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { Authority, type Identity } from '../../practice/line/authority'
import { Line } from '../../practice/line/line'
import { Tunnel } from '../../practice/line/tunnel'
import { startPractice } from '../../practice/server'
import type { PracticeService } from '../../practice/types'

/** Call once at the top of a file; each test closes it all. */
export function faultyWay() {
  const closing: (() => unknown)[] = []
  const way = {
    authority: undefined as unknown as Authority,
    service: undefined as unknown as PracticeService,
    closing,
    async lineWith(identity?: Identity): Promise<Line> {
      const line = await Line.open(way.service.url, identity)
      closing.push(() => line.close())
      return line
    },
    async tunnelTo(port: () => number): Promise<Tunnel> {
      const tunnel = await Tunnel.open(port)
      closing.push(() => tunnel.close())
      return tunnel
    }
  }
  beforeAll(() => void (way.authority = Authority.make()))
  afterAll(() => way.authority.remove())
  beforeEach(async () => {
    way.service = await startPractice({ connectors: 20, limitPerMinute: 0 })
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
    await way.service.close()
  })
  return way
}
