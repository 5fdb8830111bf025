import type { PassthroughBody, PassthroughDraft } from './passthrough'

const headerNames =
  /^(proxy-)?authorization$|^(set-)?cookie2?$|token|secret|password|passwd|api-?key|credential|session/i
const paramNames =
  /^(access|refresh|id|auth|bearer|api)?[-_]?(token|key)$|secret|password|passwd|^sig(nature)?$|^code_verifier$/i

/** Never imported, exported or kept in a saved request. */
export function isSecretHeader(name: string): boolean {
  // Those of CORS name a header, or say `true`.
  return headerNames.test(name.trim()) && !/^\s*access-control-/i.test(name)
}

export function isSecretParam(name: string): boolean {
  return paramNames.test(name.trim())
}

/** Of a body: there a plain `key` names all kinds of things, and `api_key` a secret. */
export const isSecretField = (name: string): boolean =>
  isSecretParam(name) &&
  !/^\s*key\s*$|secretar|(secret|password|passwd)[\s_-]?(policy|rule|expir|changed|required|reset)/i.test(name)

const placeholder = (name: string) => `<${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}>`

/**
 * A name in angle brackets replaces each likely secret.
 * @param keeps its variables: those of a copy are filled, with what may be one
 */
export function withoutSecrets(draft: PassthroughDraft, keeps = true): PassthroughDraft {
  const named = (isSecret: (name: string) => boolean) => (row: PassthroughDraft['headers'][number]) =>
    isSecret(row.name) && row.value !== '' && !(keeps && isVariable(row.value))
      ? { ...row, value: placeholder(row.name) }
      : row
  return {
    ...draft,
    headers: draft.headers.map(named(isSecretHeader)),
    params: draft.params.map(named(isSecretParam)),
    ...(draft.paramsJson !== undefined && { paramsJson: withoutSecretParams(draft.paramsJson, keeps) }),
    ...(draft.checks && {
      checks: draft.checks.map((check) =>
        check.kind === 'header-is' && isSecretHeader(check.at) && check.value !== ''
          ? { ...check, value: placeholder(check.at) }
          : check
      )
    })
  }
}

const withoutSecretParams = (typed: string, keeps: boolean) =>
  withoutSecretFields(typed, isSecretParam, (name) => `"${placeholder(name)}"`, keeps)

type IsSecret = (name: string) => boolean

/** Works on text, because unfinished JSON cannot be parsed. */
function withoutSecretFields(
  json: string,
  isSecret: IsSecret,
  instead: (name: string) => string,
  keeps = true
): string {
  let [clean, done] = ['', 0]
  for (const { name, value, from, to } of entriesOf(json, isSecret)) {
    if (!isSecret(name) || isHarmless(value.replace(/^"([^]*)"$/, '$1'), keeps)) continue
    clean += json.slice(done, from) + instead(name)
    done = to
  }
  return clean + json.slice(done)
}

/** No secret, but nothing, yes or no, or a variable. */
const isHarmless = (value: string, keeps = true) => /^(null|true|false)?$/.test(value) || (keeps && isVariable(value))

/** Or several, as in `{{scheme}} {{token}}`. */
const isVariable = (value: string) => value.includes('{{') && /^[\s:]*$/.test(value.replaceAll(/\{\{[^{}]*\}\}/g, ''))

/**
 * A body whose likely secrets are empty: fields of JSON, forms, parts and XML with the name of one. Variables stay.
 * @returns also the names of the emptied fields
 */
