import { AppError } from '../../shared/errors'
import type {
  BodyLine,
  BodySummary,
  Comparison,
  Found,
  LineWindow,
  TableWindow,
  TreeWindow
} from '../../shared/viewer/windows'
import { toJmespath, toPointer, wayTo } from '../../shared/passthrough/paths'
import type { Piece } from '../secrets/masked'
import { TokenDigests, type SharedDigests } from '../secrets/token-digests'
import { readBody, type Body, type BodyFacts } from './body'
import { compare } from './compare'
import { find } from './find'
import { jsonLines } from './json-lines'
import { jsonChildren, jsonTable, jsonTables, treeNode } from './json-tree'
import { cut, exists, kindOf } from './json-values'
import { Opening } from './opening'
import { rawRows, type Rows } from './rows'

/** Characters of all open bodies; closes the least recently used first, but never the last two. */
const mostCharacters = 16e6
/** Of one value that is copied. */
const longestCopy = 5e6

export type CopyWhat = 'value' | 'path' | 'jmespath'

/** A complete body and its hidden texts, longest first. */
interface Whole {
  summary: BodySummary
  hidden: readonly Piece[]
}

/** The viewer thread's methods. Every answer is a bounded window. */
export class Viewer {
  /** Holds the beginning of a large body while the rest loads. */
  private readonly bodies = new Map<string, { body: Body; summary: BodySummary }>()
  /** `ready`: the first lines can be read. */
  private readonly openings = new Map<string, { ready: Promise<unknown>; whole: Promise<Whole> }>()
  private lastFind: { id: string; text: string; columns: number | undefined; found: Found } | undefined
  /** For the last viewed body; each width has its own rows. */
  private wrapped: { id: string; columns: number; rows: Rows } | undefined

  /** Opens a body whose secrets are known. */
  open(id: string, bytes: Uint8Array, facts: BodyFacts): BodySummary {
    this.close(id)
    const summary = this.put(id, readBody(bytes, facts))
    const whole = Promise.resolve({ summary, hidden: facts.hidden })
    this.openings.set(id, { ready: whole, whole })
    return summary
  }

  /** Opens a body and searches for secrets; a large body's beginning can be read earlier. */
  async begin(id: string, bytes: Uint8Array, facts: Omit<BodyFacts, 'hidden'>, known: SharedDigests): Promise<void> {
    this.close(id)
    const opening = new Opening(bytes, facts, new TokenDigests(known))
    const isWanted = (): boolean => this.openings.get(id)?.whole === whole
    const beginning = opening.beginning().then((body) => {
      if (body && isWanted()) this.put(id, body, true)
      return body !== null
    })
    const whole: Promise<Whole> = beginning.then(async () => {
      const { body, hidden } = await opening.whole()
      return { summary: isWanted() ? this.put(id, body) : summaryOf(body), hidden }
    })
    const ready = beginning.then<unknown>((shown) => shown || whole)
    this.openings.set(id, { ready, whole })
    // The next question opens it again.
    whole.catch(() => isWanted() && this.close(id))
    await ready
  }

  summary(id: string): BodySummary {
    return this.opened(id).summary
  }

  whole(id: string): Promise<Whole> {
    return this.openings.get(id)?.whole ?? Promise.reject(notOpen())
  }

  /** Waits while the body is being opened. */
  async has(id: string): Promise<boolean> {
    await this.openings.get(id)?.ready
    return this.openings.has(id)
  }

  close(id: string): void {
    this.openings.delete(id)
    this.bodies.delete(id)
    this.forgetFound(id)
  }

  /** @param columns of a raw form that is wrapped */
  lines(id: string, form: 'pretty' | 'raw', from: number, count: number, columns?: number): LineWindow {
    const body = this.get(id)
    if (form === 'pretty' && body.json) {
      return { total: body.json.lines, lines: jsonLines(body.json, from, count) }
    }
    const rows = form === 'pretty' ? (body.xml ?? body.raw) : this.rawRows(id, columns)
    return { total: rows.count, lines: rowLines(body.text, rows, from, count) }
  }

  /** @param node null for the root itself */
  children(id: string, node: number | null, from: number, count: number): TreeWindow {
    const json = this.json(id)
    if (node === null) return { total: 1, nodes: from === 0 ? [treeNode(json, 0, '')] : [] }
    return jsonChildren(json, this.known(id, node), from, count)
  }

