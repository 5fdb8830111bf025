import { strToU8, Zip, ZipDeflate } from 'fflate'
import { AppError } from '../../../shared/errors'
import { inTurns } from '../../base/turns'
import type { EvidenceContent, EvidenceInput } from './content'
import { toHtml } from './html'
import { toMarkdown } from './markdown'
import { maskByName, type Masked } from './masking'
import { each, jsonOf } from './pieces'

const pieceBytes = 65_536

/** What the app does not keep and so cannot put into a bundle; the reader learns that it existed. */
const leftOut: readonly Masked[] = [
  { path: 'cases[].record.connector_token', why: 'records are kept without it' },
  { path: 'requests[]: bodies, values of parameters', why: 'they are not logged' },
  { path: 'requests[].headers: what is beyond 300 characters', why: 'the log cuts it off' },
  { path: 'requests[].headers: tokens this app knows', why: 'the log writes [token] in their place' }
]

export interface EvidenceFiles {
  /** Each in pieces: thousands of cases are too much to copy at once. */
  texts: ReadonlyMap<string, readonly string[]>
  masked: readonly Masked[]
}

/**
 * The evidence bundle (issue 2, section 7): a zip with `evidence.json`, `evidence.html`, `evidence.md` and
 * `masked.json`. Fields whose names promise a secret are masked and reported.
 *
 * @throws AppError leak-refused, naming the file, when a known secret is in it in any spelling
 */
export async function evidenceBundle(
  input: EvidenceInput
): Promise<{ fileName: string; zip: Uint8Array; masked: readonly Masked[] }> {
  const files = await inTurns(evidenceFiles(input))
  const leaky = await input.masker.nameOfLeak(files.texts)
  if (leaky) {
    throw new AppError(
      'leak-refused',
      `The bundle was not made: ${leaky} would hold a token, most likely from a note or from the path of a request.`
    )
  }
  const stamp = new Date(input.madeAt)
  const zip = await inTurns(zipped(files.texts, stamp))
  const fileName = `connector-desk-evidence-${stamp.toISOString().slice(0, 19).replaceAll(':', '')}Z.zip`
  return { fileName, zip, masked: files.masked }
}

/** Packed piece by piece: a selection of thousands of cases takes seconds. */
function* zipped(texts: EvidenceFiles['texts'], mtime: Date): Generator<void, Uint8Array, void> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  for (const [name, text] of texts) {
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = mtime
    zip.add(file)
    for (const piece of text) {
      const bytes = strToU8(piece)
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        file.push(bytes.subarray(at, at + pieceBytes))
        yield
      }
    }
    file.push(new Uint8Array(), true)
  }
  zip.end()
  return Buffer.concat(pieces)
}

/** The texts of the bundle, by file name; made case by case. */
export function* evidenceFiles({ masker: _masker, ...input }: EvidenceInput): Generator<void, EvidenceFiles, void> {
  const cases = yield* each(input.cases, (one, index) => maskByName(one, `cases[${index}]`))
  const requests = yield* each(input.requests, (one, index) => maskByName(one, `requests[${index}]`))
  const masked = [...cases, ...requests].flatMap((one) => one.masked)
  const content: EvidenceContent = {
    ...input,
    cases: cases.map(({ value }) => value),
    requests: requests.map(({ value }) => value),
    masked,
    leftOut
  }
  const checked = 'No known token is in these files: raw, escaped, encoded in base64, hexadecimal or for an address.'
  const texts = new Map([
    ['evidence.json', yield* each(jsonOf(content), same)],
    ['evidence.html', yield* each(toHtml(content), same)],
    ['evidence.md', yield* each(toMarkdown(content), same)],
    ['masked.json', yield* each(jsonOf({ masked, leftOut, checked }), same)]
  ])
  return { texts, masked }
}

const same = (piece: string) => piece
