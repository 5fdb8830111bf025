import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { protocol } from 'electron'
import { pagePolicy } from './page-policy'

const scheme = 'app'
/** Each page has a host, and with it an origin of its own: they share no storage, and neither can reach into the other. */
const pages = { desk: 'index.html', confirm: 'confirm.html', guide: 'guide.html', report: 'report.html' }
type PageName = keyof typeof pages

/**
 * Where a page comes from: the built files. Only what `electron-vite dev` builds has the other branch in it, and takes
 * pages from its server; a variable of the environment moves no page of a built app.
 */
export function pageOf(name: PageName): string {
  const server = developmentServer()
  return server ? `${server}/${pages[name]}` : `${scheme}://${name}/${pages[name]}`
}

/** Whether an address is exactly that of a page, wherever in it the page is. */
export function isPage(name: PageName, url: string): boolean {
  return url.split('#')[0] === pageOf(name)
}

/** Whether a request is for the app's own files. Those of the development server and its DevTools are, where it is one. */
export function isOwnPage(url: string): boolean {
  const { protocol, host } = new URL(url)
  const server = developmentServer()
  if (!server) return protocol === `${scheme}:`
  return host === new URL(server).host || protocol === 'devtools:'
}

/** The server of `electron-vite dev`, where pages come from it. */
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

/** Must run before the app is ready: a standard, secure scheme gives the page an origin, which file:// has not. */
export function announceAppProtocol(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }
  ])
}

/** So long the app waits at the most for its page to be served, ms: one that cannot load is no reason not to start. */
const patienceMs = 1_000

/**
 * Serves the built renderer, and nothing outside its folder.
 *
 * @returns resolves once the first page has the files that it names: it runs them in its own process, so what main does
 * from then on does not hold it up
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
  // A host has one page: another would have its bridge and its storage.
  if (type === types['.html'] && path !== join(folder, pages[url.host])) return null
  return readFile(path).then(
    (bytes) => ({ type, bytes }),
    () => null
  )
}
