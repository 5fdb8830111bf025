import { unsafe } from '../../base/plain-text'
import { issueText, lastTables, utc, type IssueText, type Table } from './tables'
import type { EvidenceContent } from './content'

/** Foreign texts cannot format, link, or break a table. */
export function* toMarkdown(content: EvidenceContent): Generator<string> {
  const { app, issues, madeAt, masked } = content
  const runtime = Object.entries(app.runtime).map(([name, version]) => `${name} ${version}`)
  const made = `Created ${utc(madeAt)} by Connector Desk ${app.version} (${runtime.join(', ')}). ${masked.length} values were masked or left out.`
  yield `# Evidence\n\n${escapeMarkdown(made)}\n`
  for (const one of issues) yield `\n${section(issueText(one, content))}\n`
  for (const one of lastTables(content)) yield `\n${titled(one, '##')}\n`
}

function section({ title, facts, words, notes, tables }: IssueText): string {
  return [
    `## ${escapeMarkdown(title)}`,
    escapeMarkdown(words),
    ...notes.map(escapeMarkdown),
    table(['Fact', 'Value'], facts),
    ...tables.map((one) => titled(one, '###'))
  ].join('\n\n')
}

const titled = ({ title, head, rows }: Table, mark: string) =>
  `${mark} ${escapeMarkdown(title)}\n\n${table(head, rows)}`

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(' | ')} |`
  return [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n')
}

export function escapeMarkdown(value: string): string {
  return (
    value
      .replace(unsafe, ' ')
      .replace(/[\\`*_{}[\]#|~!]/g, '\\$&')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      // A zero-width space stops notifications by @ and links by #.
      .replace(/[@#]/g, '$&&#8203;')
      // Addresses become links by themselves.
      .replaceAll('://', ':\\/\\/')
      .replace(/www\./gi, (match) => match.replace('.', '\\.'))
  )
}
