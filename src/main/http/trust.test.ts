import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, ProxyAgent, type Dispatcher } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { undiciTransport } from './transport'
import { connectOptions } from './trust'

let folder: string
let server: Server
let origin: string
const reached: string[] = []

/** An unknown signer, as with an attacker in between. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'desk-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const options = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  execFileSync('openssl', ['req', '-x509', ...options, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    reached.push(request.headers.authorization ?? '')
    response.end('{}')
  })
  server.on('connect', (request, socket) => {
    reached.push(request.headers.authorization ?? '')
    socket.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `https://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})
afterEach(() => {
  vi.unstubAllEnvs()
  reached.length = 0
})

const ask = (agent: Dispatcher) =>
  undiciTransport(async () => agent)({
    method: 'GET',
    url: new URL(origin),
    headers: { authorization: 'Bearer secret-token' },
    signal: new AbortController().signal,
    timeoutMs: 10_000,
    maxBytes: 1_000
  })

describe('@attack a certificate that no known authority signed', () => {
  it.each([undefined, '0'])('is refused with NODE_TLS_REJECT_UNAUTHORIZED=%s, and no token leaves', async (value) => {
    if (value !== undefined) vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', value)
    const agent = new Agent({ connect: connectOptions() })
    await expect(ask(agent)).rejects.toMatchObject({ code: 'untrusted-certificate', sent: false })
    expect(reached).toEqual([])
    await agent.close()
  })

  it('is refused of a proxy, too', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const agent = new ProxyAgent({ uri: origin, requestTls: connectOptions(), proxyTls: connectOptions() })
    await expect(ask(agent)).rejects.toMatchObject({ code: 'untrusted-certificate' })
    expect(reached).toEqual([])
    await agent.close()
  })
})
