import type { z } from 'zod'
import type { passthroughChannels, passthroughEvents } from '../../shared/passthrough/channels'
import type { Jobs, Owner } from '../base/jobs'
import type { ChosenFiles } from '../passthrough/files'
import type { PassthroughSender } from '../passthrough/send'
import type { FileDialogs, ResponseViews } from '../viewer/views'

type Channels = typeof passthroughChannels
type Events = typeof passthroughEvents

/** As `Context` and `Area<'passthrough'>` once the contract holds these channels. */
interface PassthroughContext {
  owner: Owner
  emit<E extends keyof Events>(event: E, payload: z.infer<Events[E]>): void
}
type PassthroughHandlers = {
  [C in keyof Channels]: (
    request: z.infer<Channels[C]['request']>,
    context: PassthroughContext
  ) => Promise<z.infer<Channels[C]['response']>>
}

export const sendJob = 'passthrough-send'
const filterJob = 'passthrough-filter'

export function passthroughHandlers(
  parts: { sender: PassthroughSender; views: ResponseViews; files: ChosenFiles; dialogs: FileDialogs },
  jobs: Jobs
): PassthroughHandlers {
  const { sender, views, files, dialogs } = parts
  return {
    'passthrough:send': (request, { owner, emit }) => {
      const { requestId } = request
      return jobs.run(requestId, owner, sendJob, (signal) =>
        sender.send(request, signal, (progress) => emit('passthrough:progress', { requestId, progress }))
      )
    },
    'passthrough:openResponse': ({ id }) => views.open(id),
    'passthrough:readLines': ({ id, form, from, count }) => views.read('lines', id, form, from, count),
    'passthrough:readChildren': ({ id, node, from, count }) => views.read('children', id, node, from, count),
    'passthrough:readTable': ({ id, node, from, count }) => views.read('table', id, node, from, count),
    'passthrough:findText': ({ id, text, from, count }) => views.read('find', id, text, from, count),
    'passthrough:copyNode': ({ id, node, what }) => views.read('copy', id, node, what),
    'passthrough:compareResponses': ({ before, after }) => views.compare(before, after),
    'passthrough:filterResponse': ({ requestId, id, expression }, { owner }) =>
      jobs.run(requestId, owner, filterJob, (signal) => views.filtered(id, expression, signal)),
    'passthrough:saveResponse': ({ id }) => views.save(id),
    'passthrough:chooseFile': async () => {
      const path = await dialogs.openFile()
      return path === null ? null : files.add(path)
    }
  }
}
