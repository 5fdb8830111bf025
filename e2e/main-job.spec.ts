import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault } from '../src/practice/faults'
import type { PracticeService } from '../src/practice/types'
import { connectBefore, connectedSettings } from './fixtures/connected'
import { filesHolding } from './fixtures/profile'
import { recordBefore } from './fixtures/recorder'
import { expect, shot, test } from './fixtures/test'
import { Confirm, confirmed } from './pages/confirm'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'

const service = 'connector-desk'
/** The refresh stays in its middle. */
const endlessly: Fault = { name: 'slow', path: '/api/hris/v1/connectors', nth: 2, times: 1, delayMs: 600_000 }

/** The keychain holds each token with the only origin it may go to. */
const entryOf = ({ url, bearerToken }: PracticeService) => JSON.stringify({ origin: url, token: bearerToken })

interface Stored {
  workspaces: { id: string; name: string; region: string; tokens: Record<string, string> }[]
}

async function settingsOf(profileDir: string): Promise<Stored> {
  return JSON.parse(await readFile(join(profileDir, 'settings.json'), 'utf8')) as Stored
}

test.describe('@main-job first run', () => {
  test('the practice workspace: one click to the issues, and the connectors with relink-needed first', async ({
    launch
  }) => {
    const { page } = await launch()
    const firstRun = new FirstRun(page)
    await expect(page.getByRole('heading', { name: 'Connector Desk' })).toBeVisible()
    await expect(page.getByText('GNOME Keyring, found and unlocked')).toBeVisible()
    await shot(page, 'first-run')
    await firstRun.tryPractice.click()

    const desk = new Desk(page)
    await desk.refreshed('walking')
    await expect(page.getByRole('heading', { name: 'Issues', exact: true })).toBeVisible()
    await shot(page, 'practice-walking')
    await desk.refreshed()
    await desk.go('Connectors')
    expect(await desk.connectors()).toBe(1204)
    const first = desk.grid
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell') })
      .first()
    await expect(first).toContainText('Relink needed')
    await expect.poll(async () => Number(await desk.main.getAttribute('data-relink-needed'))).toBeGreaterThan(20)
    await shot(page, 'connectors')
  })

  test('a workspace: its token is in the keychain and nowhere else', async ({
    launch,
    practice,
    keyring,
    profileDir
  }) => {
    const { page, close, output } = await launch()
    await new FirstRun(page).connectTo(practice)
    const desk = new Desk(page)
    await desk.refreshed()
    expect(await desk.connectors()).toBe(practice.default.connectors.length)

    const { workspaces } = await settingsOf(profileDir)
    expect(workspaces).toMatchObject([{ name: 'Harbourline', tokens: { default: 'keychain', eu: 'keychain' } }])
    const id = workspaces[0]?.id ?? ''
    expect(await keyring.lookup(service, `${id}:default`)).toBe(entryOf(practice.default))
    expect(await keyring.lookup(service, `${id}:eu`)).toBe(entryOf(practice.eu))
    // The fixture's settings equal the app's own.
    expect(connectedSettings(practice, { id })).toMatchObject({ workspaces, activeWorkspaceId: id })

    await close()
    const connectorToken = practice.default.connectors[0]?.connector_token ?? ''
    for (const secret of [practice.default.bearerToken, practice.eu.bearerToken, connectorToken]) {
      expect(secret.length).toBeGreaterThan(20)
      expect(await filesHolding(profileDir, secret)).toEqual([])
      expect(await output()).not.toContain(secret)
    }
    expect((await stat(join(profileDir, 'settings.json'))).mode & 0o777).toBe(0o600)
  })

  test('the renderer never holds a token', async ({ launch, practice }) => {
    const { page } = await launch()
    await new FirstRun(page).connectTo(practice)
    await new Desk(page).refreshed()
    // Calls over the bridge, and all that the page shows.
    const seen = await page.evaluate(async () => {
      const desk = (window as unknown as { desk: { invoke(channel: string): Promise<unknown> } }).desk
      return JSON.stringify(await desk.invoke('app:getState')) + document.documentElement.outerHTML
    })
    expect(seen).toContain('Harbourline')
    expect(seen).not.toContain(practice.default.bearerToken)
    for (const { connector_token } of practice.default.connectors) expect(seen).not.toContain(connector_token)
  })

  test('a wrong token: shown with its usual causes, nothing stored', async ({
    launch,
    practice,
    profileDir,
    keyring
  }) => {
    const { page } = await launch()
    const firstRun = new FirstRun(page)
    await firstRun.connectTo(practice, { token: 'not-the-token-of-this-service' })
    await expect(page.getByRole('heading', { name: 'The token was rejected' })).toBeVisible()
    await shot(page, 'wrong-token')
    expect((await settingsOf(profileDir).catch(() => ({ workspaces: [] }))).workspaces).toEqual([])
    expect(await filesHolding(profileDir, 'not-the-token-of-this-service')).toEqual([])
    expect(practice.default.requests.filter(({ path }) => path.includes('connectors'))).toEqual([])

    await firstRun.field('Bearer token').fill(practice.default.bearerToken)
    await firstRun.connect.click()
    await new Desk(page).refreshed()
    const { workspaces } = await settingsOf(profileDir)
    expect(await keyring.lookup(service, `${workspaces[0]?.id}:default`)).toBe(entryOf(practice.default))
  })

  test('bad addresses show at their field, and nothing is sent', async ({ page, practice }) => {
    const firstRun = new FirstRun(page)
    const issues: [string, RegExp][] = [
      ['http://api.example.com', /must start with https/],
      ['https://user:secret@api.example.com', /user name and password/],
      ['not an address', /Leave spaces/],
      ['api.example.com', /Enter a full URL/],
      ['http://127.0.0.1:9', /Nothing answers|did not answer/]
    ]
    for (const [baseUrl, problem] of issues) {
      await firstRun.connectTo(practice, { baseUrl, euBaseUrl: '', euToken: '' })
      const field = firstRun.field('Base address')
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(problem)
      if (baseUrl.startsWith('https://user')) await shot(page, 'bad-address')
      await firstRun.page.getByRole('button', { name: 'Back' }).click()
    }
    expect(practice.default.requests).toEqual([])
  })
})

