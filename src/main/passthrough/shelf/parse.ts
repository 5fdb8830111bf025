import { load, YAMLException } from 'js-yaml'
import { AppError } from '../../../shared/errors'
import { lintJson, positionOf } from '../../../shared/passthrough/json-lint'
import { textOfBody } from '../../base/body-text'

/** Containers in containers: flow or block of YAML, and JSON. */
const deepestYaml = 1_000

/**
 * Reads JSON or YAML. Aliases of YAML become the same object again, so they take no room until something reads through them.
 * @throws AppError invalid-input with line, column and reason
 */
export function parseText(bytes: Uint8Array): unknown {
  const text = textOfBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), 'text/plain')?.text
  if (text === undefined) throw refused('This file is no text: it is neither JSON nor YAML.')
  if (text.trim() === '') throw refused('This file is empty.')
  return /^\s*[[{]/.test(text.slice(0, 1_000)) ? parseJson(text) : parseYaml(text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    const lint = lintJson(text)
    if (!lint) throw refused('This JSON is nested too deeply.')
    throw at(positionOf(text, lint.at), lint.message)
  }
}

function parseYaml(text: string): unknown {
  try {
    return load(text, { maxDepth: deepestYaml })
  } catch (thrown) {
    if (!(thrown instanceof YAMLException)) throw thrown
    const { mark, reason } = thrown
    throw mark
      ? at({ line: mark.line + 1, column: mark.column + 1 }, `${sentence(reason)}.`)
      : refused(sentence(reason))
  }
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const at = ({ line, column }: { line: number; column: number }, reason: string) =>
  refused(`Line ${line}, column ${column}: ${reason}`)

export const refused = (message: string): AppError => new AppError('invalid-input', message)
