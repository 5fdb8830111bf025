import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../../shared/errors'
import {
  deepestFolder,
  longestName,
  type Exported,
  type ExportForm,
  type Folder,
  type Imported,
  type LibraryTree
} from '../../../shared/passthrough/library'
import {
  type PassthroughDraft,
  pair,
  passthroughMethod,
  requestFormat,
  responseFormat
} from '../../../shared/passthrough/passthrough'
import { answerCheck, mostChecks } from '../../../shared/passthrough/answer-checks'
import { trimmed } from '../../../shared/scan'
import { readChosen } from '../../base/chosen-file'
import type { Masker } from '../../secrets/masker'
import type { BodyDialogs } from '../../viewer/views'
import { cleanText } from '../../base/plain-text'
import { cleanDraft } from './clean-draft'
import { fileLimits, readCollection, refused, writeCollection, type FolderContent } from './collections'
import { depthOf, freeName } from './folders'
import type { SavedLibrary } from './saved-library'

export interface FolderExchangeParts {
  saved: SavedLibrary
  dialogs: BodyDialogs
  masker: Pick<Masker, 'mask' | 'holds'>
}

const format = 'connector-desk/requests'
const version = 1

const row = pair.extend({ enabled: z.boolean().default(true) })
const fileBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('json'), text: z.string() }),
  z.object({ kind: z.literal('xml'), text: z.string() }),
  z.object({
    kind: z.literal('parts'),
    parts: z.array(
      z.object({
        name: z.string(),
        enabled: z.boolean().default(true),
        /** Without a body's file: each sender chooses their own. */
        content: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('text'), value: z.string() }),
          z.object({ kind: z.literal('file') })
        ])
      })
    )
  })
])
const fileRequest = z.object({
  name: z.string(),
  method: passthroughMethod,
  path: z.string(),
  params: z.array(row).default([]),
  paramsJson: z.string().optional(),
  headers: z.array(row).default([]),
  body: fileBody.default({ kind: 'none' }),
  requestFormat: requestFormat.nullable().default(null),
  responseFormat: responseFormat.nullable().default(null),
  timeout: z.string().default(''),
  route: z.literal('unified').optional(),
  /** Earlier versions leave them out. */
  checks: z.array(answerCheck).max(mostChecks).optional()
})
type FileRequest = z.infer<typeof fileRequest>

/** Folders are parsed one by one, so that endless nesting does not recurse. */
const fileFolder = z.object({
  folders: z.array(z.unknown()).default([]),
  requests: z.array(z.unknown()).default([])
})

export function writeFolderFile(content: FolderContent): string {
  return `${JSON.stringify({ format, version, ...written(content) }, null, 2)}\n`
}

function written({ name, folders, requests }: FolderContent): Record<string, unknown> {
  return { name, folders: folders.map(written), requests: requests.map(writtenRequest) }
}

function writtenRequest({ name, draft }: FolderContent['requests'][number]): FileRequest {
  const { method, path, params, paramsJson, headers, body, requestFormat, responseFormat, timeout, route, checks } =
    draft
  const parts =
    body.kind === 'parts'
      ? body.parts.map(({ name, enabled, content }) => ({
          name,
          enabled,
          content: content.kind === 'file' ? { kind: content.kind } : content
        }))
      : []
  const shown: FileRequest['body'] = body.kind === 'parts' ? { kind: 'parts', parts } : body
  const some = {
    ...(paramsJson !== undefined && { paramsJson }),
    ...(route && { route }),
    ...(checks?.length && { checks })
  }
  return { name, method, path, params, ...some, headers, body: shown, requestFormat, responseFormat, timeout }
}

/** @throws AppError invalid-input with what is wrong, and where */
export function readFolderFile(text: string): FolderContent {
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (thrown) {
    throw refused(`It is not JSON. ${thrown instanceof Error ? thrown.message.slice(0, 200) : ''}`)
  }
  const head = z
    .object({ format: z.literal(format), version: z.number(), name: z.string().default('') })
    .safeParse(json)
  if (!head.success) throw refused('It is not a request file of this app.')
  if (head.data.version !== version) throw refused('It was made by another version of this app.')
  const left = { folders: fileLimits.folders, requests: fileLimits.requests }
  return read(json, head.data.name, 0)

  function read(raw: unknown, name: string, depth: number): FolderContent {
    if (depth > deepestFolder) throw refused(`Its folders are nested more than ${deepestFolder} deep.`)
    const here = parsed(fileFolder, raw, name)
    left.folders -= here.folders.length
    left.requests -= here.requests.length
    if (left.folders < 0) throw refused(`It holds more than ${fileLimits.folders} folders.`)
    if (left.requests < 0) throw refused(`It holds more than ${fileLimits.requests} requests.`)
    return {
      name,
      folders: here.folders.map((one) => read(one, parsed(z.object({ name: z.string() }), one, name).name, depth + 1)),
      requests: here.requests.map((one) => {
        const { name: named, ...request } = parsed(fileRequest, one, name)
        return { name: named, draft: { ...request, body: bodyOf(request.body) } }
      })
    }
  }
}