test.describe('@main-job walk', () => {
  for (const retryAfter of ['seconds', 'http-date'] as const) {
    test.describe(`429 with Retry-After as ${retryAfter}`, () => {
      test.use({ practiceOptions: { limitEveryN: 4, retryAfter, retryAfterSeconds: 2, connectors: 900 } })

      test('is waited out, shown, and loses nothing', async ({ page, practice }) => {
        await new FirstRun(page).connectTo(practice)
        const desk = new Desk(page)
        await expect(desk.refreshRun).toContainText(/Waiting \d+ s/)
        await shot(page, `walk-waiting-${retryAfter}`)
        await desk.refreshed()
        expect(await desk.connectors()).toBe(900)
        // What is read beside a refresh gives way: it comes with the next.
        const limited = practice.default.requests.filter(
          ({ status, path }) => status === 429 && path.endsWith('/connectors')
        )
        expect(limited.length).toBeGreaterThan(0)
        for (const { path, query } of limited) {
          const again = practice.default.requests.filter(
            (one) => one.path === path && one.query['cursor'] === query['cursor']
          )
          expect(again.map(({ status }) => status)).toContain(200)
        }
      })
    })
  }

  test('a region switch in the middle cancels it, and late pages are dropped', async ({ page, practice }) => {
    practice.default.set({ faults: [endlessly] })
    await new FirstRun(page).connectTo(practice)
    const desk = new Desk(page)
    await expect(desk.main).not.toHaveAttribute('data-connectors', '0')
    await desk.refreshed('walking')
    const before = await desk.connectors()
    expect(before).toBeLessThan(practice.default.connectors.length)
    await desk.switchTo('EU')
    await desk.refreshed()
    expect(await desk.connectors()).toBe(practice.eu.connectors.length)
    await shot(page, 'region-eu')

    const euNames = new Set(practice.eu.connectors.map(({ id }) => id))
    const asked = practice.default.requests.length
    expect(practice.default.connectors.some(({ id }) => euNames.has(id))).toBe(false)
    await desk.refresh.click()
    await expect(desk.refreshRun).toContainText('Refreshed')
    expect(practice.default.requests.length).toBe(asked)
  })

  test('can be cancelled; what was read stays and is called incomplete', async ({ page, practice }) => {
    practice.default.set({ faults: [endlessly] })
    await new FirstRun(page).connectTo(practice)
    const desk = new Desk(page)
    await expect(desk.main).not.toHaveAttribute('data-connectors', '0')
    await desk.cancelRefresh.click()
    await desk.refreshed('cancelled')
    const kept = await desk.connectors()
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThan(practice.default.connectors.length)
    await shot(page, 'walk-cancelled')
    practice.default.set({ faults: [] })
    await desk.refresh.click()
    await desk.refreshed()
    expect(await desk.connectors()).toBe(practice.default.connectors.length)
  })

  for (const fault of ['html', 'garbage', 'truncated', 'wrong-shape', 'gzip-bomb', 'deep', 'redirect'] as const) {
    test(`an answer that is ${fault}: a typed error names page and endpoint, rows are kept`, async ({
      page,
      practice
    }) => {
      practice.default.set({ faults: [{ name: fault, path: '/api/hris/v1/connectors?', nth: 2 }] })
      await new FirstRun(page).connectTo(practice)
      const desk = new Desk(page)
      await desk.refreshed('failed')
      await expect(page.getByText('GET /api/hris/v1/connectors').first()).toBeVisible()
      await expect(page.getByText(/page 2/i).first()).toBeVisible()
      const kept = await desk.connectors()
      expect(kept).toBeGreaterThan(0)
      expect(kept).toBeLessThan(practice.default.connectors.length)
      if (fault === 'html') await shot(page, 'walk-failed')
    })
  }

  test('unknown enum values and extra fields are shown as they are', async ({ page, practice }) => {
    practice.default.set({ faults: [{ name: 'unknown-enums' }] })
    await new FirstRun(page).connectTo(practice)
    const desk = new Desk(page)
    await desk.refreshed()
    expect(await desk.connectors()).toBe(practice.default.connectors.length)
    await desk.go('Connectors')
    await shot(page, 'unknown-enums')
  })
})

