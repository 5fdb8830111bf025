import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './run.mjs'

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const about = readJson('package.json')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

const [, table = ''] = /## Dependencies\n[^]*?\n(\| Package[^]*?)\n\n/.exec(readme) ?? []
const rows = table.split('\n').map((row) => row.split('|').map((cell) => cell.trim()))
const rowOf = (name) =>
  rows.find(([, names]) =>
    [...names.matchAll(/`([^`]+)`/g)].some(([, one]) =>
      one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : one === name
    )
  )

test.each(Object.keys(about.scripts))('docs/commands.md says what npm run %s does', (name) => {
  const row = new RegExp(`^\\|.*\`npm (run )?${name}(?![\\w:-]).*\\|.*\\w`, 'm')
  expect(readFileSync(join(root, 'docs/commands.md'), 'utf8')).toMatch(row)
})

describe('the README', () => {
  test.each(Object.keys({ ...about.dependencies, ...about.devDependencies }))(
    'gives a reason and the licence of %s',
    (name) => {
      const [, , reason, licences] = rowOf(name) ?? []
      expect(reason).toMatch(/\w/)
      expect(licences.split(', ')).toContain(readJson(`node_modules/${name}/package.json`).license)
    }
  )

  test('names the Node that .nvmrc chooses', () => {
    const chosen = readFileSync(join(root, '.nvmrc'), 'utf8').trim()
    expect(about.engines.node).toContain(`>=${chosen}`)
    expect(readme).toContain(`${chosen}+`)
  })

  test('tells how to install before how to build', () => {
    expect([...readme.matchAll(/^## (.*)$/gm)].map(([, title]) => title)[0]).toBe('Install')
    for (const file of [
      'docs/install.md',
      'docs/commands.md',
      'docs/updates.md',
      'docs/user-guide.md',
      'CONTRIBUTING.md'
    ])
      expect(readme).toContain(`](${file})`)
  })
})
