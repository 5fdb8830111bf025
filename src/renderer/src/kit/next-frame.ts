/**
 * Runs `act` after the next frame, but not within `pause` ms, in its own task: together with layout and paint it would
 * be one long task. A hidden window paints nothing: there `act` runs after 250 ms.
 */
export function nextFrame(act: () => void, pause = 0): void {
  const afterFrame = () => requestAnimationFrame(() => setTimeout(act))
  if (document.hidden) setTimeout(act, 250)
  else if (pause > 0) setTimeout(afterFrame, pause)
  else afterFrame()
}
