import type { BodyLine, ValueKind } from '../../shared/viewer/windows'
import { none, type JsonIndex } from '../../shared/passthrough/json-index'
import { rawKey } from '../../shared/passthrough/json-lint'
import { hasNextSibling, isContainer, kindOf, shownText } from './json-values'
import { lastAtOrBefore } from './rows'

/**
 * A window of the pretty form. Values begin on ascending lines, so a binary search finds a line's value; lines after
 * the last value are closing brackets.
 */
export function jsonLines(index: JsonIndex, from: number, count: number): BodyLine[] {
  const lines: BodyLine[] = []
  const end = Math.min(index.lines, from + count)
  let n = lastAtOrBefore(index.line, index.count, from)
  for (let line = from; line < end; line++) {
    if (index.line[n + 1] === line) n++
    const above = line - (index.line[n] ?? 0)
    lines.push(above === 0 ? opening(index, n, line) : closing(index, ancestor(index, n, above), line))
  }
  return lines
}

/** The line on which a value begins, its key included. */
function opening(index: JsonIndex, n: number, line: number): BodyLine {
  const kind = kindOf(index, n)
  const filled = (index.size[n] ?? 0) > 0
  const brackets = kind === 'object' ? '{}' : '[]'
  const shown = isContainer(kind) ? { text: filled ? brackets.slice(0, 1) : brackets, cut: 0 } : shownText(index, n)
  return {
    line,
    depth: depthOf(index, n),
    node: n,
    key: (index.key[n] ?? none) === none ? null : rawKey(index, n),
    ...shown,
    kind,
    comma: !filled && hasNextSibling(index, n),
    endLine: filled ? lastLine(index, n) : null
  }
}

function closing(index: JsonIndex, n: number, line: number): BodyLine {
  const kind: ValueKind = kindOf(index, n)
  return {
    line,
    depth: depthOf(index, n),
    node: null,
    key: null,
    text: kind === 'object' ? '}' : ']',
    cut: 0,
    kind,
    comma: hasNextSibling(index, n),
    endLine: null
  }
}

function ancestor(index: JsonIndex, n: number, steps: number): number {
  let at = n
  for (let step = 0; step < steps; step++) at = index.parent[at] ?? none
  return at
}

function depthOf(index: JsonIndex, n: number): number {
  let depth = 0
  for (let at = index.parent[n] ?? none; at !== none; at = index.parent[at] ?? none) depth++
  return depth
}

/** Line of a container's closing bracket. */
function lastLine(index: JsonIndex, n: number): number {
  const last = (index.next[n] ?? 1) - 1
  let line = index.line[last] ?? 0
  for (let at = last; at !== n; at = index.parent[at] ?? n) line++
  return line
}
