import type { MenuAct } from '../../../../shared/app/menu-act'
import { regionNames } from '../../../../shared/workspaces/region'
import { shortcuts, type ShortcutId } from '../../../../shared/shortcuts'
import { paletteWords } from '../words/palette'
import type { Desk } from '../desk.svelte'
import type { Command } from './command'

const { actions } = paletteWords

/** Commands for every view: all entries of the menu, workspaces and the region. */
export function windowCommands(desk: Desk): Command[] {
  const { app, help, router, commands } = desk
  const sheet = (opened: 'shortcuts' | 'support' | 'about') => () => (help.opened = opened)
  return [
    ...ofTheList(desk),
    ...ofWorkspaces(desk),
    { id: 'add-workspace', label: actions.addWorkspace, run: () => router.go('add-workspace') },
    keyed('close', actions.close, () => commands.run('close')),
    keyed('lock', actions.lock, () => void app.lock()),
    keyed('shortcuts', actions.shortcuts, sheet('shortcuts')),
    keyed('guide', actions.guide, () => help.openGuide()),
    { id: 'support', label: actions.support, run: sheet('support') },
    { id: 'logs', label: actions.logs, run: () => help.showLogs() },
    { id: 'about', label: actions.about, run: sheet('about') },
    ...(['larger', 'smaller', 'usual-size'] as const).map((id) => keyed(id, actions.menu[id], act(desk, id))),
    { id: 'full-screen', label: actions.menu['full-screen'], run: act(desk, 'full-screen') },
    keyed('quit', actions.menu.quit, act(desk, 'quit'))
  ]
}

const keyed = (id: ShortcutId, label: string, run: () => void): Command => ({
  id,
  label,
  key: shortcuts[id].keys[0],
  run
})

const act = (desk: Desk, id: MenuAct) => () => desk.commands.inMenu(id)

function ofTheList({ app, connectors }: Desk): Command[] {
  if (connectors.active?.refreshRun?.running)
    return [{ id: 'cancel', label: actions.cancelRefresh, run: () => connectors.cancel() }]
  return app.access === 'ready' ? [keyed('refresh', actions.refresh, () => void connectors.refresh())] : []
}

function ofWorkspaces(desk: Desk): Command[] {
  const { app } = desk
  const region = switchRegion(desk)
  const others = (app.state?.workspaces ?? []).filter(({ id }) => id !== app.workspace?.id)
  return [
    ...(region ? [region] : []),
    ...others.map(({ id, name, region }) => ({
      id: `workspace ${id}`,
      label: actions.openWorkspace(name, regionNames[region]),
      run: () => void app.open(id, region)
    }))
  ]
}

/** To the other region of the workspace; null without one. */
export function switchRegion({ app }: Desk): Command | null {
  const { workspace } = app
  if (!workspace) return null
  const other = workspace.region === 'eu' ? 'default' : 'eu'
  if (other === 'eu' && workspace.euBaseUrl === null) return null
  return {
    id: 'region',
    label: actions.switchRegion(regionNames[other]),
    run: () => void app.open(workspace.id, other)
  }
}
