import { issueText, lastTables, utc, type IssueText, type Table } from './tables'
import type { EvidenceContent } from './content'

/** Without scripts or external content, which its policy enforces. Spells out characters that hide or reorder. */
export function* toHtml(content: EvidenceContent): Generator<string> {
  const { app, issues, madeAt, masked } = content
  const runtime = Object.entries(app.runtime).map(([name, version]) => `${name} ${version}`)
  const made = `Created ${utc(madeAt)} by Connector Desk ${app.version} (${runtime.join(', ')}). ${masked.length} values were masked or left out.`
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Evidence</title>
<style>
body { font: 14px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 0 0 1.5rem }
th, td { border: 1px solid #ced1d6; padding: 0.25rem 0.5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere }
td bdi { white-space: pre-wrap }
</style>
</head>
<body>
<h1>Evidence</h1>
<p>${escapeHtml(made)}</p>
`
  for (const one of issues) yield `${section(issueText(one, content))}\n`
  for (const one of lastTables(content)) yield `${titled(one, 'h2')}\n`
  yield '</body>\n</html>\n'
}

function section({ title, facts, words, notes, tables }: IssueText): string {
  return [
    `<h2>${text(title)}</h2>`,
    `<p>${text(words)}</p>`,
    ...notes.map((note) => `<p>${text(note)}</p>`),
    table(['Fact', ''], facts),
    ...tables.map((one) => titled(one, 'h3'))
  ].join('\n')
}

const titled = ({ title, head, rows }: Table, tag: string) => `<${tag}>${text(title)}</${tag}>\n${table(head, rows)}`

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((one) => `<${tag}>${text(one)}</${tag}>`).join('')}</tr>`
  return `<table>\n${line(head, 'th')}\n${rows.map((row) => line(row, 'td')).join('\n')}\n</table>`
}

/** `bdi`: a right-to-left name must not reorder the text around it. */
const text = (value: string) => `<bdi>${escapeHtml(value)}</bdi>`

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;'
}

/** Controls except tab and line breaks, bidi controls, zero-width characters. */
const hidden =
  // eslint-disable-next-line no-control-regex -- finding control characters is the point
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

export function escapeHtml(value: string): string {
  return value.replace(/[&<>"'`]/g, (character) => entities[character] ?? character).replace(hidden, named)
}

function named(character: string): string {
  return `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`
}
