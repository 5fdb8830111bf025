/**
 * Runs `act` after the next frame, but not within `pause` ms: in a task of its own, or its work and the laying out and
 * painting that follow from the work before it would be one long task. A hidden window paints nothing: there four times
 * a second.
 */
export function nextFrame(act: () => void, pause = 0): void {
  const afterFrame = () => requestAnimationFrame(() => setTimeout(act))
  if (document.hidden) setTimeout(act, 250)
  else if (pause > 0) setTimeout(afterFrame, pause)
  else afterFrame()
}
