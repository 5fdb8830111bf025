import type { WebContents } from 'electron'

/** Chromium has a switch of the second name: it also writes a trace of everything to a file, and slows the start down. */
const asked = ['--startup-times', '--trace-startup'].some((one) => process.argv.includes(one))
/** ms since 1970. */
const begun = process.getCreationTime() ?? Date.now()

/**
 * Prints when a moment of the start was reached, for `--startup-times`.
 * @param at ms since 1970
 */
export function reached(moment: string, at = Date.now()): void {
  if (asked) console.log(`start: ${Math.round(at - begun)} ms ${moment}`)
}

/** Prints what the page reaches: its beginning, when it is first seen to show something, and its first rows. */
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

/** Looked for in the frame that follows a change: by then they are laid out. */
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