test.describe('@main-job keychain', () => {
  test.describe('missing', () => {
    test.use({ keyringState: 'missing' })

    test('shows with what to do; a token for this session only is gone after a restart', async ({
      launch,
      practice,
      profileDir
    }) => {
      const { page, close } = await launch()
      const firstRun = new FirstRun(page)
      await firstRun.connectTo(practice)
      await expect(page.getByText(/no keychain/i).first()).toBeVisible()
      await shot(page, 'keychain-missing')
      expect((await settingsOf(profileDir)).workspaces).toEqual([])

      await page.getByRole('checkbox', { name: /this session only/i }).check()
      await firstRun.connect.click()
      const desk = new Desk(page)
      await desk.refreshed()
      await close()
      expect(await filesHolding(profileDir, practice.default.bearerToken)).toEqual([])

      const again = await launch()
      await expect(again.page.getByText(/No token/i).first()).toBeVisible()
      await shot(again.page, 'no-token')
    })
  })

  test('locked at start: shown, nothing overwritten, no one logged out; unlocking continues', async ({
    launch,
    practice,
    keyring,
    profileDir
  }) => {
    await connectBefore(practice, { profileDir, keyring })
    await keyring.lock()

    const { page } = await launch()
    const desk = new Desk(page)
    await expect(page.getByText('The keychain is locked, so the token cannot be read')).toBeVisible()
    await shot(page, 'keychain-locked')
    expect((await settingsOf(profileDir)).workspaces).toMatchObject([{ tokens: { default: 'keychain' } }])

    await keyring.unlock()
    await page.getByRole('button', { name: 'Unlock keychain' }).click()
    await desk.refreshed()
    expect(await desk.connectors()).toBe(practice.default.connectors.length)
    const { workspaces } = await settingsOf(profileDir)
    expect(await keyring.lookup(service, `${workspaces[0]?.id}:default`)).toBe(entryOf(practice.default))
  })

  test('removing a workspace removes its tokens and everything kept of it', async ({
    connected,
    keyring,
    profileDir
  }) => {
    const { page } = await connected()
    const desk = new Desk(page)
    await desk.refreshed()
    const id = (await settingsOf(profileDir)).workspaces[0]?.id ?? ''
    expect(await keyring.lookup(service, `${id}:default`)).not.toBeNull()

    await desk.go('Settings')
    await shot(page, 'settings')
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await shot(page, 'remove-workspace')
    await dialog.getByRole('button', { name: 'Remove workspace' }).click()
    await expect(page.getByRole('heading', { name: 'Connector Desk' })).toBeVisible()
    expect(await keyring.lookup(service, `${id}:default`)).toBeNull()
    expect(await keyring.lookup(service, `${id}:eu`)).toBeNull()
    expect((await settingsOf(profileDir)).workspaces).toEqual([])
  })
})

