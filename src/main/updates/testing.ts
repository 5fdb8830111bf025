import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import type { Authority, Identity } from '../../practice/line/authority'
import type { Updates } from '../../shared/updates/update'
import { undiciDownload } from '../http/download'
import { undiciTransport } from '../http/transport'
import { connectOptions } from '../http/trust'
import { FakeClock } from '../testing/fakes'
import { manifestName, product, type Manifest } from './manifest'
import type { UpdatePolicy } from '../policy/updates'
import { AppUpdates } from './updates'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

export const target = 'linux-x64-deb'
export const pair = generateKeyPairSync('ed25519')

const packageName = (version: string) => `connector-desk_${version}_amd64.deb`

export const encrypted = (signed: string, key: KeyObject = pair.privateKey) =>
  JSON.stringify({ signed, signature: sign(null, Buffer.from(signed), key).toString('base64') })

export function listOf(version: string, content: Buffer, change: Partial<Manifest> = {}): string {
  const sha512 = createHash('sha512').update(content).digest('hex')
  const packages = { [target]: { name: packageName(version), bytes: content.length, sha512 } }
  return JSON.stringify({
    product,
    version,
    notes: 'Faster.',
    signedAt: Date.parse('2026-02-20T12:00:00Z'),
    packages,
    ...change
  })
}

/**
 * An update folder on a real https server, and an app of version 0.1.0.
 * @param identity the server's, for localhost, from the authority that the app trusts
 */
export async function testUpdates(authority: Authority, identity: Identity) {
  const server: Server = createServer(identity, (request, response) => {
    test.asked.push({ path: request.url ?? '', headers: request.headers })
    const answer = test.files.get(decodeURIComponent(request.url ?? '').replace('/stable/', ''))
    if (answer === undefined) response.writeHead(404).end()
    else if (typeof answer === 'function') answer(request, response)
    else response.end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const profile = mkdtempSync(join(tmpdir(), 'desk-updates-'))
  const agent = new Agent({ connect: connectOptions([authority.pem]) })
  const folder = join(profile, 'updates')
  const test = {
    folder,
    address: `https://localhost:${(server.address() as AddressInfo).port}/stable`,
    files: new Map<string, string | Buffer | Answer>(),
    asked: [] as { path: string; headers: IncomingMessage['headers'] }[],
    told: [] as Updates[],
    shown: [] as string[],
    chosen: null as string | null,
    policy: { address: null, enabled: true, managed: false } as UpdatePolicy,
    clock: new FakeClock(),
    agent,
    /** @returns the package */
    release(version: string, content = Buffer.alloc(300_000, version)) {
      test.files.set(manifestName, encrypted(listOf(version, content)))
      test.files.set(packageName(version), content)
      return { name: packageName(version), content }
    },
    left: () => readdirSync(profile).flatMap((name) => readdirSync(join(profile, name))),
    app: (change: { key?: null; folder?: string } = {}) =>
      new AppUpdates({
        chosen: { get: () => test.chosen, set: (address) => (test.chosen = address) },
        policy: () => test.policy,
        key: pair.publicKey,
        ...{ version: '0.1.0', target, folder, clock: test.clock },
        transport: undiciTransport(async () => test.agent),
        download: undiciDownload(async () => test.agent),
        showInFolder: (file) => test.shown.push(file),
        changed: (now) => test.told.push(now),
        ...change
      }),
    async close() {
      await test.agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(profile, { recursive: true })
    }
  }
  return test
}

export type TestUpdates = Awaited<ReturnType<typeof testUpdates>>
