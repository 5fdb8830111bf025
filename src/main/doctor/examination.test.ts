import { describe, expect, it } from 'vitest'
import type { Finding } from '../../shared/doctor/finding'
import { Examination, fault, ok } from './examination'

const never = () => new Promise<never>(() => undefined)

describe('@fault one look that hangs', () => {
  it('ends at its limit, says what to do, and delays only those that depend on it', async () => {
    const told: Finding[] = []
    const examination = new Examination(new AbortController().signal, (finding) => told.push(structuredClone(finding)))
    const name = examination.look({ check: 'name', about: 'x', limitMs: 20, work: never })
    void examination.look({ check: 'tls', about: 'x', limitMs: 20, after: [name], work: async () => ok('well') })
    void examination.look({ check: 'disk', about: '', limitMs: 20, work: async () => ok('well') })
    const findings = await examination.findings()
    expect(findings.map(({ check, outcome }) => [check, outcome?.state])).toEqual([
      ['name', 'fault'],
      ['tls', 'skipped'],
      ['disk', 'ok']
    ])
    expect(findings[0]?.outcome).toMatchObject({ next: expect.stringContaining('DNS server') })
    // All were reported at once; the tests that do not hang ended first.
    expect(told.map(({ check, outcome }) => [check, outcome === null])).toEqual([
      ['name', true],
      ['tls', true],
      ['disk', true],
      ['disk', false],
      ['name', false],
      ['tls', false]
    ])
  })

  it('ends at once where the examination is cancelled', async () => {
    const stop = new AbortController()
    const examination = new Examination(stop.signal, () => undefined)
    void examination.look({ check: 'keychain', about: '', limitMs: 60_000, work: never })
    stop.abort()
    expect((await examination.findings())[0]?.outcome).toMatchObject({
      state: 'skipped',
      words: expect.stringContaining('Cancelled')
    })
  })

  it('that throws is a fault with its words', async () => {
    const examination = new Examination(new AbortController().signal, () => undefined)
    const work = () => Promise.reject(new Error('statfs failed'))
    await examination.look({ check: 'disk', about: '', limitMs: 1_000, work })
    expect((await examination.findings())[0]?.outcome).toMatchObject(fault('statfs failed', expect.any(String)))
  })
})
