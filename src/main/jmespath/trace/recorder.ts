import type { Watch } from '../interpret'
import type { Node } from '../node'
import { isObject, type Value } from '../values'

/** One evaluation of one part of an expression. */
export interface Visit {
  node: Node
  input: Value
  /** Undefined where the server fails within it. */
  output: Value | undefined
  around: Visit | null
  /** What was evaluated within it, in that order. */
  inner: Visit[]
}

/** The limit of a trace: an operator reads a few dozen steps. */
const mostVisits = 200_000

/** Keeps all that is evaluated, so that the origin of a value can be found afterwards. */
export class Recorder implements Watch {
  private readonly visits = new Map<Node, Visit[]>()
  private readonly makers = new Map<Value, Visit>()
  private places: Map<Value, Place> | undefined
  private open: Visit | null = null
  private count = 0

  constructor(private readonly data: Value) {}

  enter(node: Node, input: Value): void {
    if (++this.count > mostVisits) throw new RangeError('There is too much to trace.')
    const visit: Visit = { node, input, output: undefined, around: this.open, inner: [] }
    this.open?.inner.push(visit)
    this.open = visit
    const known = this.visits.get(node)
    if (known) known.push(visit)
    else this.visits.set(node, [visit])
  }

  leave(output: Value): void {
    const visit = this.open
    if (!visit) return
    visit.output = output
    this.open = visit.around
    if (output !== null && makes(visit)) this.makers.set(output, visit)
  }

  /** The innermost part that the server fails in. */
  get failed(): Visit | null {
    return this.open
  }

  /** All evaluations of a part. */
  of(node: Node): readonly Visit[] {
    return this.visits.get(node) ?? []
  }

  /** The multi-select, `map` or `to_array` that made an object or list. */
  makerOf(value: Value): Visit | undefined {
    return this.makers.get(value)
  }

  /** JSON pointer of an object or list of the payload; null for what an expression made. */
  pointerTo(value: Value): string | null {
    if (value === this.data) return ''
    this.places ??= placesIn(this.data)
    const place = this.places.get(value)
    return place ? `${this.pointerTo(place.container) ?? ''}/${escaped(String(place.key))}` : null
  }
}

/** It gives an object or list that was not there before. */
const makes = ({ node: { kind, name }, inner, output }: Visit) =>
  kind === 'hash' ||
  kind === 'list' ||
  (kind === 'function' && (name === 'map' || (name === 'to_array' && output !== inner[0]?.output)))

export const isMap = ({ kind, name }: Node) => kind === 'function' && name === 'map'

/** Where each object and list of a payload is: every one of them is there once. */
function placesIn(data: Value): Map<Value, Place> {
  const places = new Map<Value, Place>()
  const open: Value[] = [data]
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    if (!isObject(container) && !Array.isArray(container)) continue
    for (const [key, inner] of container.entries()) {
      if (typeof inner !== 'object' || inner === null) continue
      places.set(inner, { container, key })
      open.push(inner)
    }
  }
  return places
}

interface Place {
  container: Value
  key: string | number
}

export const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')
