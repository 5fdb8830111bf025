import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { acceleratorOf, keysShown, shortcutGroups, shortcuts, viewKey } from './shortcuts'

const src = join(import.meta.dirname, '..')
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|svelte)$/.test(file) && !/\.test\.ts$/.test(file) && file !== 'shared/shortcuts.ts')
  .map((file) => readFileSync(join(src, file), 'utf8'))

test.each(Object.keys(shortcuts))('%s is asked for where its key is handled', (id) => {
  const handled = new RegExp(String.raw`(pressed\(event, |keyOf\(|\bis\()'${id}'\)`)
  expect(sources.some((source) => handled.test(source))).toBe(true)
})

test('no file of the window names a key of its own where a shortcut has it', () => {
  expect(sources.filter((source) => /event\.key === '[a-z/?]'/.test(source))).toEqual([])
})

test('within a group each key does one thing, and none takes a key of the menu', () => {
  const [everywhere, views, ...others] = shortcutGroups().map(({ shortcuts }) => shortcuts.flatMap(({ keys }) => keys))
  const ofMenu = [...(everywhere ?? []), ...(views ?? [])]
  expect(new Set(ofMenu).size).toBe(ofMenu.length)
  for (const keys of others) {
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.filter((key) => ofMenu.includes(key))).toEqual([])
  }
})

test('the sheet has every shortcut once, and a key for each view that has a number', () => {
  const shown = shortcutGroups().flatMap((one) => one.shortcuts)
  for (const one of Object.values(shortcuts)) expect(shown.filter((other) => other === one)).toHaveLength(1)
  expect(shown).toContainEqual({ group: 'Views', does: 'Issues', keys: [viewKey('issues')] })
})

test('the sheet has the keys of the context menu', () => {
  const keys = shortcutGroups().flatMap(({ shortcuts }) => shortcuts.flatMap(({ keys }) => keys))
  expect(keys.filter((key) => key === 'Shift+F10' || key === 'ContextMenu')).toHaveLength(2)
  expect(keysShown('ContextMenu', false)).toEqual(['Menu'])
})

test('keys are called as the computer calls them', () => {
  expect(keysShown('Mod+Shift+T', false)).toEqual(['Ctrl', 'Shift', 'T'])
  expect(keysShown('Mod+Shift+T', true)).toEqual(['⌘', '⇧', 'T'])
  expect(keysShown('Ctrl+Tab', true)).toEqual(['⌃', 'Tab'])
  expect([' ', 'ArrowLeft', 'Mod+Plus'].map((key) => keysShown(key, false).join(' '))).toEqual(['Space', '←', 'Ctrl +'])
  expect(acceleratorOf('Mod+Plus')).toBe('CmdOrCtrl+Plus')
})
