import type { EvaluationWatch } from '../interpret'
import type { Node } from '../node'
import { isObject, type Value } from '../values'

/** One evaluation of one part. */
export interface Visit {
  node: Node
  input: Value
  /** Undefined if the server fails in it. */
  output: Value | undefined
  around: Visit | null
  /** Inner evaluations, in order. */
  inner: Visit[]
}

/** An operator reads a few dozen steps. */
const mostVisits = 200_000

/** Keeps every evaluation, to find the origin of a value afterwards. */
export class Recorder implements EvaluationWatch {
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

  /** The innermost failing part. */
  get failed(): Visit | null {
    return this.open
  }

  of(node: Node): readonly Visit[] {
    return this.visits.get(node) ?? []
  }

  /** The multi-select, `map` or `to_array` that made an object or list. */
  makerOf(value: Value): Visit | undefined {
    return this.makers.get(value)
  }

  /** JSON pointer of an object or list; null if an expression made it. */
  pointerTo(value: Value): string | null {
    if (value === this.data) return ''
    this.places ??= placesIn(this.data)
    const place = this.places.get(value)
    return place ? `${this.pointerTo(place.container) ?? ''}/${escaped(String(place.key))}` : null
  }
}

/** True if it makes a new object or list. */
const makes = ({ node: { kind, name }, inner, output }: Visit) =>
  kind === 'hash' ||
  kind === 'list' ||
  (kind === 'function' && (name === 'map' || (name === 'to_array' && output !== inner[0]?.output)))

export const isMap = ({ kind, name }: Node) => kind === 'function' && name === 'map'

/** Each object and list of a payload has exactly one place. */
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
