import { execFileSync } from 'node:child_process'
import { sign } from 'node:crypto'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { updateTarget } from '../src/main/updates/room'
import { Authority } from '../src/practice/line/authority'
import { root } from './fixtures/app'
import { expectClean } from './fixtures/axe'
import { answerOpenDialogs, watchFolders } from './fixtures/save-dialog'
import { expect, shot, test } from './fixtures/test'
import { Confirm } from './pages/confirm'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'
import { UpdatesSection } from './pages/updates'

test.use({ practiceOptions: { connectors: 20, limitPerMinute: 0 } })

let authority: Authority
test.beforeAll(() => void (authority = Authority.make()))
test.afterAll(() => authority.remove())

const signing = (...args: string[]) =>
  execFileSync(process.execPath, ['scripts/sign-update.mjs', ...args], { cwd: root })

/** On a local https server. */
async function updateFolder(folder: string) {
  const files = join(folder, 'stable')
  const [privateKey, key] = [join(folder, 'private.pem'), join(folder, 'public.pem')]
  await mkdir(files)
  signing('new-key', privateKey, key)
  const server = createServer(authority.issue('localhost'), (request, response) => {
    void readFile(join(files, basename(request.url ?? ''))).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end()
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    files,
    key,
    address: `https://localhost:${(server.address() as AddressInfo).port}/stable`,
    /** @returns the package's name */
    async release(version: string): Promise<string> {
      const name = `connector-desk_${version}.deb`
      await writeFile(join(files, name), Buffer.alloc(3_000_000, version))
      await writeFile(join(folder, 'notes.txt'), 'Refreshes twice as fast.\nKeeps columns where you put them.')
      const release = ['--key', privateKey, '--version', version, '--notes', join(folder, 'notes.txt')]
      signing('sign', files, ...release, `${updateTarget()}=${name}`)
      return name
    },
    /** Signs the list again, dated so many days ago. */
    async age(days: number): Promise<void> {
      const file = join(files, 'update.json')
      const { signed: text } = JSON.parse(await readFile(file, 'utf8')) as { signed: string }
      const signed = JSON.stringify({ ...JSON.parse(text), signedAt: Date.now() - days * 86_400_000 })
      const signature = sign(null, Buffer.from(signed), await readFile(privateKey, 'utf8')).toString('base64')
      await writeFile(file, JSON.stringify({ signed, signature }))
    },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  }
}

test('a newer version is offered, downloaded and shown; one that was tampered with is refused, and nothing restarts', async ({
  launch,
  practice,
  profileDir,
  folder
}) => {
  const folderOfUpdates = await updateFolder(folder)
  const name = await folderOfUpdates.release('90.1.0')
  const { app, page, child } = await launch({ env: { CONNECTOR_DESK_UPDATE_KEY: folderOfUpdates.key } })
  const shown = await watchFolders(app)
  await new FirstRun(page).connectTo(practice)
  const desk = new Desk(page)
  await desk.refreshed()
  await desk.go('Settings')
  const updates = new UpdatesSection(page)
  await expect(updates.status).toContainText('Off.')

  await updates.setAddress('http://localhost:8080')
  await expect(updates.address).toHaveAccessibleDescription('The address must start with https://.')
  await updates.setAddress(folderOfUpdates.address)
  await (await Confirm.asked(page)).agree()
  await expect(updates.alert).toContainText('issued by a CA that this computer does not know')
  await answerOpenDialogs(app, authority.file)
  await page.getByRole('region', { name: 'CA certificates' }).getByRole('button', { name: 'Choose a file' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: authority.name })).toBeVisible()
  await updates.press('Check now')
  await expect(updates.status).toContainText('Version 90.1.0 is available (3 MB).')
  await expect(updates.hint).toHaveText('Update 90.1.0 available')
  await updates.section.getByText('What is new in 90.1.0').click()
  await expect(updates.section.getByText('Keeps columns where you put them.')).toBeVisible()
  await expectClean(page, 'updates')
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: width === 1280 ? 800 : 900 })
    await updates.section.scrollIntoViewIfNeeded()
    await shot(page, `updates-available-${width}`)
  }

  await updates.press('Download 90.1.0')
  await expect(updates.status).toContainText('Version 90.1.0 is downloaded and checked.')
  await shot(page, 'updates-ready')
  await updates.press('Show file')
  await expect.poll(shown).toEqual([join(profileDir, 'updates', name)])
  const kept = await stat(join(profileDir, 'updates', name))
  expect([kept.size, kept.mode & 0o777]).toEqual([3_000_000, 0o600])

  // The list is right, but its package was replaced.
  const tampered = await folderOfUpdates.release('90.2.0')
  await writeFile(join(folderOfUpdates.files, tampered), Buffer.alloc(3_000_000, 'evil'))
  await updates.press('Check now')
  await updates.press('Download 90.2.0')
  await expect(updates.alert).toContainText('its digest is not the one that was signed')
  await expect(updates.alert).toContainText('Nothing was changed, and this version keeps working.')
  await shot(page, 'updates-tampered')
  expect(await readdir(join(profileDir, 'updates'))).toEqual([])

  // An older version, then a page in place of the list.
  await folderOfUpdates.release('0.0.1')
  await updates.press('Check now')
  await expect(updates.status).toContainText('The folder offers 0.0.1, which is older and is not installed.')
  await folderOfUpdates.age(91)
  await updates.press('Check now')
  await expect(updates.section).toContainText('The list of this folder is more than 90 days old')
  await expect(page.getByRole('link', { name: 'Updates may be held back' })).toBeVisible()
  await expectClean(page, 'updates, old list')
  await shot(page, 'updates-old')
  await writeFile(join(folderOfUpdates.files, 'update.json'), '<!doctype html><title>Sign in</title>')
  await updates.press('Check now')
  await expect(updates.alert).toContainText('The update folder answers with a web page')
  expect([child.exitCode, await shown()]).toEqual([null, [join(profileDir, 'updates', name)]])
  await folderOfUpdates.close()
})
