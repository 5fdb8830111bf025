import type { ElectronApplication, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'

async function listener() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*').end('heard')
  })
  // A bare connection reveals something, too.
  server.on('connection', () => asked.push('a connection'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { asked, port, url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** The window has the main page's bridge. */
function askFrom(app: ElectronApplication, url: string): Promise<string> {
  return app.evaluate(async ({ app: electron, BrowserWindow }, url) => {
    const preload = `${electron.getAppPath()}/out/preload/index.cjs`
    // The app's own session refuses foreign pages.
    const partition = url.startsWith('app:') ? '' : 'foreign'
    const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true, preload, partition } })
    try {
      await window.loadURL(url)
      const ask = `window.desk ? window.desk.invoke('app:getState') : 'no bridge'`
      return (await window.webContents.executeJavaScript(ask)) as string
    } finally {
      window.destroy()
    }
  }, url)
}

const bridge = (page: Page, channel: string, make: string): Promise<string> =>
  page.evaluate(
    async ([channel, make]) => {
      const request: unknown = new Function(`return ${make}`)()
      const { desk } = window as unknown as { desk: { invoke(channel: string, request: unknown): Promise<string> } }
      try {
        return await desk.invoke(channel as string, request)
      } catch (thrown) {
        return (thrown as Error).message
      }
    },
    [channel, make] as const
  )

test.describe('@attack the page reaches no network', () => {
  test('by none of the ways that Chromium has', async ({ page }) => {
    const server = await listener()
    const tried = await page.evaluate(async (url) => {
      const failed = (act: Promise<unknown>) => act.then(() => 'came through').catch(() => 'refused')
      const loaded = (make: () => HTMLElement) =>
        new Promise<string>((resolve) => {
          const element = make()
          element.addEventListener('load', () => resolve('came through'))
          element.addEventListener('error', () => resolve('refused'))
          document.body.append(element)
          setTimeout(() => (element.remove(), resolve('refused')), 500)
        }).catch(() => 'refused')
      const element = (name: string, attributes: Record<string, string>) => () =>
        Object.assign(document.createElement(name), attributes)
      const socket = new Promise<string>((resolve) => {
        try {
          const socket = new WebSocket(url.replace('http', 'ws'))
          socket.onopen = () => resolve('came through')
          socket.onerror = () => resolve('refused')
        } catch {
          resolve('refused')
        }
      })
      const form = document.createElement('form')
      Object.assign(form, { action: `${url}/form`, method: 'post' })
      document.body.append(form)
      form.submit()
      navigator.sendBeacon(`${url}/beacon`, 'x')
      for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'prerender', 'modulepreload', 'manifest', 'icon'])
        document.head.append(Object.assign(document.createElement('link'), { rel, href: `${url}/${rel}` }))
      new EventSource(`${url}/events`).close()
      return {
        fetch: await failed(fetch(`${url}/fetch`)),
        opaque: await failed(fetch(`${url}/opaque`, { mode: 'no-cors' })),
        socket: await socket,
        image: await loaded(element('img', { src: `${url}/image` })),
        script: await loaded(element('script', { src: `${url}/script` })),
        style: await loaded(element('link', { rel: 'stylesheet', href: `${url}/style` })),
        module: await failed(import(/* @vite-ignore */ `${url}/module`)),
        worker: await failed((async () => new Worker(`${url}/worker`))())
      }
    }, server.url)
    expect(new Set(Object.values(tried))).toEqual(new Set(['refused']))
    expect(server.asked).toEqual([])
    server.close()
  })

  test('and where its policy were gone, main would still stop what is not a file of the app', async ({ app }) => {
    const server = await listener()
    const answers = await app.app.evaluate(async ({ session }, url) => {
      const get = (url: string) =>
        session.defaultSession
          .fetch(url)
          .then((answer) => `${answer.status}`)
          .catch((error: Error) => error.message)
      return {
        other: await get(url),
        secure: await get(url.replace('http', 'https')),
        own: await get('app://desk/index.html')
      }
    }, server.url)
    expect(answers).toMatchObject({
      own: '200',
      other: expect.stringContaining('BLOCKED'),
      secure: expect.stringContaining('BLOCKED')
    })
    expect(server.asked).toEqual([])
    server.close()
  })

  test('and has no name looked up, by a link or by WebRTC, whose servers are reached by no protocol', async ({
    app,
    page,
    folder
  }) => {
    const server = await listener()
    const log = join(folder, 'net.json')
    await app.app.evaluate(({ netLog }, log) => netLog.startLogging(log), log)
    const gathered = await page.evaluate(async (port) => {
      for (const rel of ['dns-prefetch', 'preconnect'])
        document.head.append(Object.assign(document.createElement('link'), { rel, href: `https://${rel}.evil.test` }))
      const control = Object.assign(document.createElement('meta'), {
        httpEquiv: 'x-dns-prefetch-control',
        content: 'on'
      })
      const anchor = Object.assign(document.createElement('a'), { href: 'https://anchor.evil.test', textContent: 'x' })
      document.head.append(control)
      document.body.append(anchor)
      const at = (host: string) =>
        ['turn', 'turns'].flatMap((scheme) => ['tcp', 'udp'].map((by) => `${scheme}:${host}?transport=${by}`))
      const urls = [...at(`127.0.0.1:${port}`), ...at('turn.evil.test:3478')]
      const account = { username: 'stolen', credential: 'stolen' }
      const iceServers = [{ urls, ...account }, { urls: ['stun:stun.evil.test', `stun:127.0.0.1:${port}`] }]
      const connection = new RTCPeerConnection({ iceServers })
      connection.createDataChannel('x')
      const ended = new Promise((resolve) => {
        connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve('complete')
      })
      await connection.setLocalDescription(await connection.createOffer())
      return ended
    }, server.port)
    expect(gathered).toBe('complete')
    await app.app.evaluate(({ netLog }) => netLog.stopLogging())
    const heard = await readFile(log, 'utf8')
    // The log has the attempts, and no name server was asked.
    expect(heard).toContain('"constants"')
    expect(heard.match(/"(hostname|qname)":"[^"]*evil[^"]*"/g) ?? []).toEqual([])
    expect(heard.match(/"host":"[^"]*evil[^"]*"/g) ?? []).toEqual([])
    expect(server.asked).toEqual([])
    server.close()
  })

  test('nor does the app itself, when it starts, as for dictionaries', async ({ launch, folder }) => {
    const log = join(folder, 'net.json')
    const { page, close } = await launch({ args: [`--log-net-log=${log}`], env: { LANG: 'en_US.UTF-8' } })
    await expect(new FirstRun(page).tryPractice).toBeVisible()
    await page.evaluate(() => document.body.append(document.createElement('textarea')))
    await close()
    const heard = await readFile(log, 'utf8')
    expect(heard).toContain('"constants"')
    expect(heard.match(/"(hostname|qname)":"[^"]*"/g) ?? []).toEqual([])
  })

  test('nor by WebRTC, in the main window', async ({ app }) => {
    const policies = await app.app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((contents) => contents.getWebRTCIPHandlingPolicy())
    )
    expect(policies).toEqual(['disable_non_proxied_udp'])
  })
})

