import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConfig, NotConfigured } from './config'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'desk-walker-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const least = {
  services: [{ address: 'https://api.example.com/' }],
  database: { host: 'db.example.com', database: 'connector_desk', user: 'walker' }
}

function read(config: unknown) {
  const file = join(folder, 'walker.json')
  writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(config))
  return readConfig(file)
}

function refusal(config: unknown): string {
  try {
    read(config)
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(NotConfigured)
    return (thrown as Error).message.replaceAll(join(folder, 'walker.json'), 'FILE')
  }
  throw new Error('It was taken.')
}

it('needs a service and a database, and writes addresses as desks do', () => {
  expect(read(least)).toEqual({
    name: hostname(),
    everyMinutes: 10,
    services: [{ address: 'https://api.example.com' }],
    database: { host: 'db.example.com', port: 5_432, database: 'connector_desk', user: 'walker', tls: true }
  })
})

it.each([
  ['an unknown key', { ...least, everyMinute: 5 }, 'everyMinute: there is no such key'],
  [
    'an unknown key of the database, and never its value',
    { ...least, database: { ...least.database, password: 'secret-1' } },
    'database.password: there is no such key'
  ],
  ['no service', { ...least, services: [] }, 'services: '],
  ['a service without TLS', { ...least, services: [{ address: 'http://api.example.com' }] }, 'services.0.address: '],
  [
    'a service that is named twice',
    { ...least, services: [{ address: 'https://a.example' }, { address: 'https://a.example/' }] },
    'services: names an address twice'
  ],
  ['a database elsewhere without TLS', { ...least, database: { ...least.database, tls: false } }, 'database.tls: '],
  ['a schedule of no minutes', { ...least, everyMinutes: 0 }, 'everyMinutes: '],
  ['a port that is none', { ...least, metricsPort: 70_000 }, 'metricsPort: '],
  ['a name with a line break', { ...least, name: 'a\nb' }, 'name: '],
  [
    'a path that depends on the folder',
    { ...least, services: [{ ...least.services[0], bearerTokenFile: '../token' }] },
    'services.0.bearerTokenFile: '
  ],
  [
    'an address of a channel in place of its file',
    {
      ...least,
      alerts: { channels: [{ kind: 'slack', name: '#ops', addressFile: 'https://hooks.example/secret-1' }] }
    },
    'alerts.channels.0.addressFile: '
  ],
  [
    'a webhook without a key',
    { ...least, alerts: { channels: [{ kind: 'webhook', name: 'On call', addressFile: 'on-call' }] } },
    'alerts.channels.0.keyFile: '
  ],
  ['recipients without a mail server', { ...least, alerts: { recipients: ['ada@example.com'] } }, 'mail: '],
  ['two recipients in one', { ...least, alerts: { recipients: ['a@x.example,b@x.example'] } }, 'alerts.recipients.0: '],
  [
    'a mail server elsewhere without encryption',
    { ...least, mail: { host: 'mail.example.com', port: 25, security: 'none', from: 'ops@example.com' } },
    'mail.security: '
  ],
  ['a report to a relative folder', { ...least, report: { folder: 'reports' } }, 'report.folder: '],
  ['a report in no zone', { ...least, report: { folder: '/srv', zone: 'Mars/Base' } }, 'report.zone: '],
  ['a proxy with a password', { ...least, proxy: 'http://a:b@proxy.example' }, 'proxy: ']
])('refuses %s, and names the key', (_what, config, words) => {
  const said = refusal(config)
  expect(said).toContain(`FILE cannot be used:\n  ${words}`)
  expect(said).not.toContain('secret-1')
})

it('takes a service and a database of this computer without TLS', () => {
  const config = read({
    services: [{ address: 'http://127.0.0.1:8080' }],
    database: { ...least.database, host: '127.0.0.1', tls: false }
  })
  expect(config.database.tls).toBe(false)
})

it('reads a file with a byte order mark, as editors on Windows write it, and names a second one', () => {
  expect(read(`\uFEFF${JSON.stringify(least)}`).services).toHaveLength(1)
  expect(refusal(`\uFEFF\uFEFF${JSON.stringify(least)}`)).toMatch(/at line 1, column 1: .*byte order mark/)
})

it('says where JSON is broken, and which file is missing', () => {
  expect(refusal('{\n  "services": [,]\n}')).toMatch(/^FILE is not sound JSON at line 2, column \d+: /)
  expect(refusal('{ "name": "a", "name": "b" }')).toContain('“name” occurs twice')
  expect(() => readConfig(join(folder, 'none.json'))).toThrow(/none.json cannot be read: ENOENT/)
})
