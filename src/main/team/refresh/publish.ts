import { createHash } from 'node:crypto'
import { z } from 'zod'
import { jsonText, nameText } from '../../../shared/own-name'
import { connectorRecord } from '../../../shared/connectors/connector'
import { category, type Category } from '../../../shared/connectors/category'
import type { DiagnosisKind } from '../../../shared/issues/diagnosis'
import { categoryRefresh, type RefreshProgress } from '../../../shared/connectors/refresh'
import type { Masker } from '../../secrets/masker'
import type { PageLine } from '../../store/tables/connectors/page-lines'
import { partOf, endOf } from '../../store/tables/connectors/refreshes'
import type { TeamConnection } from '../connection'
import type { Lease } from './lease'
import { shortNames } from './look'
import { limits } from './read'

/** Records, about 300 kB. */
const linesAtOnce = 250
const digestsAtOnce = 10_000

export interface PublicationParts {
  connection: Pick<TeamConnection, 'query'>
  masker: Pick<Masker, 'clean'>
}

/** `id` as `idText` writes it. */
export interface JudgedLine extends Pick<PageLine, 'category' | 'id'> {
  verdict: DiagnosisKind
}

/** A failure ends the lease (`lost`), so a refresh need not await these calls. */
export interface Publication {
  /** Sends a page (`pageOf` after `masker.clean`), except records that the team has. */
  page(lines: readonly PageLine[]): Promise<void>
  /** Display names by slug, except what the database cannot store. */
  named(names: Readonly<Record<string, string>>): Promise<void>
  /** For readers of the tables: other desks diagnose by themselves. */
  judged(diagnoses: readonly JudgedLine[]): Promise<void>
  /**
   * A complete refresh marks unseen connectors as removed; a cancelled or empty one has no end.
   *
   * @returns true if the team has all of it
   */
  end(progress: RefreshProgress): Promise<boolean>
}

interface Kept {
  digest: string
  verdict: string | null
}

interface SentLine extends PageLine {
  gone: boolean
}

const sentLines = z.array(z.object({ category, id: nameText, record: jsonText(connectorRecord), gone: z.boolean() }))
const namesBySlug = z.record(nameText, z.string())

const nameOf = ({ category, id }: Pick<PageLine, 'category' | 'id'>) => `${category}\t${id}`

/**
 * Writes changed records, and at the end removed connectors. An incomplete refresh has no end, so no desk takes it for
 * a whole one.
 *
 * @throws Trouble
 */
export async function publishRefresh(parts: PublicationParts, lease: Lease): Promise<Publication> {
  const kept = await keptBy(parts.connection, lease)
  const seen = new Set<string>()
  /** False if a record was too large. */
  let fits = true
  let tail: Promise<unknown> = Promise.resolve()
  const inOrder = async (work: () => Promise<void>) => {
    const mine = tail.then(work)
    tail = mine.catch(() => undefined)
    await mine
  }

  const send = async (lines: readonly SentLine[]) => {
    // A statement may name a connector once: the last line counts.
    const each = [...new Map(lines.map((line) => [nameOf(line), line])).values()]
    for (let at = 0; at < each.length; at += linesAtOnce)
      await lease.ask('keep_records', JSON.stringify(parts.masker.clean(sentLines, each.slice(at, at + linesAtOnce))))
  }

  const publication: Publication = {
    page: (lines) =>
      inOrder(async () => {
        lease.pages++
        const changed: SentLine[] = []
        for (const line of lines) {
          const name = nameOf(line)
          seen.add(name)
          if (line.record.length > limits.record || Buffer.byteLength(line.id) > limits.id) {
            fits = false
            continue
          }
          const digest = digestOf(line.record)
          const there = kept.get(name)
          if (there?.digest === digest) continue
          kept.set(name, { digest, verdict: null })
          const { category, id, record } = line
          changed.push({ category, id, record, gone: false })
        }
        await send(changed)
      }),

    named: (names) =>
      inOrder(async () => {
        const text = namesText(parts.masker.clean(namesBySlug, names))
        if (text !== null) await lease.ask('keep_names', text)
      }),

    judged: (diagnoses) =>
      inOrder(async () => {
        const changed: JudgedLine[] = []
        for (const { category, id, verdict } of diagnoses) {
          const there = kept.get(nameOf({ category, id }))
          if (!there || there.verdict === verdict) continue
          there.verdict = verdict
          changed.push({ category, id, verdict })
        }
        for (let at = 0; at < changed.length; at += digestsAtOnce)
          await lease.ask('keep_verdicts', JSON.stringify(changed.slice(at, at + digestsAtOnce)))
      }),

    async end({ categories }) {
      try {
        await inOrder(async () => {
          const ended = categories.map(partOf)
          const done = ended.flatMap(({ category, state }) => (state === 'done' ? category : []))
          if (endOf(ended) === 'complete') await send(missing(kept, seen, new Set(done)))
          const isOver = done.length > 0 && ended.every(({ state }) => /done|failed|refused/.test(state))
          await lease.ask(
            'end_walk',
            isOver && fits ? JSON.stringify(parts.masker.clean(z.array(categoryRefresh), categories)) : null
          )
        })
        return true
      } catch {
        return false
      } finally {
        lease.stop()
      }
    }
  }
  return publication
}

/** In pages: there may be 100,000. */
async function keptBy({ query }: Pick<TeamConnection, 'query'>, { of }: Lease): Promise<Map<string, Kept>> {
  const kept = new Map<string, Kept>()
  const select = `SELECT category, id, digest, verdict FROM connector_desk.record
    WHERE service = $1 AND scope = $2 AND NOT gone AND (category, id) > ($3, $4)
    ORDER BY category, id LIMIT ${digestsAtOnce}`
  for (let [category, id] = ['', '']; ;) {
    const rows = await query<Kept & { category: string; id: string }>(select, [of.service, of.scope, category, id])
    for (const row of rows) kept.set(`${row.category}\t${row.id}`, { digest: row.digest, verdict: row.verdict })
    const last = rows.at(-1)
    if (!last) return kept
    ;({ category, id } = last)
  }
}

function missing(kept: Map<string, Kept>, seen: Set<string>, whole: Set<Category>): SentLine[] {
  const gone: SentLine[] = []
  for (const name of kept.keys()) {
    if (seen.has(name)) continue
    const at = name.indexOf('\t')
    const category = name.slice(0, at) as Category
    if (whole.has(category)) gone.push({ category, id: name.slice(at + 1), gone: true, record: '{}' })
  }
  return gone
}

/** Matches the database. 48 bits suffice within one connector. */
const digestOf = (record: string) => createHash('sha256').update(record).digest('hex').slice(0, 12)

/** The database adds spaces, and accepts 200,000 characters. */
const longestSent = 150_000
/** NUL and half characters, which the database rejects. */
const unfit = /\\u(?:0000|d[89a-f])/

/** null if there are none or they do not fit */
function namesText(names: Readonly<Record<string, string>>): string | null {
  const text = JSON.stringify(names)
  const fits = text.length <= longestSent && shortNames.safeParse(names).success
  return fits && text !== '{}' && !unfit.test(text) ? text : null
}