test('@attack pages come with their policy as a header, and nothing outside their folder is served', async ({
  app
}) => {
  const answers = await app.app.evaluate(async ({ session }) => {
    const get = async (url: string) => {
      const answer = await session.defaultSession.fetch(url).catch(() => null)
      return { status: answer?.status ?? 0, policy: answer?.headers.get('content-security-policy') ?? '' }
    }
    const outside = [
      'app://desk/../package.json',
      'app://desk/..%2f..%2fpackage.json',
      'app://desk/%2e%2e/%2e%2e/package.json',
      'app://desk/..%5c..%5cpackage.json',
      'app://desk//etc/passwd.html',
      'app://other/index.html',
      'app://desk/confirm.html',
      'app://desk/report.html',
      'app://desk/guide.html',
      'app://confirm/index.html',
      'app://desk/index.html%00.png',
      'app://desk/%'
    ]
    return {
      page: await get('app://desk/index.html'),
      confirm: await get('app://confirm/confirm.html'),
      outside: await Promise.all(outside.map(get))
    }
  })
  for (const { status, policy } of [answers.page, answers.confirm]) {
    expect(status).toBe(200)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
  }
  expect(answers.outside.map(({ status }) => status).filter((status) => status === 200)).toEqual([])
})

test('@attack no text of a page becomes markup or script, and no other policy can be made', async ({ page }) => {
  const tried = await page.evaluate(() => {
    const of = (act: () => unknown) => {
      try {
        act()
        return 'came through'
      } catch {
        return 'refused'
      }
    }
    const types = (window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } })
      .trustedTypes
    const rules = { createHTML: (html: string) => html }
    const frame = document.createElement('iframe')
    return {
      markup: of(() => (document.createElement('div').innerHTML = '<b>evil')),
      adjacent: of(() => document.body.insertAdjacentHTML('beforeend', '<b>evil')),
      script: of(() => (document.createElement('script').src = 'https://evil.test/x.js')),
      frame: of(() => (frame.srcdoc = '<b>evil')),
      write: of(() => document.write('<b>evil')),
      again: of(() => types.createPolicy('svelte-trusted-html', rules)),
      another: of(() => types.createPolicy('evil', rules))
    }
  })
  expect(new Set(Object.values(tried))).toEqual(new Set(['refused']))
})

