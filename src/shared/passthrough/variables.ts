import type { ChosenConnector, DraftProblem, Variable } from './passthrough'
import { percentEncoded } from '../percent-encoded'

/** A Map, so that `__proto__` is an ordinary name. */
export type Variables = ReadonlyMap<string, string>

const ofConnector = ['origin_id', 'connector_id']
/** Filled in from the connector itself: no variable may have this name. */
export const isBuiltIn = (name: string): boolean => ofConnector.includes(name)

/** Only those that the connector has. */
export function builtIns(connector: Pick<ChosenConnector, 'key' | 'originId'>): Variable[] {
  const { key, originId } = connector
  const id = { name: 'connector_id', value: key.slice(key.indexOf(':') + 1) }
  return originId === null ? [id] : [{ name: 'origin_id', value: originId }, id]
}

/** A later list wins: give the workspace's first, then the connector's. */
export const variablesOf = (...lists: (readonly Variable[])[]): Variables =>
  new Map(lists.flat().map(({ name, value }) => [name, value]))

const placeholder = /\{\{\s*([A-Za-z_][\w.-]{0,63})\s*\}\}/g

/** Names that stand in a text as `{{name}}`, each once. */
export const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))
]

export interface Filled {
  text: string
  problems: Pick<DraftProblem, 'severity' | 'code' | 'message'>[]
  /** Offset in the filled text → offset in the typed text. */
  typed: (at: number) => number
}

/** @param escape makes a value fit; `before` is the filled text before it */
export function fill(
  typed: string,
  variables: Variables,
  escape: (value: string, before: string) => string = (value) => value
): Filled {
  const problems: Filled['problems'] = []
  const moves: { typedEnd: number; filledStart: number; filledEnd: number }[] = []
  let text = ''
  let last = 0
  for (const match of typed.matchAll(placeholder)) {
    const [whole, name = ''] = match
    text += typed.slice(last, match.index)
    last = match.index + whole.length
    const value = variables.get(name)
    if (value === undefined) problems.push(unknown(name, variables))
    const filledStart = text.length
    text += value === undefined ? whole : escape(value, text)
    moves.push({ typedEnd: last, filledStart, filledEnd: text.length })
  }
  text += typed.slice(last)
  return { text, problems, typed: (at) => typedOffset(moves, at) }
}

function unknown(name: string, variables: Variables): Filled['problems'][number] {
  if (isBuiltIn(name)) {
    return { severity: 'refused', code: 'unknown-variable', message: `The connector has no ${name}.` }
  }
  const known = [...variables.keys()]
  const near = known.find((other) => other.toLowerCase() === name.toLowerCase())
  const hint = near ? ` Did you mean {{${near}}}?` : known.every(isBuiltIn) ? ' It has none yet.' : ''
  const message = `This workspace has no variable named ${name}.${hint}`
  return { severity: 'refused', code: 'unknown-variable', message }
}

function typedOffset(moves: { typedEnd: number; filledStart: number; filledEnd: number }[], at: number): number {
  let shift = 0
  for (const move of moves) {
    if (at < move.filledStart) break
    // Inside a value: the end of its placeholder.
    if (at < move.filledEnd) return move.typedEnd
    shift = move.typedEnd - move.filledEnd
  }
  return at + shift
}

/** In a string as its content, elsewhere as JSON. */
export function intoJson(value: string, before: string): string {
  return endsInString(before) ? JSON.stringify(value).slice(1, -1) : value
}

/** Unchanged in a CDATA section. */
export function intoXml(value: string, before: string): string {
  if (before.lastIndexOf('<![CDATA[') > before.lastIndexOf(']]>')) return value.replaceAll(']]>', ']]]]><![CDATA[>')
  return value.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

export function intoPath(value: string): string {
  return percentEncoded(value)
}

function endsInString(text: string): boolean {
  let inside = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) inside = !inside
    else if (code === 0x5c && inside) at++
  }
  return inside
}
