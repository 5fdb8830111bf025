import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { menuActs } from '../../shared/app/menu-act'
import { viewLabels } from '../../shared/app/view'
import { menuItems, type MenuActs } from './menu-items'

type Item = MenuItemConstructorOptions

function entries(mac: boolean, packaged: boolean, done: string[] = []): Item[] {
  const acts: MenuActs = {
    show: (view) => done.push(view),
    command: (command) => done.push(command),
    lock: () => done.push('lock'),
    zoom: (steps) => done.push(`zoom ${steps}`),
    openGuide: () => done.push('guide'),
    showLogs: () => done.push('logs')
  }
  return menuItems(mac, packaged, acts).flatMap(({ submenu }) => submenu as Item[])
}

describe.each([
  ['Linux and Windows', false],
  ['macOS', true]
])('the menu on %s', (_, mac) => {
  it('@attack has no entry that reloads the page, opens DevTools or closes the window when packaged', () => {
    const roles = entries(mac, true).map(({ role }) => role?.toLowerCase())
    for (const role of ['reload', 'forcereload', 'toggledevtools', 'close', 'viewmenu', 'filemenu', 'resetzoom'])
      expect(roles).not.toContain(role)
    expect(entries(mac, false).map(({ role }) => role)).toContain('toggleDevTools')
  })

  it('gives each key to one entry, Ctrl+R to the data and Ctrl+W to a drawer', () => {
    const keyed = entries(mac, true).flatMap(({ accelerator, id }) => (accelerator ? [[accelerator, id]] : []))
    expect(new Set(keyed.map(([key]) => key)).size).toBe(keyed.length)
    expect(keyed).toContainEqual(['CmdOrCtrl+R', 'refresh'])
    expect(keyed).toContainEqual(['CmdOrCtrl+W', 'close'])
  })

  it('has each entry that the palette offers as well', () => {
    expect(entries(mac, true).map(({ id }) => id)).toEqual(expect.arrayContaining([...menuActs]))
  })

  it('goes to every view, and does what its entries say', () => {
    const done: string[] = []
    for (const { click } of entries(mac, true, done)) (click as (() => void) | undefined)?.()
    expect([...done].sort()).toEqual(
      [
        ...Object.keys(viewLabels),
        'add-workspace',
        'refresh',
        'palette',
        'close',
        'lock',
        'zoom 1',
        'zoom -1',
        'zoom 0',
        'shortcuts',
        'guide',
        'support',
        'logs',
        'about'
      ].sort()
    )
  })
})
