import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { autostartFile, linuxLogin } from './autostart'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-autostart-'))
  file = autostartFile({ XDG_CONFIG_HOME: folder })
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The arguments of `Exec`, read as the Desktop Entry Specification says; written apart from what wrote them. */
function argumentsOf(entry: string): string[] {
  const line = /^Exec=(.*)$/m.exec(entry)?.[1] ?? ''
  const text = line.replace(/\\([sntr\\])/g, (_, one: string) => ({ s: ' ', n: '\n', t: '\t', r: '\r' })[one] ?? one)
  const found: string[] = []
  for (const [, quoted, plain] of text.matchAll(/"((?:\\.|[^"\\])*)"|(\S+)/gs))
    found.push((quoted?.replace(/\\(.)/gs, '$1') ?? plain ?? '').replaceAll('%%', '%'))
  return found
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
    expect(entry.split('\n')).toHaveLength(9)
  })

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])('is off where the desktop wrote %s into it', (line) => {
    const login = linuxLogin(file, '/usr/bin/connector-desk')
    login.set(true)
    writeFileSync(file, `${readFileSync(file, 'utf8').replace(/^X-GNOME.*\n/m, '')}${line}\n`)
    expect(login.isOn()).toBe(false)
    login.set(true)
    expect(login.isOn()).toBe(true)
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
