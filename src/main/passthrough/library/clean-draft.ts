import type { Pair, PassthroughDraft } from '../../../shared/passthrough/passthrough'
import { bodyWithoutSecrets, withoutSecrets } from '../../../shared/passthrough/secrets'
import { trimmedEnd } from '../../../shared/scan'
import type { Masker } from '../../secrets/masker'

/** A draft without values that have a secret's name or are a known secret. */
export interface CleanDraft {
  draft: PassthroughDraft
  /** Where, never the values. */
  dropped: string[]
}

export function cleanDraft(draft: PassthroughDraft, masker: Pick<Masker, 'mask' | 'holds'>): CleanDraft {
  const dropped: string[] = []
  const fields = bodyWithoutSecrets(draft.body)
  const named = { ...withoutSecrets(draft), body: fields.dropped.length > 0 ? fields.body : draft.body }
  report('header', draft.headers, named.headers)
  report('param', draft.params, named.params)
  if (named.paramsJson !== draft.paramsJson) dropped.push('params')
  draft.checks?.forEach(({ value }, index) => {
    if (value !== named.checks?.[index]?.value) dropped.push(`check ${index + 1}`)
  })
  dropped.push(...fields.dropped.map((name) => `field ${name}`))
  if (!masker.holds(JSON.stringify(named))) return { draft: named, dropped }

  const clean = (where: string, text: string): string => {
    const masked = masker.mask(text)
    if (masked !== text && !dropped.includes(where)) dropped.push(where)
    return masked
  }
  const rows = (what: string, pairs: readonly Pair[]) =>
    pairs.map(({ name, value, enabled }, index) => {
      const where = `${what} ${masker.holds(name) ? index + 1 : name}`
      return { name: clean(where, name), value: clean(where, value), enabled }
    })
  return {
    draft: {
      ...named,
      path: clean('path', named.path),
      timeout: clean('timeout', named.timeout),
      headers: rows('header', named.headers),
      params: rows('param', named.params),
      ...(named.paramsJson !== undefined && { paramsJson: clean('params', named.paramsJson) }),
      ...(named.checks && {
        checks: named.checks.map(({ kind, at, value }, index) => {
          const where = `check ${index + 1}`
          return { kind, at: clean(where, at), value: clean(where, value) }
        })
      }),
      body: cleanBody(named.body)
    },
    dropped
  }

  function report(what: 'header' | 'param', before: readonly Pair[], after: readonly Pair[]): void {
    before.forEach(({ name, value }, index) => {
      if (value !== after[index]?.value) dropped.push(`${what} ${name}`)
    })
  }

  function cleanBody(body: PassthroughDraft['body']): PassthroughDraft['body'] {
    if (body.kind === 'json' || body.kind === 'xml') return { ...body, text: clean('body', body.text) }
    if (body.kind === 'none') return body
    const parts = body.parts.map((part, index) => {
      const where = `part ${index + 1}`
      const { content } = part
      if (content.kind === 'text') {
        return { ...part, name: clean(where, part.name), content: { ...content, value: clean(where, content.value) } }
      }
      const file = content.file && { ...content.file, name: clean(where, content.file.name) }
      return { ...part, name: clean(where, part.name), content: { ...content, file } }
    })
    return { ...body, parts }
  }
}

const tokenLike = [
  /^(bearer|basic)\s{1,99}\S{8}/i,
  /-----BEGIN [A-Z ]{0,99}PRIVATE KEY-----/,
  /\b(sk|pk|rk)_(live|test)_\w{8}|\bgh[pousr]_\w{20}|\bgithub_pat_\w{20}|\bxox[abeprs]-[\w-]{8}|\bAKIA[A-Z0-9]{16}\b/
]

export const looksLikeToken = (text: string): boolean =>
  holdsJwt(text) || tokenLike.some((form) => form.test(text.trimStart()))

/** The start of a JSON object in base64url, a dot, another part and a dot. */
function holdsJwt(text: string): boolean {
  const parts = text.split('.')
  return parts.some((part, at) => {
    const next = parts[at + 1] ?? ''
    if (at + 2 >= parts.length || next.length < 5 || /[^\w-]/.test(next)) return false
    const last = part.slice(trimmedEnd(part, (char) => /[\w-]/.test(char)).length)
    const begins = last.search(/\beyJ/)
    return begins >= 0 && last.length - begins >= 8
  })
}

/** Why a variable must not have this value, or null. Variables are stored in plain text. */
export function variableProblem(value: string, masker: Pick<Masker, 'holds'>): string | null {
  if (masker.holds(value)) return 'This contains a token of this app. Do not store secrets in variables.'
  return looksLikeToken(value)
    ? 'This looks like a token or key. Variables are stored in plain text: do not put secrets in them.'
    : null
}
