import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './run.mjs'

const sources = join(root, 'src/renderer/src')

/** Itself included. */
function loadedBy(file, found = new Set()) {
  if (found.has(file)) return found
  found.add(file)
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import |import\()'(\.[^']+)'/g)) {
    const at = join(dirname(file), path)
    const there = ['', '.ts', '/index.ts']
      .map((end) => at + end)
      .find((one) => /\.(ts|svelte)$/.test(one) && exists(one))
    if (there) loadedBy(there, found)
  }
  return found
}

function exists(file) {
  try {
    return readFileSync(file) !== null
  } catch {
    return false
  }
}

describe('@fault a window without a desk', () => {
  it.each(['confirm', 'guide', 'report'])('%s loads nothing that asks for one', (window) => {
    const loaded = [...loadedBy(join(sources, window, 'main.ts'))].map((file) => relative(sources, file))
    expect(loaded.length).toBeGreaterThan(3)
    expect(loaded.filter((file) => file.startsWith('state/'))).toEqual([])
  })
})
