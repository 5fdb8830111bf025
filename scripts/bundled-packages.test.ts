import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOf, packageIn } from './bundled-packages'

const modules = join(import.meta.dirname, '../node_modules')

test.each([
  ['/app/node_modules/undici/lib/x.js', '/app/node_modules/undici'],
  ['/app/node_modules/@lezer/common/dist/i.js?v=1', '/app/node_modules/@lezer/common'],
  ['/app/node_modules/a/node_modules/b/i.js', '/app/node_modules/a/node_modules/b'],
  ['\0commonjs-proxy:/app/node_modules/a/i.js', '/app/node_modules/a'],
  ['C:\\app\\node_modules\\a\\i.js', 'C:/app/node_modules/a']
])('%s is a module of the package in %s', (id, folder) => {
  expect(folderOf(id)).toBe(folder)
})

test('a module of the app is of no package', () => {
  expect(folderOf('/app/src/main/index.ts')).toBeNull()
})

test('a package has its licence with its text', () => {
  expect(existsSync(join(modules, 'undici'))).toBe(true)
  const { name, licence, text } = packageIn(join(modules, 'undici'))
  expect([name, licence]).toEqual(['undici', 'MIT'])
  expect(text).toMatch(/MIT License[\s\S]+Copyright/)
})
