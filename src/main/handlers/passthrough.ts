import type { Jobs } from '../base/jobs'
import type { ChosenFiles } from '../passthrough/files'
import type { PassthroughSender } from '../passthrough/send'
import type { WriteSchemas } from '../passthrough/unified/write-schemas'
import type { FileDialogs, ResponseViews } from '../viewer/views'
import { serving } from './handlers'

export const sendJob = 'passthrough-send'
const filterJob = 'passthrough-filter'

export function passthroughHandlers(
  parts: {
    sender: PassthroughSender
    schemas: WriteSchemas
    views: ResponseViews
    files: ChosenFiles
    dialogs: FileDialogs
  },
  jobs: Jobs
) {
  const { sender, schemas, views, files, dialogs } = parts
  return serving({
    'passthrough:send': (request, { owner, emit }) => {
      const { requestId } = request
      return jobs.run(requestId, owner, sendJob, (signal) =>
        sender.send(request, signal, (progress) => emit('passthrough:progress', { requestId, progress }))
      )
    },
    'passthrough:repeat': (request, { owner, emit }) => {
      const { requestId } = request
      return jobs.run(requestId, owner, sendJob, (signal) =>
        sender.repeat(request, signal, (progress) => emit('passthrough:progress', { requestId, progress }))
      )
    },
    'passthrough:writeSchema': (request) => schemas.read(request, new AbortController().signal),
    'passthrough:openResponse': ({ id }) => views.open(id),
    'passthrough:wholeResponse': ({ id }) => views.whole(id),
    'passthrough:readLines': ({ id, form, from, count, columns }) =>
      views.read('lines', id, form, from, count, columns),
    'passthrough:readChildren': ({ id, node, from, count }) => views.read('children', id, node, from, count),
    'passthrough:readTable': ({ id, node, from, count }) => views.read('table', id, node, from, count),
    'passthrough:findText': ({ id, text, from, count, columns }) => views.read('find', id, text, from, count, columns),
    'passthrough:copyNode': ({ id, node, what }) => views.read('copy', id, node, what),
    'passthrough:compareResponses': ({ before, after }) => views.compare(before, after),
    'passthrough:filterResponse': ({ requestId, id, expression }, { owner }) =>
      jobs.run(requestId, owner, filterJob, (signal) => views.filtered(id, expression, signal)),
    'passthrough:saveResponse': ({ id }) => views.save(id),
    'passthrough:chooseFile': async () => {
      const path = await dialogs.openFile()
      return path === null ? null : files.add(path)
    }
  })
}
