// Electron's default app for `electron <path>`, for a runtime without one.
import { app } from 'electron'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

Object.defineProperty(process, 'defaultApp', { enumerable: true, value: true })

const given = process.argv.slice(1).find((argument) => !argument.startsWith('-'))
if (given === undefined) {
  console.error('usage: electron <folder of the app> [arguments]')
  app.exit(2)
} else {
  const folder = resolve(given)
  const {
    name,
    productName,
    version,
    main = 'index.js'
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  app.setName(productName ?? name)
  app.setVersion(version ?? '0.0.0')
  app.setDesktopName(`${app.name}.desktop`)
  app.setAppPath(folder)
  // Electron reports "ready" only after the app's top level.
  await import(pathToFileURL(join(folder, main)).href).catch((error) => {
    console.error(error)
    app.exit(1)
  })
}