test('@attack a page gets no permission and no download', async ({ app, page }) => {
  await app.app.evaluate(({ session }) => {
    const stopped: boolean[] = []
    Object.assign(globalThis, { stopped })
    session.defaultSession.on('will-download', (event) => stopped.push(event.defaultPrevented))
  })
  const got = await page.evaluate(async () => {
    const of = (act: () => Promise<unknown>) =>
      act()
        .then(() => 'granted')
        .catch(() => 'denied')
    const state = async (name: string) => (await navigator.permissions.query({ name: name as PermissionName })).state
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob(['x']))
    link.download = 'evil.txt'
    link.click()
    return {
      camera: await of(() => navigator.mediaDevices.getUserMedia({ video: true })),
      screen: await of(() => navigator.mediaDevices.getDisplayMedia()),
      place: await of(() => new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no))),
      reading: await of(() => navigator.clipboard.readText()),
      usb: await of(() =>
        (navigator as unknown as { usb: { requestDevice(of: object): Promise<unknown> } }).usb.requestDevice({
          filters: []
        })
      ),
      notifications: (await Notification.requestPermission()) === 'granted' ? 'granted' : 'denied',
      sensors: (await state('accelerometer')) === 'granted' ? 'granted' : 'denied'
    }
  })
  expect(new Set(Object.values(got))).toEqual(new Set(['denied']))
  await expect
    .poll(() => app.app.evaluate(() => (globalThis as unknown as { stopped: boolean[] }).stopped))
    .toEqual([true])
})

test.describe('@attack main answers only the main frame of its own page', () => {
  test('not a foreign page that has the bridge', async ({ app }) => {
    const server = await listener()
    expect(await askFrom(app.app, `${server.url}/desk`)).toContain('"not-permitted"')
    expect(await askFrom(app.app, 'data:text/html,<p>evil')).toContain('"not-permitted"')
    expect(await askFrom(app.app, 'about:blank')).toMatch(/not-permitted|no bridge/)
    server.close()
  })

  test('not the confirmation page, had it the bridge', async ({ app }) => {
    expect(await askFrom(app.app, 'app://confirm/confirm.html')).toContain('"not-permitted"')
  })

  test('not another path of its own page', async ({ page }) => {
    const ask = 'app:getState'
    expect(await bridge(page, ask, 'undefined')).toContain('"ok":true')
    await page.evaluate(() => history.replaceState({}, '', '/confirm.html'))
    expect(await bridge(page, ask, 'undefined')).toContain('"not-permitted"')
    await page.evaluate(() => history.replaceState({}, '', '/index.html#/connectors'))
    expect(await bridge(page, ask, 'undefined')).toContain('"ok":true')
  })

  test('not a frame in its own page', async ({ app, page }) => {
    const inFrame = await page.evaluate(() => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const bridge = typeof (frame.contentWindow as unknown as { desk?: unknown }).desk
      frame.remove()
      return bridge
    })
    expect(inFrame).toBe('undefined')
    const answer = await app.app.evaluate(async ({ app: electron, BrowserWindow }) => {
      const preload = `${electron.getAppPath()}/out/preload/index.cjs`
      const webPreferences = { sandbox: true, nodeIntegrationInSubFrames: true, preload }
      const window = new BrowserWindow({ show: false, webPreferences })
      try {
        await window.loadURL('app://desk/index.html')
        const script = `new Promise((resolve) => {
          const frame = document.createElement('iframe')
          frame.onload = () => resolve(frame.contentWindow.desk ? frame.contentWindow.desk.invoke('app:getState') : 'no bridge')
          frame.src = 'about:blank'
          document.body.append(frame)
        })`
        return (await window.webContents.executeJavaScript(script)) as string
      } finally {
        window.destroy()
      }
    })
    expect(answer).toMatch(/"not-permitted"|no bridge/)
  })
})

