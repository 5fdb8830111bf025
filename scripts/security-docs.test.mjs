import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './run.mjs'

const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
const proof = /`([^`]+\.(?:test|spec)\.(?:ts|mjs))`: "([^"]+)"/g
const proofs = [...text.matchAll(proof)].map(([, file, name]) => ({ file, name }))

function rowsBelow(heading) {
  const [, section = ''] = text.split(`## ${heading}\n`)
  const [table = ''] = section.split('\n## ')
  return table
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s-|]*$/.test(line))
    .slice(1)
}

describe('docs/security.md', () => {
  test.each(proofs)('$file holds the proof “$name”', ({ file, name }) => {
    expect(existsSync(join(root, file)), file).toBe(true)
    expect(readFileSync(join(root, file), 'utf8')).toContain(name)
  })

  test('names a proof for each claim, and for each of Electron’s 20 points', () => {
    const claims = rowsBelow('What holds, and what proves it')
    const points = rowsBelow('Electron’s checklist'.replace('’', "'"))
    expect(claims.length).toBeGreaterThan(15)
    expect(points.map((row) => Number(/^\| (\d+) /.exec(row)?.[1]))).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1)
    )
    for (const row of [...claims, ...points]) expect(row).toMatch(new RegExp(proof.source))
  })
})
