// npm run icons: makes icons from resources/icon.svg. Commit its output. Chromium draws each size, so that small ones
// are sharp.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMain, root, say } from './run.mjs'
import { digestOf, icns, ico, SIZES } from './packages/icon-files.mjs'

const drawing = join(root, 'resources/icon.svg')
const folder = join(root, 'resources/icons')

/** @returns {Promise<Map<number, Buffer>>} by size, pixels */
async function drawn() {
  const { chromium } = await import('playwright')
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : []
  })
  try {
    const page = await browser.newPage()
    const source = `data:image/svg+xml;base64,${readFileSync(drawing).toString('base64')}`
    await page.setContent(`<body style="margin:0"><img style="display:block;width:100vw" src="${source}"></body>`)
    const images = new Map()
    for (const size of SIZES) {
      await page.setViewportSize({ width: size, height: size })
      images.set(size, await page.screenshot({ omitBackground: true }))
    }
    return images
  } finally {
    await browser.close()
  }
}

if (isMain(import.meta)) {
  const images = await drawn()
  mkdirSync(folder, { recursive: true })
  for (const [size, png] of images) writeFileSync(join(folder, `${size}x${size}.png`), png)
  writeFileSync(join(folder, 'icon.ico'), ico(images))
  writeFileSync(join(folder, 'icon.icns'), icns(images))
  writeFileSync(join(folder, 'drawn-from'), `${digestOf(drawing)}\n`)
  say(`${images.size} sizes, icon.ico and icon.icns in ${folder}`)
}
