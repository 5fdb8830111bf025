import { TokenDigests } from '../secrets/token-digests'
import { Responses } from './responses'
import { Viewer } from './viewer'
import type { AskViewer } from './viewer-thread'
import { ResponseViews } from './views'

/** `secrets`: hidden in the responses. */
export function testViews(secrets = () => new TokenDigests().shared) {
  const viewer = new Viewer()
  const ask: AskViewer = async (method, ...args) => {
    const asked = viewer[method].bind(viewer) as (...args: unknown[]) => Promise<never>
    return await asked(...args)
  }
  const responses: Responses = new Responses(
    (id) => viewer.close(id),
    (id) => views.hidden(id)
  )
  const dialogs = { saveFile: async () => null, openFile: async () => null }
  const views = new ResponseViews(responses, ask, dialogs, null, secrets)
  return { responses, views }
}
