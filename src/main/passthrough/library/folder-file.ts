import { z } from 'zod'
import { AppError } from '../../../shared/errors'
import { deepestFolder } from '../../../shared/passthrough/library'
import {
  pair,
  passthroughMethod,
  requestFormat,
  responseFormat,
  type PassthroughDraft
} from '../../../shared/passthrough/passthrough'

/** The app refuses a larger file. */
export const fileLimits = { bytes: 20e6, requests: 2_000, folders: 500 } as const

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
  route: z.literal('unified').optional()
})
type FileRequest = z.infer<typeof fileRequest>

/** Folders are parsed one by one, so that endless nesting does not recurse. */
const fileFolder = z.object({
  folders: z.array(z.unknown()).default([]),
  requests: z.array(z.unknown()).default([])
})

/** Without connectors, regions and variables: each operator has their own. */
export interface FolderContent {
  name: string
  folders: FolderContent[]
  requests: { name: string; draft: Omit<PassthroughDraft, 'workspaceId' | 'region' | 'connector'> }[]
}

export function writeFolderFile(content: FolderContent): string {
  return `${JSON.stringify({ format, version, ...written(content) }, null, 2)}\n`
}

function written({ name, folders, requests }: FolderContent): Record<string, unknown> {
  return { name, folders: folders.map(written), requests: requests.map(writtenRequest) }
}

function writtenRequest({ name, draft }: FolderContent['requests'][number]): FileRequest {
  const { method, path, params, paramsJson, headers, body, requestFormat, responseFormat, timeout, route } = draft
  const parts =
    body.kind === 'parts'
      ? body.parts.map(({ name, enabled, content }) => ({
          name,
          enabled,
          content: content.kind === 'file' ? { kind: content.kind } : content
        }))
      : []
  const shown: FileRequest['body'] = body.kind === 'parts' ? { kind: 'parts', parts } : body
  const json = { ...(paramsJson !== undefined && { paramsJson }), ...(route && { route }) }
  return { name, method, path, params, ...json, headers, body: shown, requestFormat, responseFormat, timeout }
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

const refused = (why: string) => new AppError('invalid-input', `This file cannot be imported. ${why}`)
