// What Electron's own default app does for `electron <path>`, for a runtime that came without one:
// it takes the first argument that is not a switch as the app's folder and loads its main script.
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
  // Awaited at top level, so that Electron reports "ready" only after the app's own top level has run.
  await import(pathToFileURL(join(folder, main)).href).catch((error) => {
    console.error(error)
    app.exit(1)
  })
}
