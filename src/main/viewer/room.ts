import { JmespathEngine } from '../jmespath/engine'
import type { Room } from '../base/room'
import type { Masker } from '../secrets/masker'
import { Responses } from './responses'
import { ViewerThread } from './viewer-thread'
import { filterWith, ResponseViews, type BodyDialogs } from './views'

export interface ViewerParts {
  bundle(name: string): URL
  dialogs: BodyDialogs
  masker: Pick<Masker, 'shared'>
}

/** Views of large bodies: bodies stay in threads, and a window gets only its lines. */
export function openViewer({ bundle, dialogs, masker }: ViewerParts): Room<object> & {
  responses: Responses
  views: ResponseViews
} {
  const jmespath = new JmespathEngine(bundle('jmespath'))
  const viewer = new ViewerThread(bundle('viewer'))
  const responses = new Responses(viewer.forget, (id) => views.hidden(id))
  const views: ResponseViews = new ResponseViews(
    responses,
    viewer.ask,
    dialogs,
    filterWith(jmespath),
    () => masker.shared
  )
  return { responses, views, handlers: {}, stop: () => Promise.all([viewer.stop(), jmespath.stop()]) }
}
