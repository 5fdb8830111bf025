import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const src = join(import.meta.dirname, '../..')
const root = join(src, '..')

function sources(): string[] {
  return readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name) && !/test/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[/\\]testing[/\\.]|[/\\]practice[/\\]line[/\\]/.test(file))
}

const filesWith = (pattern: RegExp) =>
  sources()
    .filter((file) => pattern.test(readFileSync(file, 'utf8')))
    .map((file) => file.slice(src.length + 1))
    .sort()

it('@attack one place alone opens something outside of the app', () => {
  expect(filesWith(/openExternal|openPath/)).toEqual([join('main', 'app', 'system.ts')])
  expect(filesWith(/openAddress/)).toEqual([join('main', 'app', 'start.ts'), join('main', 'app', 'system.ts')])
})

it('@attack programs are started only to read the policy of macOS and Windows, by their full paths, and the app by its own command', () => {
  const sourcesOfPolicy = join('main', 'policy', 'sources.ts')
  const command = join('main', 'door', 'command', 'worker.ts')
  expect(filesWith(/child_process['"]/)).toEqual([command, sourcesOfPolicy])
  expect(readFileSync(join(src, command), 'utf8').match(/\b(?:spawn|exec|fork)\w*\(.*/g)).toEqual([
    "spawn(program, [...before, '--hidden'], { detached: true, stdio: 'ignore' }).unref()"
  ])
  expect(readFileSync(join(src, 'main', 'index.ts'), 'utf8')).toContain('start: [process.execPath, ...before]')
  const text = readFileSync(join(src, sourcesOfPolicy), 'utf8')
  expect(text).toMatch(/runs\('\/usr\/bin\/plutil'/)
  expect(text).toContain(':\\\\Windows\\\\System32\\\\reg.exe`')
  expect(text).not.toMatch(/shell: true|execSync|import \{ exec \}/)
})

it('@attack no text of others becomes HTML, and none is run', () => {
  const html = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\{@html|new Function\(|[^.\w]eval\(/
  expect(filesWith(html)).toEqual([])
})

it('packages carry one exact version of Electron', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  expect(devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/)
})
