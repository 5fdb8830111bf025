import type { PassthroughDraft } from './passthrough'

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

const placeholder = (name: string) => `<${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}>`

/** A name in angle brackets replaces each likely secret. */
export function withoutSecrets(draft: PassthroughDraft): PassthroughDraft {
  const named = (isSecret: (name: string) => boolean) => (row: PassthroughDraft['headers'][number]) =>
    isSecret(row.name) && row.value !== '' && !/^\{\{.*\}\}$/.test(row.value)
      ? { ...row, value: placeholder(row.name) }
      : row
  return {
    ...draft,
    headers: draft.headers.map(named(isSecretHeader)),
    params: draft.params.map(named(isSecretParam)),
    ...(draft.paramsJson !== undefined && { paramsJson: withoutSecretParams(draft.paramsJson) }),
    ...(draft.checks && {
      checks: draft.checks.map((check) =>
        check.kind === 'header-is' && isSecretHeader(check.at) && check.value !== ''
          ? { ...check, value: placeholder(check.at) }
          : check
      )
    })
  }
}

/** Works on text, because unfinished JSON cannot be parsed. */
function withoutSecretParams(typed: string): string {
  let [clean, done] = ['', 0]
  for (const { name, value, from, to } of entriesOf(typed)) {
    const isFilled = value === '""' || /^"?\{\{.*\}\}"?$/.test(value)
    if (!isSecretParam(name) || isFilled) continue
    clean += `${typed.slice(done, from)}"${placeholder(name)}"`
    done = to
  }
  return clean + typed.slice(done)
}

interface Entry {
  name: string
  value: string
  from: number
  to: number
}

/** One pass, because a colleague may share a text of quotes and backslashes. */
function* entriesOf(text: string): Generator<Entry, void, void> {
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
    const to = textEnd === none ? (word[from] ?? none) : textEnd + 1
    if (to <= from) continue
    yield { name: text.slice(at + 1, nameEnd), value: text.slice(from, to), from, to }
    at = to - 1
  }
}

const none = -1

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
