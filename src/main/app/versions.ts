import { app } from 'electron'

/** Of the app, and of what it runs on. */
export function versions() {
  const { electron, chrome, node } = process.versions
  return { version: app.getVersion(), electron, chrome, node }
}
