import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let folder = ''
let bundle = ''

// Threads and programs cannot load TypeScript.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'practice-'))
  bundle = join(folder, 'practice.mjs')
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { input: join(import.meta.dirname, 'main.ts'), output: { entryFileNames: 'practice.mjs' } }
    }
  })
})

afterAll(() => rm(folder, { recursive: true }))

describe('as a program', () => {
  function run(...args: string[]) {
    const child = spawn(process.execPath, [bundle, ...args])
    const said = { out: '', error: '' }
    child.stdout.on('data', (text) => (said.out += text))
    child.stderr.on('data', (text) => (said.error += text))
    return { child, said, ended: once(child, 'close') }
  }

  it.each(['SIGINT', 'SIGTERM'] as const)('runs until %s', async (signal) => {
    const { child, said, ended } = run('--connectors', '30')
    await once(child.stdout, 'data')
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said.out) ?? []
    expect((await fetch(`${url}/api/v1/lookup/models`)).status).toBe(401)
    child.kill(signal)
    expect(await ended).toEqual([0, null])
    expect(said.error).toBe('')
  })

  it('ends at once, also with a request in the middle of its latency', async () => {
    const { child, said, ended } = run('--connectors', '30', '--latency', '600000')
    await once(child.stdout, 'data')
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(said.out) ?? []
    const pending = request(url, { headers: { expect: '100-continue' } }).on('error', () => undefined)
    pending.flushHeaders()
    // Its 100 shows that the service has it.
    await once(pending, 'continue')
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
  })

  it('tells a year of practice time', async () => {
    const { child, said, ended } = run('--connectors', '200', '--story', '--speed', '100000000')
    while (!said.out.includes('EU       The year is over')) await once(child.stdout, 'data')
    expect(said.out).toMatch(/\d\d:\d\d {2}Default {2}Relink needed: /)
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
  })

  it('helps', async () => {
    const { said, ended } = run('--help')
    expect(await ended).toEqual([0, null])
    expect(said.out).toContain('--fault NAME:PATH')
  })

  it('says what is wrong and exits with 2', async () => {
    const { said, ended } = run('--port', 'x')
    expect(await ended).toEqual([2, null])
    expect(said.error).toMatch(/^--port is a whole number .*\nTry --help\.\n$/)
  })
})