test('@main-job @attack a settings file that was edited sends no token anywhere, and says why', async ({
  launch,
  practice,
  profileDir,
  keyring
}) => {
  await connectBefore(practice, { profileDir, keyring })
  const elsewhere = await recordBefore(practice.default)
  try {
    const file = join(profileDir, 'settings.json')
    await writeFile(file, (await readFile(file, 'utf8')).replace(practice.default.url, elsewhere.url))
    const { page } = await launch()
    await expect(page.getByText(`belongs to ${practice.default.url}`).first()).toBeVisible()
    await shot(page, 'settings-edited')
    expect(elsewhere.passages).toEqual([])
  } finally {
    await elsewhere.close()
  }
})

test.describe('@main-job restart', () => {
  test('keeps workspace, region and token', async ({ connected, launch, practice }) => {
    const first = await connected()
    const before = new Desk(first.page)
    await before.refreshed()
    await before.switchTo('EU')
    await before.refreshed()
    await first.close()

    const { page } = await launch()
    const desk = new Desk(page)
    await desk.refreshed()
    await expect(desk.main).toHaveAttribute('data-workspace', 'Harbourline')
    await expect(desk.region.locator('option:checked')).toHaveText('EU')
    expect(await desk.connectors()).toBe(practice.eu.connectors.length)
  })

  test('a settings file that cannot be read is set aside and reported', async ({ connected, launch, profileDir }) => {
    const first = await connected()
    await new Desk(first.page).refreshed()
    await first.close()
    const { writeFile, readdir } = await import('node:fs/promises')
    await writeFile(join(profileDir, 'settings.json'), '{"version":1,')

    const { page } = await launch()
    await expect(page.getByText('The settings could not be read')).toBeVisible()
    await shot(page, 'settings-set-aside')
    const aside = (await readdir(profileDir)).find((name) => name.startsWith('settings.json.unreadable-'))
    expect(await readFile(join(profileDir, aside ?? ''), 'utf8')).toBe('{"version":1,')
  })
})

test.describe('@main-job settings that are missing', () => {
  test('@fault the last good copy is offered, stays when it is declined, and brings the workspaces back', async ({
    connected,
    launch,
    profileDir
  }) => {
    const first = await connected()
    await new Desk(first.page).refreshed()
    await first.close()
    const { workspaces } = await settingsOf(profileDir)
    await rm(join(profileDir, 'settings.json'))

    const second = await launch()
    const declined = await Confirm.asked(second.page)
    await expect(declined.title).toHaveText('Use the last good copy of the settings?')
    await shot(declined.page, 'settings-copy')
    await declined.goBack()
    await expect(second.page.getByText('The settings file is missing')).toBeVisible()
    await shot(second.page, 'settings-missing')
    await second.close()

    const { page } = await launch()
    await confirmed(page)
    await new Desk(page).refreshed()
    expect((await settingsOf(profileDir)).workspaces).toEqual(workspaces)
    await expect(page.getByText('Quit the app and start it again')).toBeVisible()
    await shot(page, 'settings-copy-used')
  })
})
