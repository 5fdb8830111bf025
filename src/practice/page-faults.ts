import type { PageFault } from './faults'

/** Untyped, because faults change them. */
export interface Page {
  cursor: unknown
  page_size: number
  items: unknown
}

type Named<N extends PageFault['name']> = Extract<PageFault, { name: N }>

const CHARS = { before: 'a&x=1;', after: '+%26 #é☃"' }
const LINES = { before: 'a\r\nX-Injected: 1\r\n', after: '\n' }
/** undefined omits the cursor. */
const CURSORS = { number: 42, object: { next: 'page' }, true: true, array: ['page'], empty: '', missing: undefined }

export class PageFaults {
  private taken: PageFault[] | undefined

  /**
   * @param due counts the page: called once, if the page is answered
   * @param firstCursors by listing; kept over requests
   */
  constructor(
    private readonly due: () => PageFault[],
    private readonly firstCursors: Map<string, unknown>
  ) {}

  overlap(): number {
    const fault = this.find('repeat-ids')
    return fault ? (fault.count ?? 1) : 0
  }

  /** Undoes a change by `bend`. */
  unwrap(cursor: string): string {
    const dress = [CHARS, LINES].find(({ before, after }) => cursor.startsWith(before) && cursor.endsWith(after))
    const bare = dress ? cursor.slice(dress.before.length, -dress.after.length) : cursor
    return bare.split('.', 1)[0] ?? ''
  }

  /** @param at from 0 */
  bend(page: Page, listing: string, at: number): unknown {
    let { cursor, items } = page
    const loop = this.find('cursor-loop')
    if (at === 0) this.firstCursors.set(listing, cursor)
    if (loop && (at >= (loop.period ?? 2) || (cursor === null && at > 0))) cursor = this.firstCursors.get(listing)
    if (typeof cursor === 'string') cursor = this.dress(cursor)
    const odd = this.find('unknown-enums')
    if (odd && Array.isArray(items)) items = items.map((item, n) => strange(item, n % (odd.every ?? 3) === 0))
    const shape = this.shape()
    if (shape === 'array') return items
    if (shape === 'items') items = { 0: 'not an array' }
    if (shape === 'cursor') cursor = 42
    const typed = this.find('cursor-type')
    // A finished fetch would not notice the fault.
    if (typed && cursor !== null) cursor = CURSORS[typed.as ?? 'number']
    return { ...page, cursor, items }
  }

  private dress(cursor: string): string {
    const huge = this.find('huge-cursor')
    const long = huge ? `${cursor}.`.padEnd(huge.bytes ?? 1_000_000, 'z') : cursor
    const dress = this.find('cursor-lines') ? LINES : this.find('cursor-chars') ? CHARS : { before: '', after: '' }
    return dress.before + long + dress.after
  }

  private shape() {
    const fault = this.find('wrong-shape')
    return fault && (fault.shape ?? 'items')
  }

  private find<N extends PageFault['name']>(name: N): Named<N> | undefined {
    this.taken ??= this.due()
    return this.taken.find((fault): fault is Named<N> => fault.name === name)
  }
}

function strange(item: object, enums: boolean): object {
  const fields = { data_residency: 'zone-7', labels: [{ key: 'tier', value: null }] }
  if (!enums) return { ...item, ...fields }
  return { ...item, ...fields, status: 'SUSPENDED', sync_status: 'Queued', category: 'CUSTOM' }
}
