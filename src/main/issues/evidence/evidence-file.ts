import { inTurns } from '../../base/turns'
import { packed, searchedFor, type Texts } from '../../secrets/packed'
import type { EvidenceContent, EvidenceInput, EvidenceIssue } from './content'
import { toHtml } from './html'
import { toMarkdown } from './markdown'
import { maskByName, type Masked } from './masking'

/** Can pause after each item. */
function* each<T, R>(items: Iterable<T>, make: (item: T, index: number) => R): Generator<void, R[], void> {
  const made: R[] = []
  for (const item of items) {
    made.push(make(item, made.length))
    yield
  }
  return made
}

function* jsonOf(content: object): Generator<string> {
  let before = '{\n'
  for (const [name, value] of Object.entries(content) as [string, unknown][]) {
    yield `${before}  ${JSON.stringify(name)}: `
    if (Array.isArray(value) && value.length > 0) yield* listOf(value)
    else yield indented(value, 2)
    before = ',\n'
  }
  yield '\n}\n'
}

function* listOf(items: readonly unknown[]): Generator<string> {
  for (const [index, item] of items.entries()) yield `${index === 0 ? '[' : ','}\n    ${indented(item, 4)}`
  yield '\n  ]'
}

/** JSON escapes line feeds within its texts. */
function indented(value: unknown, by: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(by)}`)
}

/** Tells the reader about data that the app does not keep. */
const leftOut: readonly Masked[] = [
  { path: 'cases[].record.connector_token', why: 'records are kept without it' },
  { path: 'requests[]: bodies, values of parameters', why: 'they are not logged' },
  { path: 'requests[].headers: what is beyond 300 characters', why: 'the log cuts it off' },
  { path: 'requests[].headers: tokens this app knows', why: 'the log writes [token] in their place' }
]

export interface EvidenceFiles {
  texts: Texts
  masked: readonly Masked[]
}

/**
 * Masks and reports fields with a secret's name.
 * @throws AppError leak-refused, naming the file, if it holds a known secret in any spelling
 */
export async function evidenceFile(
  input: EvidenceInput
): Promise<{ fileName: string; zip: Uint8Array; masked: readonly Masked[] }> {
  const files = await inTurns(evidenceFiles(input))
  const stamp = new Date(input.madeAt)
  const zip = await packed(files.texts, stamp, input.masker, 'a note or from the path of a request')
  const fileName = `connector-desk-evidence-${stamp.toISOString().slice(0, 19).replaceAll(':', '')}Z.zip`
  return { fileName, zip, masked: files.masked }
}

export function* evidenceFiles({ masker: _masker, ...input }: EvidenceInput): Generator<void, EvidenceFiles, void> {
  const issues = yield* each(input.issues, (one, index) => maskByName(one, `cases[${index}]`))
  const requests = yield* each(input.requests, (one, index) => maskByName(one, `requests[${index}]`))
  const masked = [...issues, ...requests].flatMap((one) => one.masked).map(asInFile)
  const content: EvidenceContent = {
    ...input,
    issues: issues.map(({ value }) => value),
    requests: requests.map(({ value }) => value),
    masked,
    leftOut
  }
  const texts = new Map([
    ['evidence.json', yield* each(jsonOf(fileOf(content)), same)],
    ['evidence.html', yield* each(toHtml(content), same)],
    ['evidence.md', yield* each(toMarkdown(content), same)],
    ['masked.json', yield* each(jsonOf({ masked, leftOut, checked: searchedFor }), same)]
  ])
  return { texts, masked }
}

/** Keeps the names of `evidence.json` in every version: readers rely on them. */
function fileOf({ issues, requests, masked, leftOut, ...about }: EvidenceContent) {
  return { ...about, cases: issues.map(caseOf), requests, masked, leftOut }
}

function caseOf({ health, ...one }: EvidenceIssue) {
  const { diagnosis, refreshes: walks, issues: cases, ...rest } = health
  const { lastGoodSync: goodAsOf, ...verdict } = diagnosis
  return { ...one, health: { ...rest, verdict: { ...verdict, goodAsOf }, walks, cases } }
}

function asInFile({ path, why }: Masked): Masked {
  const [, before, name, after] = /^(cases\[\d+\]\.health\.)(diagnosis|issues)\b(.*)$/s.exec(path) ?? []
  if (before === undefined) return { path, why }
  const inside = (after ?? '').replace(/^\.lastGoodSync\b/, '.goodAsOf')
  return { path: `${before}${name === 'issues' ? 'cases' : 'verdict'}${inside}`, why }
}

const same = (piece: string) => piece
