import type { ExampleAnswer } from '../../../shared/mappings/example'
import { keyOf } from '../../../shared/mappings/builders'
import { numberFrom } from '../functions'
import { jsonText } from '../json/write'
import { isNumber, isObject, type Value } from '../values'

type Kind = ExampleAnswer['beyond'][number]['kind']

interface Leaf {
  path: string
  value: Value
}

/** `at`: which example; `of`: the value from which the wanted one seems to be made. */
export interface Reason {
  at: number
  kind: Kind
  of: string
  path: string
}

const mostLeaves = 20_000
const shown = 80

/** What standard JMESPath cannot do with the values of a record, where a wanted result would need it. */
export function reasonsFor(inputs: readonly Value[], wanted: readonly Value[]): Reason[] {
  return wanted.flatMap((want, at) => {
    const reason = reasonFor(leavesOf(inputs[at] ?? null), want)
    return reason ? [{ at, ...reason }] : []
  })
}

function reasonFor(leaves: readonly Leaf[], want: Value): Omit<Reason, 'at'> | null {
  if (want === null || typeof want === 'boolean' || typeof want === 'object') return null
  const text = typeof want === 'string' ? want : jsonText(want)
  const because = (kind: Kind, leaf: Leaf) => ({ kind, of: said(leaf.value).slice(0, shown), path: leaf.path })
  if (leaves.some(({ value }) => said(value) === text)) return null
  const texts = leaves.filter((leaf): leaf is Leaf & { value: string } => typeof leaf.value === 'string')
  const day = dayOf(text)
  const dated = day === null ? undefined : leaves.find(({ value }) => daysOf(value).includes(day))
  if (dated) return because('date', dated)
  const lower = text.toLowerCase()
  const cased = texts.find(({ value }) => value.toLowerCase() === lower)
  if (cased) return because('letters', cased)
  const bare = letters(text)
  const replaced = bare.length > 1 && texts.find(({ value }) => value.length < 1_000 && letters(value) === bare)
  if (replaced) return because('replaced', replaced)
  const part = text.length > 1 && texts.find(({ value }) => value.toLowerCase().includes(lower))
  if (part) return because('part', part)
  if (isNumber(want)) {
    const counted = calculated(leaves, Number(want))
    if (counted) return because('arithmetic', counted)
  }
  const holds = texts.some(({ value }) => value.length > 1 && text.includes(value))
  return holds || isNumber(want) ? null : { kind: 'absent', of: '', path: '' }
}

/** A number times, plus or minus another of the record, or a factor that people use. */
function calculated(leaves: readonly Leaf[], want: number): Leaf | undefined {
  const numbers = leaves.flatMap((leaf) => {
    const value = typeof leaf.value === 'string' ? numberFrom(leaf.value) : leaf.value
    return isNumber(value) && Number(value) !== 0 ? [{ leaf, value: Number(value) }] : []
  })
  const near = (value: number) => Math.abs(value - want) < 1e-6 * Math.max(1, Math.abs(want))
  const factors = [12, 52, 60, 100, 1_000, 24, 7, 2, 10, -1]
  const known = numbers.find(({ value }) => factors.some((factor) => near(value * factor) || near(value / factor)))
  if (known) return known.leaf
  const few = numbers.slice(0, 200)
  for (const { leaf, value: a } of few)
    for (const { value: b } of few) if (near(a * b) || near(a / b) || near(a - b)) return leaf
  return undefined
}

const said = (value: Value) => (typeof value === 'string' ? value : jsonText(value))
const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The day that a text names, as 2026-03-01; null for none or for several. */
function dayOf(text: string): string | null {
  const days = daysOf(text)
  return days.length > 0 ? (days[0] ?? null) : null
}

/** What a value may mean as a day: 03/04/2026 has two readings. */
function daysOf(value: Value): string[] {
  if (isNumber(value)) {
    const ms = Number(value) > 1e11 ? Number(value) : Number(value) * 1_000
    return ms > 3e11 && ms < 4e12 ? [new Date(ms).toISOString().slice(0, 10)] : []
  }
  if (typeof value !== 'string' || value.length > 40) return []
  const iso = /^(\d{4})-(\d\d)-(\d\d)/.exec(value)
  if (iso) return [iso[0]]
  const odata = /^\/Date\((-?\d{1,15})/.exec(value)
  if (odata) return [new Date(Number(odata[1])).toISOString().slice(0, 10)]
  const [, a = '', b = '', year = ''] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(value) ?? []
  if (year !== '') return [day(year, b, a), day(year, a, b)].filter((one) => one !== null)
  const spoken = /^\d{0,2}\.? ?\p{L}{3,9}\.? \d{1,2},? ?\d{0,4}$|^\d{1,2}\.? \p{L}{3,9}\.?,? \d{4}$/u.test(value)
    ? Date.parse(`${value} UTC`)
    : NaN
  return Number.isNaN(spoken) ? [] : [new Date(spoken).toISOString().slice(0, 10)]
}

function day(year: string, month: string, date: string): string | null {
  if (Number(month) < 1 || Number(month) > 12 || Number(date) < 1 || Number(date) > 31) return null
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}

function leavesOf(record: Value): Leaf[] {
  const leaves: Leaf[] = []
  visit('', record)
  return leaves

  function visit(path: string, value: Value): void {
    if (leaves.length >= mostLeaves) return
    if (Array.isArray(value)) value.forEach((item, at) => visit(`${path}[${at}]`, item))
    else if (isObject(value))
      value.forEach((inner, key) => visit(path === '' ? keyOf(key) : `${path}.${keyOf(key)}`, inner))
    else if (value !== null && value !== '') leaves.push({ path, value })
  }
}