function bodyOf(body: FileRequest['body']): PassthroughDraft['body'] {
  if (body.kind !== 'parts') return body
  const parts = body.parts.map((part) => ({
    ...part,
    content: part.content.kind === 'file' ? { ...part.content, file: null } : part.content
  }))
  return { kind: 'parts', parts }
}

function parsed<T>(schema: z.ZodType<T>, raw: unknown, where: string): T {
  const read = schema.safeParse(raw)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const at = [where.slice(0, 80), ...(issue?.path ?? [])].join(' / ')
  throw refused(`Invalid content: ${at}: ${issue?.message ?? ''}`)
}

export class FolderExchange {
  constructor(private readonly parts: FolderExchangeParts) {}

  /**
   * @returns null if the operator cancels
   * @throws AppError not-found; leak-refused if the file would hold a known secret; the errors of a missing key
   */
  async exportFolder(workspaceId: string, folderId: string | null, as: ExportForm = 'own'): Promise<Exported | null> {
    const { saved, dialogs, masker } = this.parts
    const tree = await saved.tree(workspaceId)
    const folder = tree.folders.find(({ id }) => id === folderId)
    if (folderId !== null && !folder) throw new AppError('not-found', 'This folder was removed.')
    const dropped: string[] = []
    const names: string[] = []
    let requests = 0

    const contentOf = async (id: string | null, name: string): Promise<FolderContent> => {
      const content: FolderContent = { name, folders: [], requests: [] }
      names.push(name)
      for (const one of tree.folders) {
        if (one.parentId === id) content.folders.push(await contentOf(one.id, one.name))
      }
      for (const one of tree.requests) {
        if (one.folderId !== id) continue
        const clean = cleanDraft((await saved.open(workspaceId, one.id)).draft, masker)
        dropped.push(...clean.dropped.map((where) => `${one.name}: ${where}`))
        content.requests.push({ name: one.name, draft: clean.draft })
        names.push(one.name)
        requests++
      }
      return content
    }
    const name = folder?.name ?? 'Requests'
    const content = await contentOf(folderId, name)
    // Everything else in the file is already clean, or fixed by the format, even if a token has the same text.
    if (masker.holds(names.join('\n'))) {
      throw new AppError(
        'leak-refused',
        'A known token would be in the file, in a name: rename it. Nothing was written.'
      )
    }
    const text = as === 'postman' ? writeCollection(content) : writeFolderFile(content)
    const file = await dialogs.saveFile(fileNameOf(name, as), Buffer.from(text))
    return file === null ? null : { file, requests, dropped }
  }

  /** @returns null if the operator cancels @throws AppError invalid-input with what is wrong */
  async importFolder(workspaceId: string, folderId: string | null): Promise<Imported | null> {
    const { saved, dialogs, masker } = this.parts
    const path = await dialogs.openFile()
    if (path === null) return null
    const text = (await readChosen(path, fileLimits.bytes)).toString()
    const read = readCollection(text)
    const content = read?.content ?? readFolderFile(text)
    const tree = await saved.tree(workspaceId)
    const depth = depthOf(new Map(tree.folders.map((folder) => [folder.id, folder])), folderId)
    const folders: Folder[] = []
    const requests: { id: string; folderId: string | null; name: string; draft: PassthroughDraft }[] = []
    const renamed: string[] = []
    const dropped: string[] = read?.dropped ?? []

    put(content, folderId, depth, tree)
    await saved.put(workspaceId, folders, requests)
    return { folders: folders.length, requests: requests.length, renamed, dropped, ...(read && { notes: read.notes }) }

    function put(from: FolderContent, into: string | null, deep: number, there: LibraryTree): void {
      const free = naming(there.folders.filter(({ parentId }) => parentId === into))
      for (const one of from.folders) {
        if (deep + 1 > deepestFolder) throw new AppError('invalid-input', tooDeep)
        const id = randomUUID()
        folders.push({ id, parentId: into, name: free(one.name, 'Folder') })
        put(one, id, deep + 1, { folders: [], requests: [] })
      }
      const freeRequest = naming(there.requests.filter((one) => one.folderId === into))
      for (const one of from.requests) {
        const name = freeRequest(one.name, `${one.draft.method} request`)
        const whole: PassthroughDraft = { ...one.draft, workspaceId, region: 'default', connector: null }
        const clean = cleanDraft(whole, masker)
        dropped.push(...clean.dropped.map((where) => `${name}: ${where}`))
        requests.push({ id: randomUUID(), folderId: into, name, draft: clean.draft })
      }
    }

    function naming(there: readonly { name: string }[]) {
      const taken = there.map(({ name }) => name)
      return (given: string, nameless: string): string => {
        const wanted = cleanText(given).slice(0, longestName) || nameless
        const name = freeName(taken, wanted)
        if (name !== wanted) renamed.push(name)
        taken.push(name)
        return name
      }
    }
  }
}

const tooDeep = `This file cannot be imported here. Folders are nested at most ${deepestFolder} deep.`

function fileNameOf(name: string, as: ExportForm): string {
  const plain = trimmed(name.replace(/[^\p{L}\p{N}]+/gu, '-'), '-')
  return `${plain.slice(0, 80) || 'requests'}.${as === 'postman' ? 'postman_collection' : 'requests'}.json`
}
