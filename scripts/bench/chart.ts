export interface Point {
  x: number
  y: number
}

export interface Panel {
  label: string
  lines: { name: string; points: readonly Point[] }[]
}

export interface Chart {
  title: string
  label: string
  panels: Panel[]
}

const panelWidth = 320
const height = 340
const [top, bottom, left, right] = [82, height - 54, 58, panelWidth - 22]
/** Room for figures at the outermost points. */
const inset = 18
const colours = ['#1d4ed8', '#b45309']

const dashed = 'stroke="#9ca3af" stroke-dasharray="2 4" fill="none"'

const text = (value: string) => value.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)
const short = (value: number) => (value >= 1_000 ? `${value / 1_000}k` : String(value))
const figure = (value: number) => (value >= 10 ? Math.round(value).toLocaleString('en') : String(+value.toPrecision(2)))
const px = (value: number) => value.toFixed(1)

export function decades(values: readonly number[]): number[] {
  const from = Math.floor(Math.log10(Math.min(...values)))
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values))))
  return Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i))
}

/** px, from `start` (first tick) to `end` (last tick). */
export function logScale(ticks: readonly number[], start: number, end: number): (value: number) => number {
  const [low, high] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 10)]
  return (value) => start + ((Math.log10(value) - low) / (high - low)) * (end - start)
}

/**
 * Both axes are logarithmic: linear growth is as steep as the dashed lines.
 * @returns SVG
 */
export function chartOf({ title, label, panels }: Chart): string {
  const width = panels.length * panelWidth
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"`,
    `  font-family="Inter, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="11" fill="#1f2937" aria-label="${text(title)}">`,
    `<defs><clipPath id="plot"><rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"/></clipPath></defs>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<text x="${left}" y="24" font-size="14" font-weight="600">${text(title)}</text>`,
    `<path d="M${width - 152} 20h36" ${dashed}/><text x="${width - 110}" y="24">grows linearly</text>`,
    ...panels.map((panel, i) => `<g transform="translate(${i * panelWidth} 0)">\n${panelOf(panel, label)}\n</g>`),
    '</svg>\n'
  ].join('\n')
}

function panelOf({ label, lines }: Panel, below: string): string {
  const points = lines.flatMap((line) => line.points)
  const xs = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b)
  const ys = decades(points.map(({ y }) => y))
  const [atX, atY] = [logScale(xs, left + inset, right - inset), logScale(ys, bottom - inset, top + inset)]
  return [
    `<text x="${left}" y="52" font-weight="600">${text(label)}</text>`,
    `<text x="${px((left + right) / 2)}" y="${height - 16}" text-anchor="middle">${text(below)}</text>`,
    ...xs.map((x) => gridLine(`M${px(atX(x))} ${top}V${bottom}`)),
    ...ys.map((y) => gridLine(`M${left} ${px(atY(y))}H${right}`)),
    ...xs.map((x) => tick(short(x), atX(x), bottom + 16, 'middle')),
    ...ys.map((y) => tick(short(y), left - 8, atY(y) + 4, 'end')),
    linear(),
    ...lines.map(drawn)
  ].join('\n')

  /** Lines of linear growth, one per decade. */
  function linear(): string {
    const [first = 1, last = 10] = [xs[0], xs.at(-1)]
    const lowest = ys[0] ?? 1
    const starts = [lowest / 1_000, lowest / 100, lowest / 10, ...ys]
    const paths = starts.map((y) => `M${px(atX(first))} ${px(atY(y))}L${px(atX(last))} ${px(atY((y * last) / first))}`)
    return `<path d="${paths.join('')}" ${dashed} clip-path="url(#plot)"/>`
  }

  function drawn({ name, points }: Panel['lines'][number], index: number): string {
    const colour = colours[index % colours.length]
    const places = points.map(({ x, y }) => `${px(atX(x))},${px(atY(y))}`)
    // Above and below, so that they do not overlap.
    const dy = index % 2 === 0 ? -8 : 16
    const figures = points.map(
      ({ x, y }) => `<text x="${px(atX(x))}" y="${px(atY(y) + dy)}" text-anchor="middle">${figure(y)}</text>`
    )
    return [
      `<g fill="${colour}" stroke="#fff" stroke-width="3" paint-order="stroke">`,
      `<polyline points="${places.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...points.map(({ x, y }) => `<circle cx="${px(atX(x))}" cy="${px(atY(y))}" r="3.5" stroke="none"/>`),
      ...figures,
      `<text x="${left + index * 110}" y="68" stroke="none">● ${text(name)}</text>`,
      '</g>'
    ].join('\n')
  }
}

const gridLine = (d: string) => `<path d="${d}" stroke="#e5e7eb"/>`

const tick = (value: string, x: number, y: number, anchor: string) =>
  `<text x="${px(x)}" y="${px(y)}" text-anchor="${anchor}" fill="#6b7280">${value}</text>`