export function bodyWithoutSecrets(body: PassthroughBody): { body: PassthroughBody; dropped: string[] } {
  const dropped = new Set<string>()
  const isDropped = (name: string, value: string) =>
    isSecretField(name) && !isHarmless(value.trim()) && dropped.add(name) !== undefined
  const clean = (): PassthroughBody => {
    if (body.kind === 'none') return body
    if (body.kind === 'parts') {
      const parts = body.parts.map((part) =>
        part.content.kind === 'text' && isDropped(part.name, part.content.value)
          ? { ...part, content: { ...part.content, value: '' } }
          : part
      )
      return { ...body, parts }
    }
    if (body.kind === 'xml') {
      const element = /<((?:[\w.-]{1,100}:)?([\w.-]{1,100})(?:\s[^<>]*)?)>([^<]+)(?=<\/)/g
      const text = body.text.replace(element, (whole, tag: string, name: string, value: string) =>
        isDropped(name, value) ? `<${tag}>` : whole
      )
      return { ...body, text }
    }
    const instead = (name: string) => {
      dropped.add(name)
      return '""'
    }
    const plain = plainIn(body.text)
    if (plain === null) return { ...body, text: withoutSecretFields(body.text, isSecretField, instead) }
    return {
      ...body,
      text: JSON.stringify(withoutSecretFields(withoutSecretRows(plain, isDropped), isSecretField, instead))
    }
  }
  return { body: clean(), dropped: [...dropped] }
}

/** A form, or a text of another kind, is sent as one JSON text. */
function plainIn(json: string): string | null {
  try {
    const read: unknown = /^\s*"/.test(json) ? JSON.parse(json) : null
    return typeof read === 'string' ? read : null
  } catch {
    return null
  }
}

const withoutSecretRows = (form: string, isDropped: (name: string, value: string) => boolean) =>
  form
    .split('&')
    .map((row) => {
      const at = row.indexOf('=')
      const [name, value] = [row.slice(0, at), row.slice(at + 1)].map(decoded)
      return at > 0 && isDropped(name ?? '', value ?? '') ? row.slice(0, at + 1) : row
    })
    .join('&')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

interface Entry {
  name: string
  value: string
  from: number
  to: number
}

/** One pass, because a colleague may share a text of quotes and backslashes. */
function* entriesOf(text: string, isSecret: IsSecret): Generator<Entry, void, void> {
  const ends = endsOfTexts(text)
  const end = (at: number) => (text[at] === '"' ? (ends[at + 1] ?? none) : none)
  const gap = endsOf(text, (one) => /\s/.test(one))
  const word = endsOf(text, (one) => !/[\s,{}[\]"]/.test(one))
  for (let at = 0; at < text.length; at++) {
    const nameEnd = end(at)
    if (nameEnd === none) continue
    const colon = gap[nameEnd + 1] ?? none
    if (text[colon] !== ':') continue
    const from = gap[colon + 1] ?? none
    const textEnd = end(from)
    const name = nameIn(text.slice(at, nameEnd + 1))
    let to = textEnd === none ? (word[from] ?? none) : textEnd + 1
    if (to <= from && isSecret(name)) to = endOfList(text, from, end)
    if (to <= from) continue
    yield { name, value: text.slice(from, to), from, to }
    at = to - 1
  }
}

const none = -1

function nameIn(quoted: string): string {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted.slice(1, -1)
  }
}

/** Of a list or an object that begins here; the text's end if it is unfinished. */
function endOfList(text: string, from: number, endOfText: (at: number) => number): number {
  if (!/[[{]/.test(text[from] ?? '')) return none
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const quote = endOfText(at)
    if (quote !== none) at = quote
    else if (/[[{]/.test(text[at] as string)) depth++
    else if (/[\]}]/.test(text[at] as string) && --depth === 0) return at + 1
  }
  return text.length
}

/** By offset within a text: the quote that ends it, or none. */
function endsOfTexts(text: string): Int32Array {
  const ends = new Int32Array(text.length + 2).fill(none)
  for (let at = text.length - 1; at >= 0; at--) {
    const one = text[at]
    if (one === '"') ends[at] = at
    else if (one !== '\\') ends[at] = ends[at + 1] as number
    else if (!/[\n\r\u2028\u2029]/.test(text[at + 1] ?? '\n')) ends[at] = ends[at + 2] as number
  }
  return ends
}

/** By offset: the end of a run. */
function endsOf(text: string, isOne: (letter: string) => boolean): Int32Array {
  const ends = new Int32Array(text.length + 1).fill(text.length)
  for (let at = text.length - 1; at >= 0; at--) ends[at] = isOne(text[at] as string) ? (ends[at + 1] as number) : at
  return ends
}
