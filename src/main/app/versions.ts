import { app } from 'electron'

export function versions() {
  const { electron, chrome, node } = process.versions
  return { version: app.getVersion(), electron, chrome, node }
}
