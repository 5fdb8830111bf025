import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killHistory, seeded } from './writer.mjs'

const linesOf = (file) => readFileSync(file, 'utf8').split('\n').filter(Boolean)

/**
 * Kills senders to a real server, which writes down what it took before it says so, as one that crashes would not. The
 * program reads KILL_PORT and KILL_TAKEN, and names to KILL_UNKNOWN what may have left.
 * @param serve (take, random) → { port, close }; `take(id)` writes down
 * @throws if something left twice, or is lost
 */
export async function killSenders({ program, what, serve }, options) {
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-taken-'))
  const [taken, unknown] = ['taken', 'unknown'].map((name) => join(folder, name))
  for (const file of [taken, unknown]) writeFileSync(file, '')
  const server = await serve((id) => appendFileSync(taken, `${id}\n`), seeded(options.seed + 1))
  Object.assign(process.env, { KILL_PORT: String(server.port), KILL_TAKEN: taken, KILL_UNKNOWN: unknown })
  try {
    const nextRound = (last) => (last?.round ?? -1) + 1
    await killHistory({ program, latestMs: 900, nextRound, ...options })
    return `${linesOf(taken).length} ${what} arrived, ${new Set(linesOf(unknown)).size} unknown and named`
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A web server. @param idOf (request, body) → what it takes; null for nothing */
const web = (idOf, answer) => async (take, random) => {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part) => (body += part))
    request.on('end', () => {
      const id = idOf(request, body)
      if (id !== null) take(id)
      setTimeout(() => response.end(JSON.stringify(answer(request, id))), random() * 15)
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: server.address().port,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    }
  }
}

/** Messages of an alert rule, to a webhook. */
export const killAlerts = (options) =>
  killSenders({ program: 'kill-alerts', what: 'messages', serve: web((_, body) => JSON.parse(body).id, () => ({})) }, options) // prettier-ignore

/** Tickets in a tracker that speaks as Jira does, each known by its label. */
export function killTickets(options) {
  const labels = []
  const created = ({ method, url }) => method === 'POST' && url.endsWith('/issue')
  const serve = web(
    (request, body) => {
      if (!created(request)) return null
      const [, label] = JSON.parse(body).fields.labels
      labels.push(label)
      return label
    },
    (request) => {
      if (created(request)) return { key: `OPS-${labels.length}` }
      const wanted = /connector-desk-[0-9a-f]{24}/.exec(decodeURIComponent(request.url))?.[0]
      const status = { name: 'To Do', statusCategory: { key: 'new' } }
      const issues = labels.flatMap((label, at) =>
        label === wanted ? { key: `OPS-${at + 1}`, fields: { summary: '', status, labels: [label] } } : []
      )
      return { issues, isLast: true }
    }
  )
  return killSenders({ program: 'kill-tickets', what: 'tickets', serve }, options)
}
