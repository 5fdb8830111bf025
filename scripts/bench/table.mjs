/** @typedef {import('./results.mjs').Line} Line */

const figure = (value) => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

const spread = (median, min, max, unit) =>
  `${figure(median)} ${unit}${min === max ? '' : ` (${figure(min)}–${figure(max)})`}`

function peerOf({ peer, peerValue, peerMin, peerMax, unit }) {
  if (peer === null) return '–'
  return `${peer}: ${peerValue === null ? 'not installed, not run' : spread(peerValue, peerMin, peerMax, unit)}`
}

function targetOf({ target, targetOf: what, unit }) {
  if (target === null) return '–'
  return what === 'ratio' ? `≤ ${target}` : `≤ ${target.toLocaleString('en')} ${unit}`
}

const met = { true: 'yes', false: '**no**', null: '–' }

/**
 * @param {Line[]} lines
 * @returns {string} Markdown, padded as Prettier does
 */
export function tableOf(lines) {
  const cells = [
    ['What', 'Ours: median (min–max)', 'Beside it', 'Ratio', 'Target', 'Met'],
    ...lines.map((line) => [
      line.name,
      spread(line.ours, line.oursMin, line.oursMax, line.unit),
      peerOf(line),
      line.ratio === null ? '–' : line.ratio.toFixed(2),
      targetOf(line),
      met[String(line.pass)]
    ])
  ]
  const widths = cells[0].map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)))
  const row = (texts) => `| ${texts.map((text, column) => text.padEnd(widths[column])).join(' | ')} |`
  const [head, ...rest] = cells.map(row)
  return [head, row(widths.map((width) => '-'.repeat(width))), ...rest].join('\n')
}

const begin = '<!-- npm run bench writes from here -->'
const end = '<!-- to here -->'

/**
 * @param {string} document
 * @param {import('./results.mjs').Results} results
 * @returns {string} the document with the table between its marks
 */
export function withTable(document, { machine, runtime, rows }) {
  const [before, rest] = document.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`The document has no place for the table: ${begin} … ${end}`)
  const { cpu, cores, memoryGB, os } = machine
  const { electron, chromium, node, commit } = runtime
  const on =
    `${cpu}, ${cores} cores, ${memoryGB} GB, ${os}; Electron ${electron}, Chromium ${chromium}, ` +
    `Node ${node}; the last run measured commit ${commit}.`
  return `${before}${begin}\n\n${on}\n\n${tableOf(rows)}\n\n${end}${after}`
}
