import { appendFileSync } from 'node:fs'

export interface Measured {
  median: number
  min: number
  max: number
}

export interface Row {
  /** As "refresh, 0 ms a page". */
  name: string
  unit: 'ms' | 's' | 'MB' | 'kB' | 'B' | '×'
  ours: Measured
  /** `value`: null if not installed. */
  peer?: { name: string; value: Measured | null }
  /** Upper limit. Absent if the figure is only reported. */
  target?: { ratio: number } | { ours: number }
}

/** Odd, so that one run is the median. */
export const times = Number(process.env['BENCH_TIMES'] ?? 5)

export function measured(values: readonly number[]): Measured {
  const sorted = values.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? NaN, min: sorted[0] ?? NaN, max: sorted.at(-1) ?? NaN }
}

/**
 * In turn, so that other load affects all.
 * @param things name → measures once and returns the figure
 */
export async function inTurn<Name extends string>(
  things: Record<Name, () => Promise<number>>,
  rounds = times
): Promise<Record<Name, Measured>> {
  const values = Object.entries(things).map(() => [] as number[])
  const measures = Object.values<() => Promise<number>>(things)
  for (let round = 0; round < rounds; round++) {
    for (const [i, measure] of measures.entries()) values[i]?.push(await measure())
  }
  return Object.fromEntries(Object.keys(things).map((name, i) => [name, measured(values[i] ?? [])])) as Record<
    Name,
    Measured
  >
}

/** Hands a line to `npm run bench`, or prints it. Throws without a figure: the bench broke. */
export function report(row: Row): void {
  if (!Number.isFinite(row.ours.median)) throw new Error(`${row.name} was not measured`)
  const { name, value } = row.peer ?? {}
  const ratio = value ? ` = ${(row.ours.median / value.median).toFixed(2)}x ${name}` : name ? `; ${name} not run` : ''
  console.log(`${row.name}: ${row.ours.median.toFixed(1)} ${row.unit}${ratio}`)
  const file = process.env['BENCH_ROWS']
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`)
}
