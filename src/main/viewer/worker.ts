import { parentPort } from 'node:worker_threads'
import { toAppError } from '../../shared/errors'
import { Viewer } from './viewer'
import type { ViewerAnswer, ViewerQuestion } from './viewer-thread'

// The thread that parses and draws bodies, so that 50 MB hold up neither the main process nor a window.
const viewer = new Viewer()

parentPort?.on('message', ({ call, method, args }: ViewerQuestion) => {
  let answer: ViewerAnswer
  try {
    const run = viewer[method] as (...args: unknown[]) => unknown
    answer = { call, ok: true, value: run.apply(viewer, args) }
  } catch (thrown) {
    answer = { call, ok: false, error: toAppError(thrown).toShape() }
  }
  parentPort?.postMessage(answer)
})
