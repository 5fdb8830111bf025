import type { ChangedOperation, OperationChange, ShelfChanges } from '../../../shared/passthrough/shelf'
import { answerFor } from './check'
import {
  fieldsOf,
  limitsInWords,
  resolved,
  typeInWords,
  type Shape,
  type Shapes,
  type ShelfContent,
  type StoredOperation
} from './shape'

const mostListed = 1_000
const mostPlaces = 2_000
const deepest = 10

interface Side {
  operations: ReadonlyMap<string, StoredOperation>
  shapes: Shapes
}

/** What a newer file adds, removes and changes: names, types and limits, no descriptions and examples. */
export function changesOf(before: ShelfContent, after: ShelfContent): ShelfChanges {
  const [old, now] = [sideOf(before), sideOf(after)]
  const added = after.operations.filter(({ id }) => !old.operations.has(id))
  const removed = before.operations.filter(({ id }) => !now.operations.has(id))
  const changed: ChangedOperation[] = []
  const tainted = changedShapes(old.shapes, now.shapes)
  let same = 0
  for (const operation of after.operations) {
    const earlier = old.operations.get(operation.id)
    if (!earlier) continue
    const [is, was] = [JSON.stringify(operation), JSON.stringify(earlier)]
    const mayDiffer = is !== was || refsIn(is).some((ref) => tainted.has(ref))
    const changes = mayDiffer ? differences(earlier, old.shapes, operation, now.shapes) : []
    if (changes.length === 0) same++
    else changed.push({ ...headOf(operation), changes, touches: [] })
  }
  const listed = (some: StoredOperation[]) =>
    some.slice(0, mostListed).map((one) => ({ ...headOf(one), changes: [], touches: [] }))
  return {
    counts: { added: added.length, changed: changed.length, removed: removed.length, same },
    added: listed(added),
    changed: changed.slice(0, mostListed),
    removed: listed(removed)
  }
}

function sideOf({ operations, shapes }: ShelfContent): Side {
  return { operations: new Map(operations.map((one) => [one.id, one])), shapes: new Map(Object.entries(shapes)) }
}

const headOf = ({ id, method, path, name, tag }: StoredOperation) => ({ id, method, path, name, tag })

/** Names of shapes that differ, or that refer to one that does. */
function changedShapes(before: Shapes, after: Shapes): ReadonlySet<string> {
  const usedBy = new Map<string, string[]>()
  const changed = new Set<string>()
  for (const [name, shape] of after) {
    const text = JSON.stringify(shape)
    if (text !== JSON.stringify(before.get(name))) changed.add(name)
    for (const ref of refsIn(text)) {
      const users = usedBy.get(ref)
      if (users) users.push(name)
      else usedBy.set(ref, [name])
    }
  }
  const open = [...changed]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const user of usedBy.get(name) ?? []) {
      if (changed.has(user)) continue
      changed.add(user)
      open.push(user)
    }
  }
  return changed
}

function refsIn(json: string): string[] {
  return Array.from(json.matchAll(/"ref":("[^"]{1,2000}")/g), ([, ref = '""']) => JSON.parse(ref) as string)
}

function differences(before: StoredOperation, old: Shapes, after: StoredOperation, now: Shapes): OperationChange[] {
  const changes: OperationChange[] = []
  const compare = (
    part: OperationChange['part'],
    was: ReadonlyMap<string, string>,
    is: ReadonlyMap<string, string>
  ) => {
    for (const [place, words] of was) {
      const next = is.get(place)
      if (next !== words)
        changes.push({ part, before: said(place, words), after: next === undefined ? null : said(place, next) })
    }
    for (const [place, words] of is)
      if (!was.has(place)) changes.push({ part, before: null, after: said(place, words) })
  }
  for (const part of ['path', 'query', 'header'] as const)
    compare(part, fieldsIn(before, part, old), fieldsIn(after, part, now))
  compare('body', placesOf(before.body?.shape, old, 'answer'), placesOf(after.body?.shape, now, 'answer'))
  const answer = ({ answers }: StoredOperation) => answerFor(answers, 200)?.shape
  compare('answer', placesOf(answer(before), old, 'request'), placesOf(answer(after), now, 'request'))
  return changes
}

const said = (place: string, words: string) => (place === '' ? words : `${place}: ${words}`)

function fieldsIn({ fields }: StoredOperation, where: OperationChange['part'], shapes: Shapes): Map<string, string> {
  return new Map(
    fields
      .filter((one) => one.in === where)
      .map(({ name, required, shape }) => [name, wordsOf(shape, shapes, required && where !== 'path')])
  )
}

function wordsOf(shape: Shape, shapes: Shapes, required: boolean): string {
  const limits = limitsInWords(shape, shapes).toLowerCase()
  return [typeInWords(shape, shapes), ...(limits ? [limits] : []), ...(required ? ['required'] : [])].join(', ')
}

/** Each field of a value by its place, in words. */
function placesOf(of: Shape | undefined, shapes: Shapes, without: 'answer' | 'request'): Map<string, string> {
  const places = new Map<string, string>()
  const open = new Set<string>()
  const take = (shape: Shape, place: string, required: boolean, depth: number): void => {
    if (places.size >= mostPlaces || depth > deepest) return
    const { ref } = shape
    if (ref !== undefined && open.has(ref)) return
    const { items, any = [] } = resolved(shape, shapes)
    places.set(place, wordsOf(shape, shapes, required))
    if (ref !== undefined) open.add(ref)
    for (const field of fieldsOf(shape, shapes)) {
      if (field.only !== without)
        take(field.shape, place ? `${place}.${field.name}` : field.name, field.required, depth + 1)
    }
    if (items) take(items, `${place}[]`, false, depth + 1)
    for (const one of any)
      for (const field of fieldsOf(one, shapes)) {
        const name = place ? `${place}.${field.name}` : field.name
        if (field.only !== without && !places.has(name)) take(field.shape, name, false, depth + 1)
      }
    if (ref !== undefined) open.delete(ref)
  }
  if (of) take(of, '', false, 0)
  return places
}
