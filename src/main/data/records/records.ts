import { randomUUID } from 'node:crypto'
import type { DocumentState } from '../../../shared/data/channels'
import type { Response } from '../../../shared/ipc'
import type { Masker } from '../../secrets/masker'
import { OpenRecords } from '../../viewer/open-records'
import type { Responses } from '../../viewer/responses'
import type { ResponseViews } from '../../viewer/views'
import { harmlessName } from '../../base/file-name'
import { lineOf } from '../lines'
import { downloadDocument, type DownloadParts, type Downloading } from './download-document'
import { readRecord, type ReadParts, type RecordOf } from './read-record'

export interface RecordParts extends ReadParts, DownloadParts {
  responses: Pick<Responses, 'put' | 'drop'>
  views: Pick<ResponseViews, 'open'>
  masker: Masker
}

export const documentsPath = '/api/hris/v1/documents'

export class Records {
  private readonly opened: OpenRecords

  constructor(private readonly parts: RecordParts) {
    this.opened = new OpenRecords(parts.responses, parts.views)
  }

  /** @throws AppError the errors of reading it */
  async open(of: RecordOf, signal: AbortSignal): Promise<Response<'data:readRecord'>> {
    const { json = null } = await readRecord(this.parts, of, signal)
    const { line } = lineOf(json, { masker: this.parts.masker, addresses: false })
    const opened = await this.opened.open(`by-id:${randomUUID()}`, {
      body: Buffer.from(line),
      contentType: 'application/json',
      suggestedName: `${harmlessName(of.id) || 'record'}.json`,
      complete: true,
      hidden: []
    })
    return { ...opened, document: of.path === documentsPath ? documentOf(json) : null }
  }

  /** null if the operator cancels @throws AppError the errors of reading it, and of the file */
  download(
    of: Omit<RecordOf, 'path'>,
    signal: AbortSignal,
    tell: (progress: Downloading) => void
  ): Promise<Response<'data:downloadDocument'>> {
    return downloadDocument(this.parts, { ...of, path: documentsPath }, signal, tell)
  }
}

function documentOf(json: unknown): DocumentState {
  const record = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
  const { data_status: status, is_deleted: deleted, data } = record
  return {
    dataStatus: typeof status === 'string' ? status.slice(0, 100) : null,
    deleted: deleted === true,
    hasData: data !== undefined && data !== null
  }
}