test.describe('@attack what a page may hand to main', () => {
  const channels: [what: string, channel: string, make: string][] = [
    [
      '50 MB of a name',
      'workspaces:connect',
      `({ name: 'x'.repeat(50e6), baseUrl: 'https://a.example', euBaseUrl: '', region: 'default', bearerToken: 'x', euBearerToken: '', keep: 'session', requestId: crypto.randomUUID() })`
    ],
    [
      '50 MB of an address',
      'workspaces:connect',
      `({ name: 'x', baseUrl: 'https://' + 'x'.repeat(50e6), euBaseUrl: '', region: 'default', bearerToken: 'x', euBearerToken: '', keep: 'session', requestId: crypto.randomUUID() })`
    ],
    [
      '50 MB of a token',
      'workspaces:setToken',
      `({ workspaceId: crypto.randomUUID(), region: 'default', bearerToken: 'x'.repeat(50e6), keep: 'session', requestId: crypto.randomUUID() })`
    ],
    [
      '50 MB in a field that nothing asks for',
      'app:cancelJob',
      `({ requestId: crypto.randomUUID(), more: 'x'.repeat(50e6) })`
    ],
    ['a million list entries', 'app:cancelJob', `Array.from({ length: 1e6 }, () => ({}))`],
    [
      'an object 20,000 deep',
      'app:cancelJob',
      `((deep) => { for (let at = 0; at < 2e4; at++) deep = { deep }; return deep })({})`
    ],
    [
      'a prototype',
      'app:cancelJob',
      `JSON.parse('{"requestId": "x", "__proto__": {"requestId": "00000000-0000-4000-8000-000000000001"}}')`
    ],
    ['a circle', 'app:cancelJob', `((a) => (a.a = a))({})`],
    ['a number for an id', 'app:cancelJob', `({ requestId: 1 })`],
    ['a path for an id', 'workspaces:remove', `({ workspaceId: '../../settings' })`]
  ]
  for (const [what, channel, make] of channels) {
    test(`is refused, and the app goes on: ${what}`, async ({ page }) => {
      const answer = await bridge(page, channel, make)
      expect(answer.slice(0, 300)).toMatch(/"ok":false|could not be cloned|call stack|depth|recurs/i)
      expect(await bridge(page, 'app:getState', 'undefined')).toContain('"ok":true')
    })
  }
})

test('@attack what is dropped on the window takes it nowhere', async ({ app, page }) => {
  const server = await listener()
  const before = page.url()
  const session = await page.context().newCDPSession(page)
  for (const item of [
    { mimeType: 'text/uri-list', data: `${server.url}/dropped` },
    { mimeType: 'text/html', data: `<img src="${server.url}/dropped" onerror="document.title='evil'">` }
  ]) {
    const data = { items: [item], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: 200, y: 200, data })
  }
  await expect(new FirstRun(page).tryPractice).toBeVisible()
  expect(page.url()).toBe(before)
  expect(await page.title()).not.toBe('evil')
  expect(server.asked).toEqual([])
  expect(await app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  server.close()
})

test.describe('the menu and its keys', () => {
  test.use({ practiceOptions: { connectors: 200 } })

  const choose = (app: ElectronApplication, id: string) =>
    app.evaluate(({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(), id)

  test('@attack no key reloads the page or closes the app; Ctrl+R refreshes the data, Ctrl+W closes the drawer', async ({
    app,
    page,
    practice
  }) => {
    await new FirstRun(page).connectTo(practice)
    const desk = new Desk(page)
    await desk.refreshed()
    await desk.go('Connectors')
    await page.evaluate(() => Object.assign(window, { sameAsBefore: true }))
    await desk.grid.getByRole('row').nth(2).click()
    const drawer = page.getByRole('complementary', { name: 'Connector' })
    await expect(drawer).toBeVisible()
    await choose(app.app, 'close')
    await expect(drawer).toBeHidden()
    await choose(app.app, 'close')
    const before = practice.default.requests.length
    await choose(app.app, 'refresh')
    await expect.poll(() => practice.default.requests.length).toBeGreaterThan(before)
    await desk.refreshed()
    const keys = ['F5', 'R', 'W', 'F4']
    await app.app.evaluate(({ BrowserWindow }, keys) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      for (const keyCode of keys)
        for (const modifiers of [['control'], ['control', 'shift']] as ('control' | 'shift')[][])
          for (const type of ['keyDown', 'keyUp'] as const) contents?.sendInputEvent({ type, keyCode, modifiers })
    }, keys)
    await choose(app.app, 'activity')
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
    expect(await page.evaluate(() => 'sameAsBefore' in window)).toBe(true)
    await desk.refreshed()
  })

  test('the size of the page stays between what fits and 200 %', async ({ app }) => {
    const size = () => app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.zoomFactor)
    for (let at = 0; at < 12; at++) await choose(app.app, 'larger')
    expect(await size()).toBeCloseTo(2)
    for (let at = 0; at < 14; at++) await choose(app.app, 'smaller')
    expect(await size()).toBeCloseTo(0.67)
    await choose(app.app, 'usual-size')
    expect(await size()).toBeCloseTo(1)
  })
})
