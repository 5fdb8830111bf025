import type { WebContents } from 'electron'

/** Chromium has the second switch, too: it writes a trace file and slows the start. */
const asked = ['--startup-times', '--trace-startup'].some((one) => process.argv.includes(one))
/** ms since 1970. */
const begun = process.getCreationTime() ?? Date.now()

/**
 * Prints a moment of the start, for `--startup-times`.
 * @param at ms since 1970
 */
export function reached(moment: string, at = Date.now()): void {
  if (asked) console.log(`start: ${Math.round(at - begun)} ms ${moment}`)
}

export function followPage(contents: WebContents): void {
  if (!asked) return
  contents.once('dom-ready', () => {
    reached('page loaded')
    void contents.executeJavaScript(firstScreen).then(([began, painted]: [number, number]) => {
      reached('page began', began)
      reached('first screen', painted)
    })
    void contents.executeJavaScript(firstRows).then((at: number) => reached('first rows', at))
  })
}

const firstScreen = `new Promise((resolve) =>
  new PerformanceObserver((list) => {
    const [first] = list.getEntriesByName('first-contentful-paint')
    if (first) resolve([performance.timeOrigin, performance.timeOrigin + first.startTime])
  }).observe({ type: 'paint', buffered: true })
)`

/** The rows are laid out in the frame after a change. */
const firstRows = `new Promise((resolve) => {
  const look = () => {
    if (!document.querySelector('[role=row][aria-rowindex]:not([aria-rowindex="1"])')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => resolve(Date.now())))
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { subtree: true, childList: true })
  look()
})`
