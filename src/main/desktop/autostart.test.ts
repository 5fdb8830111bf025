import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { autostartFile, linuxLogin, renewAutostart } from './autostart'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-autostart-'))
  file = autostartFile({ XDG_CONFIG_HOME: folder })
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Parses `Exec` by the Desktop Entry Specification, independently of the writer. */
function argumentsOf(entry: string): string[] {
  const line = /^Exec=(.*)$/m.exec(entry)?.[1] ?? ''
  const text = line.replace(/\\([sntr\\])/g, (_, one: string) => ({ s: ' ', n: '\n', t: '\t', r: '\r' })[one] ?? one)
  const found: string[] = []
  for (const [, quoted, plain] of text.matchAll(/"((?:\\.|[^"\\])*)"|(\S+)/gs))
    found.push((quoted?.replace(/\\(.)/gs, '$1') ?? plain ?? '').replaceAll('%%', '%'))
  return found
}

/** By the same specification. */
function textIn(entry: string, key: string): string {
  const text = new RegExp(`^${key}=(.*)$`, 'm').exec(entry)?.[1] ?? ''
  return text.replace(/\\([sntr\\])/g, (_, one: string) => ({ s: ' ', n: '\n', t: '\t', r: '\r' })[one] ?? one)
}

describe('launch at login on Linux', () => {
  it('is off at first, and is switched on and off by a file of the person’s own', () => {
    const login = linuxLogin(file, '/opt/Connector Desk/connector-desk')
    expect(login.isOn()).toBe(false)
    login.set(true)
    expect(login.isOn()).toBe(true)
    expect(statSync(file).mode & 0o777 & ~0o644).toBe(0)
    expect(readdirSync(dirname(file))).toEqual(['connector-desk.desktop'])
    login.set(true)
    login.set(false)
    login.set(false)
    expect(login.isOn()).toBe(false)
    expect(readdirSync(dirname(file))).toEqual([])
  })

  it.each([
    '/usr/bin/connector-desk',
    '/opt/Connector Desk/connector-desk',
    '/home/me/100%/Connector Desk-1.0.AppImage',
    '/home/me/a "quoted" name',
    '/home/me/$HOME/`id`/x',
    '/home/me/back\\slash',
    '/home/me/a\nline\tand a tab',
    '/home/me/%f %U',
    '/home/me/söme/名前'
  ])('@attack starts %j and nothing else', (program) => {
    linuxLogin(file, program).set(true)
    const entry = readFileSync(file, 'utf8')
    expect(argumentsOf(entry)).toEqual([program, '--hidden'])
    expect(entry.split('\n').filter((line) => line.startsWith('Exec='))).toHaveLength(1)
    expect(textIn(entry, 'TryExec')).toBe(program)
    expect(entry.split('\n')).toHaveLength(10)
  })

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])('is off where the desktop wrote %s into it', (line) => {
    const login = linuxLogin(file, '/usr/bin/connector-desk')
    login.set(true)
    writeFileSync(file, `${readFileSync(file, 'utf8').replace(/^X-GNOME.*\n/m, '')}${line}\n`)
    expect(login.isOn()).toBe(false)
    login.set(true)
    expect(login.isOn()).toBe(true)
  })

  it('is inert once the program is gone, also where an earlier version switched it on', () => {
    const login = linuxLogin(file, '/opt/connector-desk/connector-desk')
    renewAutostart(file, '/opt/connector-desk/connector-desk')
    expect(login.isOn()).toBe(false)
    login.set(true)
    const now = readFileSync(file, 'utf8')
    const earlier = now.replace(/^TryExec=.*\n/m, '').replace('--hidden', '--hidden --lang=de')
    writeFileSync(file, earlier)
    renewAutostart(file, '/opt/connector-desk/connector-desk')
    expect(readFileSync(file, 'utf8')).toBe(now.replace('--hidden', '--hidden --lang=de'))
    expect(readdirSync(dirname(file))).toEqual(['connector-desk.desktop'])
    renewAutostart(file, '/elsewhere')
    expect(textIn(readFileSync(file, 'utf8'), 'TryExec')).toBe('/opt/connector-desk/connector-desk')
  })

  it('is what systemd starts while the program is there, and passes over once it is gone', () => {
    const generator = '/usr/lib/systemd/user-generators/systemd-xdg-autostart-generator'
    // Without systemd, only the tests above run.
    if (!existsSync(generator)) return
    const program = join(folder, 'Connector Desk')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    linuxLogin(file, program).set(true)
    const units = (): string[] => {
      const out = ['normal', 'early', 'late'].map((name) => join(folder, 'units', name))
      for (const one of out) mkdirSync(one, { recursive: true })
      const env = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_CONFIG_DIRS: join(folder, 'none') }
      const { status, stderr } = spawnSync(generator, out, { env, encoding: 'utf8' })
      expect([status, stderr]).toEqual([0, ''])
      const made = out.flatMap((one) => readdirSync(one)).filter((name) => name.endsWith('.service'))
      rmSync(join(folder, 'units'), { recursive: true })
      return made
    }
    expect(units()).toEqual(['app-connector\\x2ddesk@autostart.service'])
    rmSync(program)
    expect(units()).toEqual([])
  })

  it('says so where the file cannot be written, and leaves nothing', () => {
    writeFileSync(join(folder, 'autostart'), 'a file in the place of the folder')
    const login = linuxLogin(file, '/usr/bin/connector-desk')
    expect(() => login.set(true)).toThrow(/connector-desk\.desktop/)
    expect(login.isOn()).toBe(false)
  })

  it.each([
    [{}, '/home/me/.config/autostart/connector-desk.desktop'],
    [{ XDG_CONFIG_HOME: '' }, '/home/me/.config/autostart/connector-desk.desktop'],
    [{ XDG_CONFIG_HOME: 'relative' }, '/home/me/.config/autostart/connector-desk.desktop'],
    [{ XDG_CONFIG_HOME: '/config' }, '/config/autostart/connector-desk.desktop']
  ])('%j: where the file is', (environment, path) => expect(autostartFile(environment, '/home/me')).toBe(path))
})
