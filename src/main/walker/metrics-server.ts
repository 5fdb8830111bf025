import { createServer } from 'node:http'
import { isLoopback } from '../../shared/team/team'
import { NotConfigured } from './not-configured'

/** Prometheus asks one question at a time and is never slower. ms */
const requestTimeoutMs = 5_000

export type Pages = Readonly<Record<string, () => { status: number; text: string }>>

/**
 * Only on 127.0.0.1 and for GET. Checks the Host header against DNS rebinding by web pages.
 * @param port 0 for any
 * @returns the port, and a function that closes the server
 * @throws NotConfigured if the port is not available
 */
export async function servePages(port: number, pages: Pages): Promise<{ port: number; close: () => void }> {
  const server = createServer(
    { requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs },
    (request, response) => {
      const say = (status: number, text: string) =>
        response
          .writeHead(status, {
            'content-type': 'text/plain; version=0.0.4; charset=utf-8',
            'cache-control': 'no-store',
            'x-content-type-options': 'nosniff'
          })
          .end(text)
      if (!isForThisComputer(request.headers.host ?? '')) return say(403, 'Only for this computer.\n')
      const page = Object.hasOwn(pages, request.url ?? '') ? pages[request.url ?? ''] : undefined
      if (!page) return say(404, 'There is nothing here.\n')
      if (request.method !== 'GET') return say(405, 'Only GET.\n')
      const { status, text } = page()
      say(status, text)
    }
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (thrown) => reject(new NotConfigured(`The port ${port} for metrics: ${thrown.message}`)))
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

/** @param host as "127.0.0.1:9464" or "[::1]:9464" */
function isForThisComputer(host: string): boolean {
  return isLoopback(host.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''))
}