  table(id: string, node: number, from: number, count: number): TableWindow {
    const json = this.json(id)
    if (kindOf(json, this.known(id, node)) !== 'array') throw new AppError('invalid-input', 'This is not a list.')
    return jsonTable(json, node, from, count)
  }

  /** @param columns of a raw form that is wrapped */
  find(id: string, text: string, from: number, count: number, columns?: number): Found {
    const body = this.get(id)
    let last = this.lastFind
    if (last?.id !== id || last.text !== text || last.columns !== columns) {
      last = this.lastFind = { id, text, columns, found: find(body, text, this.rawRows(id, columns)) }
    }
    const { total, more, matches } = last.found
    return { total, more, matches: matches.slice(from, from + count) }
  }

  /** Copies a text unescaped, everything else as it came. */
  copy(id: string, node: number, what: CopyWhat): string {
    const json = this.json(id)
    this.known(id, node)
    if (what !== 'value') return (what === 'path' ? toPointer : toJmespath)(wayTo(json, node))
    const raw = json.text.slice(json.start[node], json.end[node])
    if (raw.length > longestCopy) throw new AppError('too-large', 'This value is too large to copy. Save the response.')
    return kindOf(json, node) === 'string' ? (JSON.parse(raw) as string) : raw
  }

  compare(before: string, after: string): Comparison {
    return compare(this.get(before), this.get(after))
  }

  private put(id: string, body: Body, beginning = false): BodySummary {
    const summary = { ...summaryOf(body), ...(beginning && { beginning }) }
    this.forgetFound(id)
    this.bodies.delete(id)
    this.bodies.set(id, { body, summary })
    this.makeRoom(id)
    return summary
  }

  private opened(id: string): { body: Body; summary: BodySummary } {
    const open = this.bodies.get(id)
    if (!open) throw notOpen()
    this.bodies.delete(id)
    this.bodies.set(id, open)
    return open
  }

  private get(id: string): Body {
    return this.opened(id).body
  }

  private forgetFound(id: string): void {
    if (this.lastFind?.id === id) this.lastFind = undefined
    if (this.wrapped?.id === id) this.wrapped = undefined
  }

  private rawRows(id: string, columns: number | undefined): Rows {
    const { text, raw } = this.get(id)
    if (columns === undefined) return raw
    if (this.wrapped?.id !== id || this.wrapped.columns !== columns) {
      this.wrapped = { id, columns, rows: rawRows(text, columns) }
    }
    return this.wrapped.rows
  }

  private json(id: string) {
    const { json } = this.get(id)
    if (!json) throw new AppError('invalid-input', 'This response is not JSON.')
    return json
  }

  private known(id: string, node: number): number {
    if (!exists(this.json(id), node)) throw new AppError('invalid-input', 'This response has no such value.')
    return node
  }

  private makeRoom(newest: string): void {
    let characters = 0
    for (const { body } of this.bodies.values()) characters += body.text.length
    // Keeps two bodies to compare.
    const last = [...this.bodies.keys()].at(-2) ?? newest
    for (const [id, { body }] of this.bodies) {
      if (id === last || characters <= mostCharacters) break
      characters -= body.text.length
      this.close(id)
    }
  }
}

const notOpen = () => new AppError('not-found', 'This response is not open.')

function summaryOf(body: Body): BodySummary {
  return {
    kind: body.kind,
    prettyLines: body.json?.lines ?? body.xml?.count ?? 0,
    rawLines: body.kind === 'empty' || body.kind === 'binary' ? 0 : body.raw.count,
    values: body.json?.count ?? 0,
    notices: body.notices,
    tables: body.json ? jsonTables(body.json) : []
  }
}

function rowLines(text: string, rows: Rows, from: number, count: number): BodyLine[] {
  const lines: BodyLine[] = []
  for (let row = from; row < Math.min(rows.count, from + count); row++) {
    const shown = cut(text, rows.start(row), rows.end(row))
    const none = { node: null, key: null, kind: null, comma: false, endLine: null }
    lines.push({ line: row, depth: rows.depth(row), ...shown, ...none })
  }
  return lines
}
