import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { DocumentState } from '../../../shared/data/channels'
import type { Response } from '../../../shared/ipc'
import type { Masker } from '../../secrets/masker'
import { OpenRecords } from '../../viewer/open-records'
import type { Responses } from '../../viewer/responses'
import type { ResponseViews } from '../../viewer/views'
import { harmlessName } from '../../base/file-name'
import { lineOf } from '../lines'
import { readRecord, type ReadParts, type RecordOf } from './read-record'
import { isOnThisComputer, readBaseAddress } from '../../../shared/base-address'
import { AppError } from '../../../shared/errors'
import type { Clock } from '../../base/clock'
import type { Download, FileAnswer } from '../../http/download'
import { TransportFailure } from '../../http/transport'
import { PartFile } from '../../base/part-file'
import { Teller } from '../../base/teller'

interface DownloadParts {
  download: Download
  clock: Pick<Clock, 'now'>
  dialogs: { chooseFile(suggestedName: string): Promise<string | null> }
}

/** `size` as the API says. */
export interface Downloading {
  bytes: number
  size: number | null
}

const largestFile = 1e9
const leastLeft = 10_000

/** The download operation's answer (BETA): only the address is required. */
const fileOffer = z.looseObject({
  url: z.string(),
  expires_at: z.string().nullish(),
  filename: z.string().nullish(),
  size_bytes: z.number().nullish()
})

/**
 * Writes `.part` until complete. The API's signed address needs no credentials, so the app uses it at once and never
 * stores, shows or logs it.
 * @returns null if the operator cancels
 * @throws AppError the errors of reading it; no-file, too-large, cancelled; errors of the file, which never stays half
 * written
 */
async function downloadDocument(
  parts: ReadParts & DownloadParts,
  of: RecordOf,
  signal: AbortSignal,
  tell: (progress: Downloading) => void
): Promise<Response<'data:downloadDocument'>> {
  const first = await askForFile(parts, of, signal)
  const file = await parts.dialogs.chooseFile(first.name || `document-${harmlessName(of.id)}`)
  if (file === null) return null
  // A dialog may stay open longer than the address is valid.
  const stale = first.expiresAt !== null && first.expiresAt - parts.clock.now() < leastLeft
  const { url, size } = stale ? await askForFile(parts, of, signal) : first
  const part = await PartFile.begin(file)
  const teller = new Teller(() => tell({ bytes: part.bytes, size }))
  try {
    const answer = await parts.download({
      url,
      signal,
      maxBytes: largestFile,
      take: async (piece) => {
        await part.write(piece)
        teller.soon()
      }
    })
    checkWhole(answer, size)
    await part.finish()
    teller.now()
    return { file, bytes: part.bytes }
  } catch (thrown) {
    await part.discard()
    throw thrown instanceof TransportFailure ? failureOf(thrown) : thrown
  }
}

async function askForFile(parts: ReadParts, of: RecordOf, signal: AbortSignal) {
  const answer = await readRecord(parts, of, signal, '/download')
  const read = fileOffer.safeParse(answer.json)
  if (!read.success) throw new AppError('no-file', 'The response does not say where the file is.')
  const { url, expires_at, filename, size_bytes: size = null } = read.data
  if (size !== null && size > largestFile) {
    throw new AppError('too-large', `The file is larger than ${largestFile / 1e6} MB.`)
  }
  const expires = Date.parse(expires_at ?? '')
  const { baseUrl } = await parts.workspaces.target(of.place.workspaceId, of.place.region)
  return {
    url: addressOf(url, new URL(baseUrl)),
    expiresAt: Number.isNaN(expires) ? null : expires,
    name: harmlessName(filename ?? ''),
    size
  }
}

/**
 * @param service only a service on this computer may have files here: another could reach private addresses
 * @throws AppError no-file for that, for an address without TLS, and for one with a password
 */
function addressOf(text: string, service: URL): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const origin = url && readBaseAddress(url.origin)
  const strays = url && isOnThisComputer(url) && !isOnThisComputer(service)
  if (!url || url.username || url.password || !origin || 'problem' in origin || strays) {
    throw new AppError('no-file', 'The response has an address for the file that this app does not open.')
  }
  return url
}

/** @throws AppError no-file if the host refused, or the file is incomplete */
function checkWhole({ status, bytes, plain }: FileAnswer, size: number | null): void {
  if (status !== 200) throw new AppError('no-file', refusals[status] ?? `The host of the file answered ${status}.`)
  if (!plain || size === null || bytes === size) return
  throw new AppError('no-file', `${bytes.toLocaleString('en')} of ${size.toLocaleString('en')} bytes came.`)
}

const refusals: Readonly<Record<number, string>> = {
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].map((one) => [one, 'Its host sent the request on, which this app does not follow.'])
  ),
  403: 'Its host refused the address, which holds for a short time only (403).',
  404: 'Its host does not have it any more (404).'
}

function failureOf({ code, message }: TransportFailure): AppError {
  const own = code === 'cancelled' || code === 'too-large'
  return own ? new AppError(code, message) : new AppError('no-file', `At the host of the file: ${message}`)
}

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
