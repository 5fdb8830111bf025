/**
 * Runs `act` before a next paint, but not within `pause` ms. A hidden window paints nothing: there four times a second.
 */
export function nextFrame(act: () => void, pause = 0): void {
  if (document.hidden) setTimeout(act, 250)
  else if (pause > 0) setTimeout(() => requestAnimationFrame(act), pause)
  else requestAnimationFrame(act)
}
