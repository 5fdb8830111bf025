import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { protocol } from 'electron'
import { pagePolicy } from './page-policy'

const scheme = 'app'
/** Each host is its own origin: pages share no storage and cannot reach each other. */
const pages = { desk: 'index.html', confirm: 'confirm.html', guide: 'guide.html', report: 'report.html' }
type PageName = keyof typeof pages

/**
 * The built files. Only `electron-vite dev` compiles the other branch, so no environment variable redirects a built
 * app.
 */
export function pageOf(name: PageName): string {
  const server = developmentServer()
  return server ? `${server}/${pages[name]}` : `${scheme}://${name}/${pages[name]}`
}

export function isPage(name: PageName, url: string): boolean {
  return url.split('#')[0] === pageOf(name)
}

/** Whether a request is for the app's files, or in development for the dev server and its DevTools. */
export function isOwnPage(url: string): boolean {
  const { protocol, host } = new URL(url)
  const server = developmentServer()
  if (!server) return protocol === `${scheme}:`
  return host === new URL(server).host || protocol === 'devtools:'
}

export const developmentServer = () => import.meta.env.DEV && process.env['ELECTRON_RENDERER_URL']

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2'
}

/** Call before the app is ready: a standard, secure scheme gives the page an origin, unlike file://. */
export function announceAppProtocol(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }
  ])
}

/** ms: a page that does not load must not stop the start. */
const patienceMs = 1_000

/**
 * Serves nothing outside the renderer's folder.
 * @returns resolves once the first page has its files and main no longer delays it
 */
export function serveApp(folder: string): Promise<void> {
  return new Promise((resolve) => {
    let left: number | null = null
    setTimeout(resolve, developmentServer() ? 0 : patienceMs)
    protocol.handle(scheme, async (request) => {
      const file = await fileOf(folder, new URL(request.url))
      if (!file) return new Response(null, { status: 404 })
      if (left !== null) left--
      else if (file.type === types['.html']) left = file.bytes.toString().match(/ (?:src|href)="/g)?.length ?? 0
      if (left === 0) resolve()
      return new Response(new Uint8Array(file.bytes), {
        headers: {
          'content-type': file.type,
          'x-content-type-options': 'nosniff',
          'content-security-policy': `${pagePolicy}; frame-ancestors 'none'`
        }
      })
    })
  })
}

const isHost = (host: string): host is PageName => Object.hasOwn(pages, host)

async function fileOf(folder: string, url: URL): Promise<{ type: string; bytes: Buffer } | null> {
  const path = normalize(join(folder, decodeURIComponent(url.pathname)))
  const type = types[extname(path)]
  if (!isHost(url.host) || !path.startsWith(folder + sep) || !type) return null
  // A second page would get this one's bridge and storage.
  if (type === types['.html'] && path !== join(folder, pages[url.host])) return null
  return readFile(path).then(
    (bytes) => ({ type, bytes }),
    () => null
  )
}
