import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, which } from '../run.mjs'

const resource = (path) => readFileSync(join(root, 'resources', path), 'utf8')
const unit = resource('linux/connector-desk-walker.service')

function sections(text) {
  const found = {}
  let lines = []
  for (const line of text.split('\n')) {
    const [, name] = /^\[(\w+)\]$/.exec(line) ?? []
    if (name) found[name] = lines = []
    else if (line && !line.startsWith('#')) lines.push(line)
  }
  return found
}

test('the unit gives the walker its secrets in memory, and nothing of the system', () => {
  const { Unit, Service, Install } = sections(unit)
  for (const line of [...Unit, ...Service, ...Install]) expect(line).toMatch(/^[A-Z]\w*=/)
  expect(Service).toEqual(
    expect.arrayContaining([
      'LoadCredential=bearer-token:/etc/connector-desk/bearer-token',
      'LoadCredential=database-password:/etc/connector-desk/database-password',
      'DynamicUser=yes',
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
      'ProtectSystem=strict',
      'ProtectHome=yes',
      'PrivateTmp=yes',
      'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
      'SystemCallFilter=@system-service',
      'MemoryMax=1G',
      'LimitCORE=0',
      'Restart=on-failure',
      'RestartPreventExitStatus=2'
    ])
  )
  expect(unit).not.toMatch(/^Environment/m)
})

test('systemd takes the unit, and finds it exposed to little', () => {
  if (which('systemd-analyze') === undefined) return
  const folder = mkdtempSync(join(tmpdir(), 'desk-unit-'))
  const file = join(folder, 'connector-desk-walker.service')
  // systemd-analyze looks for the program.
  writeFileSync(file, unit.replace('/usr/bin/node', process.execPath))
  const asked = (...args) => spawnSync('systemd-analyze', [...args, '--no-pager', file], { encoding: 'utf8' })
  const verified = asked('verify')
  // Tenths: 10 is open to everything.
  const exposed = asked('security', '--offline=true', '--threshold=20')
  rmSync(folder, { recursive: true })
  expect([verified.status, verified.stdout + verified.stderr]).toEqual([0, ''])
  expect([exposed.status, exposed.stdout]).toEqual([0, expect.stringContaining('Overall exposure level')])
})

test('the image runs as a user without rights, and holds no secret', () => {
  const steps = resource('walker/Dockerfile')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split(' ')[0])
  expect(steps).toEqual(['FROM', 'COPY', 'USER', 'HEALTHCHECK', 'ENTRYPOINT'])
  expect(resource('walker/Dockerfile')).toMatch(/^COPY connector-desk-walker.js packages.json \S+$/m)
})
