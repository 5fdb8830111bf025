import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'prettier'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { policyFile, policySettings, policyTitle, type PolicyKey } from './file'
import { policyLines } from './words'

const root = join(import.meta.dirname, '../../..')
const keys = Object.keys(policySettings.shape) as PolicyKey[]

it('the JSON schema that ships is that of the policy the app reads; -u writes it', async () => {
  const schema = { title: 'Policy of Connector Desk', ...z.toJSONSchema(policyFile, { io: 'input' }) }
  const text = await format(JSON.stringify(schema), { parser: 'json', printWidth: 120 })
  await expect(text).toMatchFileSnapshot(join(root, 'resources/policy.schema.json'))
})

it('the example in docs/install.md is a policy', () => {
  const [, example = ''] = /```json\n(\{\n[\s\S]*?)```/.exec(installation) ?? []
  expect(policyFile.parse(JSON.parse(example)).settings).not.toEqual({})
})

it('docs/install.md has a row for each key, with what it is for and whether it is always locked', () => {
  const rows = new Map(
    installation.split('\n').flatMap((line): [string, string[]][] => {
      const [, key, ...cells] = line.split('|').map((cell) => cell.trim())
      return key?.startsWith('`') ? [[key.slice(1, -1), cells.slice(0, -1)]] : []
    })
  )
  for (const key of keys) {
    const entry = policySettings.shape[key].unwrap()
    const limit = !entry.shape.locked.unwrap().safeParse(false).success
    expect(rows.get(key), key).toEqual([
      entry.meta()?.description,
      expect.stringMatching(/./),
      limit ? 'always' : 'as it says'
    ])
  }
  expect([...rows.keys()].filter((key) => key.includes('.'))).toEqual(keys)
})

it('each key has a name of its own', () => {
  expect(new Set(keys.map(policyTitle)).size).toBe(keys.length)
})

it('shows values in words', () => {
  const proxy = { mode: 'fixed' as const, address: 'http://p.test:8080', bypass: ['*.a.test'] }
  const workspace = { name: 'A', baseAddress: 'https://a.test' }
  expect(
    policyLines({
      'services.allowedWorkspaces': { value: [workspace], locked: true },
      'services.regions': { value: ['eu'], locked: true },
      'network.proxy': { value: proxy, locked: true },
      'lock.minutes': { value: 0, locked: false },
      'retention.reads': { value: 1, locked: true }
    }).map(({ title, value }) => [title, value])
  ).toEqual([
    ['Allowed workspaces', 'A (https://a.test)'],
    ['Regions', 'EU'],
    ['Proxy', 'http://p.test:8080, not for *.a.test'],
    ['Lock without input', 'never'],
    ['Keep calls that read', '1 day']
  ])
})

const installation = readFileSync(join(root, 'docs/install.md'), 'utf8')
