import { SaxesParser } from 'saxes'
import { z } from 'zod'
import { AppError } from '../../shared/errors'
import { statusLimits, type StatusIncident, type StatusRead } from '../../shared/lookups/status-page'
import { shorten, unsafe } from '../base/plain-text'
import { parseJson } from '../http/json'

type Said = Pick<StatusRead, 'incidents' | 'more'>

/**
 * Reads a status page: Statuspage's JSON (`summary.json`, `incidents.json`), RSS or Atom, told apart by their text.
 * @param address of the page; an incident's link stays on its host
 * @throws AppError bad-response, in words for the operator
 */
export function readStatusText(body: Buffer, address: string): Said {
  const text = body
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (text === '') throw bad('The page is empty.')
  if (text.startsWith('{')) return readJson(body, address)
  if (/^(?:<!doctype html|<html[\s>])/i.test(text))
    throw bad('A web page for people answered, not a feed: use the address of its JSON, RSS or Atom.')
  if (text.startsWith('<')) return readFeed(text, address)
  throw bad('The answer is neither JSON nor a feed.')
}

const bad = (words: string) => new AppError('bad-response', words)

const time = z.string().nullish()
const jsonPage = z.object({
  incidents: z.array(
    z.object({
      id: z.string().nullish(),
      name: z.string(),
      status: z.string(),
      impact: z.string().nullish(),
      started_at: time,
      created_at: time,
      updated_at: time,
      resolved_at: time,
      incident_updates: z.array(z.object({ body: z.string().nullish(), display_at: time, created_at: time })).nullish()
    })
  )
})

function readJson(body: Buffer, address: string): Said {
  let json: unknown
  try {
    json = parseJson(body)
  } catch {
    throw bad('The answer is not JSON: it breaks off, or is damaged.')
  }
  const page = jsonPage.safeParse(json)
  if (!page.success) throw bad('The page has another form than before: its list of incidents cannot be read.')
  return newest(
    page.data.incidents.map((one) => {
      const [update] = one.incident_updates ?? []
      const id = /^\w{1,64}$/.exec(one.id ?? '')?.[0]
      const resolvedAt = timeOf(one.resolved_at)
      return {
        title: line(one.name, statusLimits.title),
        impact: line(one.impact ?? '', 40),
        stage: line(one.status, 40),
        open: resolvedAt === null ? isOpen(one.status) : false,
        since: timeOf(one.started_at) ?? timeOf(one.created_at),
        updatedAt: timeOf(update?.display_at) ?? timeOf(update?.created_at) ?? timeOf(one.updated_at),
        resolvedAt,
        words: plain(update?.body ?? ''),
        link: id ? new URL(`/incidents/${id}`, address).href : null
      }
    })
  )
}

/** Words of providers, in small letters. */
const opened = new Set(['investigating', 'identified', 'monitoring', 'update', 'in progress', 'verifying', 'open'])
const closed = new Set(['resolved', 'completed', 'postmortem', 'closed', 'fixed'])

/** null: the word says neither. */
function isOpen(stage: string): boolean | null {
  const word = stage.toLowerCase().replaceAll('_', ' ')
  return opened.has(word) ? true : closed.has(word) ? false : null
}

/** The newest update comes first, as "Resolved - All is well". */
const stageIn =
  /\b(investigating|identified|monitoring|update|resolved|completed|postmortem|scheduled|in progress)\b(?: -|:)/i

interface Item {
  title: string
  link: string
  text: string
  published: string
  updated: string
}
type Part = keyof Item

const parts: Readonly<Record<string, Part>> = {
  title: 'title',
  link: 'link',
  description: 'text',
  content: 'text',
  'content:encoded': 'text',
  summary: 'text',
  pubDate: 'published',
  published: 'published',
  'dc:date': 'published',
  updated: 'updated'
}
const roots = new Set(['rss', 'feed', 'rdf:RDF'])

/** saxes resolves no entity of the document's own, and has no stack that a deep document could overflow. */
function readFeed(text: string, address: string): Said {
  const parser = new SaxesParser({ position: false })
  const items: Item[] = []
  let item: Item | null = null
  let part: Part | null = null
  let depth = 0
  let problem = ''
  parser.on('error', ({ message }) => {
    // Feeds use names of HTML, such as &nbsp;, which XML does not know.
    if (!message.includes('undefined entity')) problem ||= 'The feed is damaged, or breaks off.'
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (depth++ === 0 && !roots.has(name)) problem ||= 'The answer is XML, but neither RSS nor Atom.'
    if (name === 'item' || name === 'entry') item = { title: '', link: '', text: '', published: '', updated: '' }
    else if (item && part === null) part = parts[name] ?? null
    if (item && name === 'link') item.link ||= String(attributes['href'] ?? '')
  })
  const add = (words: string) => {
    if (item && part !== null) item[part] += words
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', ({ name }) => {
    depth--
    if (parts[name] === part) part = null
    if (name !== 'item' && name !== 'entry') return
    if (item) items.push(item)
    item = null
  })
  parser.write(text).close()
  if (problem) throw bad(problem)
  return newest(items.map((one) => incidentOf(one, address)))
}

function incidentOf({ title, link, text, published, updated }: Item, address: string): StatusIncident {
  const words = plain(text)
  const stage = (
    stageIn.exec(words)?.[1] ??
    /^\W{0,3}(resolved|completed|investigating)\b/i.exec(title)?.[1] ??
    ''
  ).toLowerCase()
  const [since, updatedAt] = [timeOf(published), timeOf(updated)]
  return {
    title: line(title, statusLimits.title),
    impact: '',
    stage,
    open: isOpen(stage),
    since,
    updatedAt,
    resolvedAt: null,
    words,
    link: URL.canParse(link.trim(), address) ? new URL(link.trim(), address).href.slice(0, 2_000) : null
  }
}

/** Open ones first: a page of old news must not push out what is wrong now. */
function newest(all: StatusIncident[]): Said {
  const at = ({ since, updatedAt }: StatusIncident) => Math.max(since ?? 0, updatedAt ?? 0)
  const sorted = all.sort((a, b) => Number(b.open === true) - Number(a.open === true) || at(b) - at(a))
  const incidents = sorted.slice(0, statusLimits.incidents)
  return { incidents, more: all.length - incidents.length }
}

function timeOf(text: string | null | undefined): number | null {
  const ms = Date.parse(text?.trim() ?? '')
  return Number.isNaN(ms) ? null : ms
}

const line = (text: string, longest: number) => shorten(text.replace(unsafe, ' ').replace(/\s+/g, ' ').trim(), longest)

const names: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  apos: "'",
  nbsp: ' '
}

/** Feeds put HTML into their texts: its tags go, its words stay. */
function plain(html: string): string {
  const text = html
    .slice(0, 20 * statusLimits.words)
    .replace(/<[^<>]{0,2000}>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|apos|nbsp);/g, (_, name: string) => names[name] ?? '')
  return line(text, statusLimits.words)
}
