/** Runs `act` before the next paint; a hidden window paints nothing, so there four times a second. */
export function nextFrame(act: () => void): void {
  if (document.hidden) setTimeout(act, 250)
  else requestAnimationFrame(act)
}
