import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPolicy } from './read'
import { managedPreferences, policyAt, policySources, registryValue, type RunProgram } from './sources'

const me = process.getuid?.() ?? 0
const good = '{"version":1,"settings":{"lock.minutes":{"value":15}}}'
const settings = { 'lock.minutes': { value: 15, locked: true } }

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-policy-'))
  file = join(folder, 'policy.json')
  writeFileSync(file, good, { mode: 0o644 })
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = async (path = file, owner = me) => (await readPolicy([policyAt(path, owner)])).state
const brokenFor = (words: RegExp) => ({
  settings: {},
  problems: [{ key: '', words: expect.stringMatching(words) }]
})

describe('a policy file', () => {
  it('is read whole, with where it is', async () => {
    expect(await read()).toEqual({ source: file, problems: [], settings })
  })

  it('that is not there is no policy, in a folder that is not there either', async () => {
    expect(await read(join(folder, 'none.json'))).toBeNull()
    expect(await read(join(folder, 'none', 'policy.json'))).toBeNull()
  })

  it('@attack that others can write to is not used', async () => {
    chmodSync(file, 0o664)
    expect(await read()).toMatchObject(brokenFor(/can be written to by others/))
    chmodSync(file, 0o646)
    expect(await read()).toMatchObject(brokenFor(/can be written to by others/))
  })

  it('@attack in a folder that others can write to is not used', async () => {
    chmodSync(folder, 0o777)
    expect(await read()).toMatchObject(brokenFor(new RegExp(`is in ${folder}, which can be written to by others`)))
  })

  it('@attack of another owner than root is not used, nor one in the folder of another', async () => {
    const other = me === 0 ? 65534 : me
    if (me === 0) chownSync(file, other, other)
    expect(await read(file, 0)).toMatchObject(brokenFor(/does not belong to root/))
    expect(await read(file, other)).toMatchObject({ problems: [] })
    if (me === 0) chownSync(folder, other, other)
    expect(await read(file, 0)).toMatchObject(brokenFor(/is in .* does not belong to root/))
  })

  it('@attack that is a link, or behind one, is not used', async () => {
    symlinkSync(file, join(folder, 'link.json'))
    expect(await read(join(folder, 'link.json'))).toMatchObject(brokenFor(/is a link/))
    mkdirSync(join(folder, 'real'), { mode: 0o755 })
    writeFileSync(join(folder, 'real', 'policy.json'), good)
    symlinkSync(join(folder, 'real'), join(folder, 'behind'))
    expect(await read(join(folder, 'behind', 'policy.json'))).toMatchObject(brokenFor(/is behind a link/))
  })

  it('@attack that is a folder, or far too large, is not used', async () => {
    expect(await read(folder)).toMatchObject(brokenFor(/is not a file/))
    truncateSync(file, 1_000_001)
    expect(await read()).toMatchObject(brokenFor(/larger than 1 MB/))
  })

  it('@attack with one wrong key applies none of the others', async () => {
    writeFileSync(file, '{"version":1,"settings":{"lock.minutes":{"value":15},"lock.minute":{"value":5}}}')
    expect(await read()).toEqual({
      source: file,
      settings: {},
      problems: [{ key: 'lock.minute', words: 'This app knows no such key.' }]
    })
  })

  it('on Linux is at one place, whatever the environment says', () => {
    expect(policySources('linux').map(({ place }) => place)).toEqual(['/etc/connector-desk/policy.json'])
  })

  it('of the first place where there is one is the policy, whole', async () => {
    const none = policyAt(join(folder, 'none.json'), me)
    writeFileSync(join(folder, 'second.json'), '{"version":1,"settings":{"lock.withScreen":{"value":true}}}')
    const { state } = await readPolicy([none, policyAt(file, me), policyAt(join(folder, 'second.json'), me)])
    expect(state).toEqual({ source: file, problems: [], settings })
  })
})

describe('managed preferences of macOS', () => {
  const stateOf = async (runs: RunProgram) => (await readPolicy([managedPreferences(file, me, runs)])).state

  it('are read through plutil', async () => {
    const asked: unknown[] = []
    const state = await stateOf(async (...asking) => {
      asked.push(asking)
      return good
    })
    expect(asked).toEqual([['/usr/bin/plutil', ['-extract', 'Policy', 'json', '-o', '-', file]]])
    expect(state).toMatchObject({ problems: [], settings })
  })

  it('without the dictionary are a broken policy, and a file that is not there is none', async () => {
    expect(await stateOf(() => Promise.reject(new Error('no')))).toMatchObject(brokenFor(/no dictionary “Policy”/))
    rmSync(file)
    expect(await stateOf(() => Promise.reject(new Error('no')))).toBeNull()
  })

  it('are looked for per computer, then per person', () => {
    const places = policySources('darwin').map(({ place }) => place)
    expect(places).toEqual([
      expect.stringMatching(/^\/Library\/Managed Preferences\/[\w.-]+\.plist$/),
      expect.stringMatching(/^\/Library\/Managed Preferences\/[^/]+\/[\w.-]+\.plist$/)
    ])
  })
})

describe('the registry of Windows', () => {
  const reg = 'C:\\Windows\\System32\\reg.exe'
  const key = 'HKLM\\Software\\Policies\\Connector Desk'
  const stateOf = async (runs: RunProgram, program: string | null = reg) =>
    (await readPolicy([registryValue(key, runs, () => program)])).state
  const said = (kind: string, value: string) =>
    `\r\n${key.replace('HKLM', 'HKEY_LOCAL_MACHINE')}\r\n    Policy    ${kind}    ${value}\r\n\r\n`

  it('holds the policy as one text value', async () => {
    const asked: unknown[] = []
    const state = await stateOf(async (...asking) => {
      asked.push(asking)
      return said('REG_SZ', good)
    })
    expect(asked).toEqual([[reg, ['query', key, '/v', 'Policy', '/reg:64']]])
    expect(state).toEqual({ source: `${key}, value Policy`, problems: [], settings })
  })

  const none = () => Promise.reject(Object.assign(new Error('no'), { code: 1 }))

  it('without the value is no policy', async () => {
    expect(await stateOf(async (_, [, asked]) => (asked === key ? none() : 'CurrentBuild'))).toBeNull()
  })

  it('@attack that nothing may be read of is a broken policy and not none', async () => {
    expect(await stateOf(none)).toMatchObject(brokenFor(/cannot be read/))
  })

  it('@attack with a value of another kind, or one that cannot be read, is a broken policy', async () => {
    expect(await stateOf(async () => said('REG_DWORD', '0x1'))).toMatchObject(brokenFor(/REG_DWORD/))
    expect(await stateOf(() => Promise.reject(new Error('timed out')))).toMatchObject(brokenFor(/timed out/))
    expect(await stateOf(async () => '', null)).toMatchObject(brokenFor(/reg\.exe was not found/))
  })

  it('counts for the computer before it counts for the person', () => {
    expect(policySources('win32').map(({ place }) => place)).toEqual([
      'HKLM\\Software\\Policies\\Connector Desk, value Policy',
      'HKCU\\Software\\Policies\\Connector Desk, value Policy'
    ])
  })
})
