import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { servePages } from './metrics'
import { NotConfigured } from './config'

let served: Awaited<ReturnType<typeof servePages>>
beforeEach(async () => {
  served = await servePages(0, { '/metrics': () => ({ status: 200, text: 'up 1\n' }) })
})
afterEach(() => served.close())

interface Asked {
  path?: string
  method?: string
  host?: string
  at?: string
}

const ask = ({ path = '/metrics', method = 'GET', host, at = '127.0.0.1' }: Asked) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request(
      { host: at, port: served.port, path, method, ...(host && { headers: { host } }) },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (piece: string) => (text += piece))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      }
    )
    asked.on('error', reject).end()
  })

it('answers GET of a page, and 404 for anything else', async () => {
  expect(await ask({})).toEqual({ status: 200, text: 'up 1\n' })
  for (const path of ['/', '/metrics/', '/metrics?all', '/toString', '/__proto__'])
    expect((await ask({ path })).status, path).toBe(404)
})

it('takes no other method', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) expect((await ask({ method })).status, method).toBe(405)
})

it('refuses a page of the web that has its name point at this computer', async () => {
  for (const host of ['evil.example', 'evil.example:9464', '127.0.0.1.evil.example', '10.0.0.1'])
    expect(await ask({ host }), host).toEqual({ status: 403, text: 'Only for this computer.\n' })
  for (const host of ['localhost:9464', '127.0.0.1', '[::1]:9464']) expect((await ask({ host })).status, host).toBe(200)
})

it('listens on the loopback address only', async () => {
  const outer = Object.values(networkInterfaces())
    .flat()
    .find((one) => one && !one.internal && one.family === 'IPv4')
  // The server does not listen on 127.0.0.2, which is the same computer.
  await expect(ask({ at: outer?.address ?? '127.0.0.2' })).rejects.toThrow('ECONNREFUSED')
})

it('says which port is taken', async () => {
  const again = servePages(served.port, {})
  await expect(again).rejects.toThrow(NotConfigured)
  await expect(again).rejects.toThrow(`The port ${served.port} for metrics: `)
})
