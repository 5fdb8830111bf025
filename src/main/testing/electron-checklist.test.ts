import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const src = join(import.meta.dirname, '../..')
const root = join(src, '..')

/** All that is shipped: sources without tests and what only tests use. */
function sources(): string[] {
  return readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name) && !/test/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[/\\]testing[/\\.]|[/\\]practice[/\\]line[/\\]/.test(file))
}

it('@attack one place alone opens something outside of the app', () => {
  const found = sources().filter((file) => /openExternal|openPath|child_process['"]/.test(readFileSync(file, 'utf8')))
  expect(found.map((file) => file.slice(src.length + 1))).toEqual([join('main', 'app', 'browser.ts')])
  const users = sources().filter((file) => /openAddress/.test(readFileSync(file, 'utf8')))
  expect(users.map((file) => file.slice(src.length + 1)).sort()).toEqual([
    join('main', 'app', 'browser.ts'),
    join('main', 'index.ts')
  ])
})

it('@attack no text of others becomes HTML, and none is run', () => {
  const html = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\{@html|new Function\(|[^.\w]eval\(/
  expect(sources().filter((file) => html.test(readFileSync(file, 'utf8')))).toEqual([])
})

it('packages carry one exact version of Electron', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  expect(devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/)
})
