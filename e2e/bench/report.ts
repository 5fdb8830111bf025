import { appendFileSync } from 'node:fs'

/** What was measured, several times over. */
export interface Measured {
  median: number
  min: number
  max: number
}

/** One line of the bench's table. */
export interface Row {
  /** What was measured, e.g. "walk, 0 ms a page". */
  name: string
  unit: 'ms' | 's' | 'MB' | 'kB' | 'B' | '×'
  ours: Measured
  /** Whom it is compared with, null where that is not installed; left out where it has a limit of its own only. */
  peer?: { name: string; value: Measured | null }
  /** The most that ours divided by the peer's may be, or ours by itself. None where a figure is only reported. */
  target?: { ratio: number } | { ours: number }
}

/** How often each thing is measured: an odd number, so that the median is one of them. */
export const times = Number(process.env['BENCH_TIMES'] ?? 5)

export function measured(values: readonly number[]): Measured {
  const sorted = values.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? NaN, min: sorted[0] ?? NaN, max: sorted.at(-1) ?? NaN }
}

/**
 * Measures several things in turn, over and over, so that what else the machine does meanwhile meets all of them.
 * @param things name -> what measures it once and gives the figure
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

/**
 * Hands a line to `npm run bench`, which prints the table, and prints it where the file of a bench runs alone. Throws
 * where there is no figure, as the bench broke.
 */
export function report(row: Row): void {
  if (!Number.isFinite(row.ours.median)) throw new Error(`${row.name} was not measured`)
  const { name, value } = row.peer ?? {}
  const ratio = value ? ` = ${(row.ours.median / value.median).toFixed(2)}x ${name}` : name ? `; ${name} not run` : ''
  console.log(`${row.name}: ${row.ours.median.toFixed(1)} ${row.unit}${ratio}`)
  const file = process.env['BENCH_ROWS']
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`)
}
