import { passthroughMethod, type Pair, type PassthroughBody, type PassthroughMethod } from '../passthrough'
import { splitQuery } from '../checks'
import { indexJson, isProblem } from '../json-index'
import { bodyWithoutSecrets, isSecretHeader, isSecretParam } from '../secrets'
import { writeOperations } from '../unified/operations'
import { percentEncoded } from '../../percent-encoded'
import { readCurl, type RawRequest } from './curl-options'
import { readPreview } from './preview-import'
import type { CurlImport, ImportedDraft } from './imported'
import { readPowershell } from './powershell-request'
import { readPrompt, shellWords } from './words'

/** Bounds the work. */
const longestCommand = 5_000_000

/**
 * Takes curl for POSIX shells, cmd.exe or PowerShell, and Invoke-WebRequest / Invoke-RestMethod. Secrets
 * (authorization, cookies, tokens, -u) are dropped and reported, never returned.
 */
export function importCurl(pasted: string): CurlImport | { problem: string } {
  if (pasted.length > longestCommand) return { problem: 'This command is too long.' }
  let raw: RawRequest
  try {
    raw = readCommand(pasted)
  } catch (thrown) {
    return { problem: thrown instanceof Error ? thrown.message : String(thrown) }
  }
  return importRaw(raw)
}

/** Of a command, or of a file of another program. Secrets of its body are emptied, and listed as fields. */
export function importRaw(raw: RawRequest): CurlImport | { problem: string } {
  const read = readRaw(raw)
  if ('problem' in read) return read
  const { body, dropped } = bodyWithoutSecrets(read.draft.body)
  const fields = dropped.map((name) => `field ${name}`)
  return { ...read, draft: { ...read.draft, body }, dropped: [...read.dropped, ...fields] }
}

function readRaw(raw: RawRequest): CurlImport | { problem: string } {
  if (!/^\S+$/.test(raw.url)) return { problem: 'This command contains no URL.' }
  const { host, credentials, path: target } = takeApart(raw.url)
  const dropped = [...raw.secrets, ...(credentials ? ['user name and password in the URL'] : [])]
  const body = bodyText(raw)
  if (/\/api\/v1\/passthrough\/?$/.test(target.split('?')[0] ?? '') && body !== null) {
    const read = readPreview(body)
    if ('problem' in read) return read
    return { ...read, of: 'passthrough', host, dropped: [...dropped, ...secretNames(raw), ...read.dropped] }
  }
  const read = provider(raw, target, body, dropped)
  const operation = writeOperations.find(({ path }) => read.draft.path.endsWith(path))
  if (operation && read.draft.method === 'POST' && isOfTheService(raw)) {
    return { ...read, draft: unifiedWrite(operation.path, read.draft.body), of: 'unified', host }
  }
  return { ...read, of: 'third-party', host }
}

/** Only the service takes the connector token; a provider has its own credentials. */
const isOfTheService = (raw: RawRequest) => raw.headers.some(([name]) => name.toLowerCase() === 'x-connector-token')

/** It takes only a body; the command's key belonged to another act. */
const unifiedWrite = (path: string, body: PassthroughBody): ImportedDraft => ({
  ...{ method: 'POST', path, body, params: [], headers: [], requestFormat: null, responseFormat: null },
  ...{ timeout: '', route: 'unified' }
})

