/** Percentile, nearest rank. */
export const share = (values, part) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1]

export const figure = (values) => ({ median: share(values, 0.5), min: Math.min(...values), max: Math.max(...values) })

export const one = (name, unit, values, most) => ({
  ...{ name, unit, ours: figure(values) },
  ...(most !== undefined && { target: { ours: most } })
})
