import type { PassthroughDraft } from '../model/passthrough'

const headerNames =
  /^(proxy-)?authorization$|^(set-)?cookie2?$|token|secret|password|passwd|api-?key|credential|session/i
const paramNames =
  /^(access|refresh|id|auth|bearer|api)?[-_]?(token|key)$|secret|password|passwd|^sig(nature)?$|^code_verifier$/i

/** Whether a header's value is most likely a secret: it is never imported, exported or kept in a saved request. */
export function isSecretHeader(name: string): boolean {
  return headerNames.test(name.trim())
}

export function isSecretParam(name: string): boolean {
  return paramNames.test(name.trim())
}

/** A draft that is safe to share: what looks like a secret is replaced by a name in angle brackets. */
export function withoutSecrets(draft: PassthroughDraft): PassthroughDraft {
  const named = (isSecret: (name: string) => boolean) => (row: PassthroughDraft['headers'][number]) =>
    isSecret(row.name) && row.value !== '' && !/^\{\{.*\}\}$/.test(row.value)
      ? { ...row, value: `<${row.name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}>` }
      : row
  return {
    ...draft,
    headers: draft.headers.map(named(isSecretHeader)),
    params: draft.params.map(named(isSecretParam)),
    ...(draft.paramsJson !== undefined && { paramsJson: withoutSecretParams(draft.paramsJson) })
  }
}

const entry = /("(?:[^"\\]|\\.)*")(\s*:\s*)("(?:[^"\\]|\\.)*"|[^\s,{}[\]"]+)/g

/** The JSON with what looks like a secret replaced by a name in angle brackets, at any depth; read as text, as it may not be JSON yet. */
function withoutSecretParams(typed: string): string {
  return typed.replace(entry, (whole, name: string, colon: string, value: string) => {
    const plain = name.slice(1, -1)
    const isFilled = value === '""' || /^"?\{\{.*\}\}"?$/.test(value)
    return isSecretParam(plain) && !isFilled
      ? `${name}${colon}"<${plain.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}>"`
      : whole
  })
}