function readCommand(pasted: string): RawRequest {
  const { text, dialect } = readPrompt(pasted)
  if (dialect === 'powershell' && !/^(?:&\s*)?curl(\.exe)?\s+[-'"h]/i.test(text)) return readPowershell(text)
  const words = shellWords(text, dialect)
  const start = words.findIndex((word) => /(^|[/\\])curl(\.exe)?$/i.test(word))
  if (start < 0) throw new Error('This is not a cURL command.')
  return readCurl(words.slice(start + 1))
}

/** `URL` would remove `..` before anyone saw it. */
function takeApart(url: string): { host: string; credentials: boolean; path: string } {
  const [, authority = '', path = ''] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)([^]*)/i.exec(url) ?? []
  const at = authority.lastIndexOf('@')
  return { host: authority.slice(at + 1), credentials: at >= 0, path: path.startsWith('/') ? path : `/${path}` }
}

function bodyText(raw: RawRequest): string | null {
  if (raw.data.length === 0 || raw.dataInQuery) return null
  const joiner = raw.data.every(({ kind }) => kind === 'json') ? '' : '&'
  return raw.data.map((one) => (one.kind === 'urlencoded' ? encoded(one.text) : one.text)).join(joiner)
}

/** As curl: encodes the content of `name=content`, but no variable. */
function encoded(text: string): string {
  const at = text.indexOf('=')
  return at < 0 ? plainEncoded(text) : (at > 0 ? text.slice(0, at + 1) : '') + plainEncoded(text.slice(at + 1))
}

const plainEncoded = (text: string) =>
  text
    .split(/(\{\{\s{0,9}[A-Za-z_][\w.-]{0,63}\s{0,9}\}\})/)
    .map((piece, at) => (at % 2 === 1 ? piece : percentEncoded(piece)))
    .join('')

const secretNames = (raw: RawRequest) => raw.headers.map(([name]) => name).filter(isSecretHeader)

/** Of one connection, or set by the service. */
const ofTheConnection =
  /^(:|host$|content-length$|connection$|accept-encoding$|transfer-encoding$|sec-|priority$|dnt$)/i
const pseudo = new Set(['authority', 'method', 'path', 'scheme'])

function provider(raw: RawRequest, target: string, body: string | null, dropped: string[]) {
  const notes = [...raw.notes]
  const query = raw.dataInQuery ? raw.data.map(({ text, kind }) => (kind === 'urlencoded' ? encoded(text) : text)) : []
  const { path, params } = splitQuery(
    target + (query.length > 0 ? (target.includes('?') ? '&' : '?') + query.join('&') : '')
  )
  const headers = raw.headers.filter(([name]) => !ofTheConnection.test(name) && !pseudo.has(name.toLowerCase()))
  const contentType = headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? ''
  const read = readBody(raw, body, contentType, notes)
  const kept = headers.filter(([name]) => !isSecretHeader(name) && !(read.ownType && /^content-type$/i.test(name)))
  const secretParams = params.filter(({ name }) => isSecretParam(name)).map(({ name }) => `param ${name}`)
  const asked = raw.method?.toUpperCase() ?? (read.body.kind === 'none' ? 'GET' : 'POST')
  const method = passthroughMethod.safeParse(asked)
  if (!method.success) notes.push(`Passthrough does not support ${asked}; GET is used instead.`)
  const draft: ImportedDraft = {
    method: method.success ? method.data : ('GET' satisfies PassthroughMethod),
    path,
    params: params.filter(({ name }) => !isSecretParam(name)),
    headers: kept.map(([name, value]): Pair => ({ name, value, enabled: true })),
    body: read.body,
    requestFormat: null,
    responseFormat: null,
    timeout: /^\d+(\.\d+)?$/.test(raw.timeout) ? raw.timeout : ''
  }
  return { draft, notes, dropped: [...dropped, ...secretNames(raw), ...secretParams] }
}

/** @returns the body, and whether its kind implies the content type */
function readBody(
  raw: RawRequest,
  text: string | null,
  contentType: string,
  notes: string[]
): { body: PassthroughBody; ownType: boolean } {
  if (raw.form.length > 0) {
    const parts = raw.form.map(({ name, value, isFile }) => {
      if (isFile) notes.push(`Select the file again: ${value}`)
      const content = isFile ? ({ kind: 'file', file: null } as const) : ({ kind: 'text', value } as const)
      return { name, enabled: true, content }
    })
    return { body: { kind: 'parts', parts }, ownType: true }
  }
  if (text === null) return { body: { kind: 'none' }, ownType: false }
  const json = !isProblem(indexJson(text))
  const meantJson = /json/i.test(contentType) || raw.data.some(({ kind }) => kind === 'json')
  if (meantJson || (json && contentType === '' && /^\s*[{[]/.test(text))) {
    if (!json) notes.push('The body is not valid JSON. The editor marks the place.')
    return { body: { kind: 'json', text }, ownType: /^application\/json/i.test(contentType) || contentType === '' }
  }
  if (/xml/i.test(contentType) || /^\s*<[?a-z]/i.test(text)) {
    return { body: { kind: 'xml', text }, ownType: /^(application|text)\/xml/i.test(contentType) }
  }
  notes.push('The body is a form or plain text. The API has no format for it, so it is sent as a JSON string.')
  return { body: { kind: 'json', text: JSON.stringify(text) }, ownType: false }
}
