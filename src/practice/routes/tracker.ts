import { createHmac } from 'node:crypto'
import { iso } from '../data/draft'
import { Problem, type Reply } from '../reply'
import type { Call, Route } from '../router'
import type { PracticeTicket } from '../types'

const api = '/jira/rest/api/3'

/**
 * A tracker as Jira Cloud has it (paths and shapes of its OpenAPI, REST v3), and a webhook that makes tickets. They are no
 * part of the service.
 */
export const trackerRoutes: readonly Route[] = [
  { method: 'GET', path: `${api}/search/jql`, open: true, answer: search },
  { method: 'POST', path: `${api}/issue`, open: true, answer: create },
  {
    method: 'GET',
    path: `${api}/issue/:number`,
    open: true,
    answer: (call) => ({ status: 200, body: shown(one(call)) })
  },
  { method: 'POST', path: `${api}/issue/:number/attachments`, open: true, bodyCap: 10_000_000, answer: attach },
  { method: 'GET', path: `${api}/issue/:number/transitions`, open: true, answer: listTransitions },
  { method: 'POST', path: `${api}/issue/:number/transitions`, open: true, answer: move },
  { method: 'GET', path: '/jira/browse/:number', open: true, answer: browse },
  { method: 'POST', path: '/hooks/tickets', open: true, bodyCap: 10_000_000, answer: receive }
]

/** Signs what the practice webhook takes. */
export const practiceHookKey = 'practice_hookKey7Lq2Vx9TzR4mWb8NhJ5sYd3Kf6Pc1GtQ'
/** Of tests; any other is let in as well. */
export const practiceTrackerToken = 'practice_tracker8fK2mQ7xLwP3dZ5JvB9nXc4Hs6Tg1Ry'

const statuses = {
  open: { name: 'To Do', statusCategory: { key: 'new' } },
  closed: { name: 'Done', statusCategory: { key: 'done' } }
} as const

/** @throws Problem 401 */
function authorize({ headers }: Call): void {
  const [kind = '', value = ''] = (headers.authorization ?? '').split(' ')
  const given = kind === 'Basic' ? (Buffer.from(value, 'base64').toString().split(':')[1] ?? '') : value
  if (given === '') throw new Problem(401, 'Client must be authenticated to access this resource.')
}

/** @throws Problem 404 */
function one(call: Call): PracticeTicket {
  authorize(call)
  const found = call.world.tickets.find(({ key }) => key === call.params.number)
  if (!found) throw new Problem(404, 'Issue does not exist or you do not have permission to see it.')
  return found
}

const shown = ({ id, key, summary, labels, state }: PracticeTicket) => ({
  ...{ id, key },
  fields: { summary, labels, status: statuses[state] }
})

/** By project and label; pages of at most 100, as the real one. */
function search(call: Call): Reply {
  authorize(call)
  const jql = call.query.get('jql') ?? ''
  const [, label] = /labels = "([^"]+)"/.exec(jql) ?? []
  if (label === undefined) throw new Problem(400, 'Unbounded JQL queries are not allowed here.')
  const fitting = call.world.tickets.filter(({ labels }) => labels.includes(label)).reverse()
  const size = Math.min(Number(call.query.get('maxResults') ?? 50), 100)
  const from = Number(call.query.get('nextPageToken') ?? 0)
  const isLast = from + size >= fitting.length
  const issues = fitting.slice(from, from + size).map(shown)
  return { status: 200, body: { issues, isLast, ...(!isLast && { nextPageToken: String(from + size) }) } }
}

interface Asked {
  fields?: { summary?: string; project?: { key?: string }; labels?: string[]; description?: unknown }
}

function create(call: Call): Reply {
  authorize(call)
  const { fields } = JSON.parse(call.body.toString()) as Asked
  const errors = {
    ...(!fields?.project?.key?.startsWith('OPS') && { project: 'Specify a valid project ID or key' }),
    ...((!fields?.summary || /[\r\n]/.test(fields.summary)) && {
      summary: 'The summary is invalid because it contains newline characters.'
    }),
    ...((fields?.summary?.length ?? 0) > 255 && { summary: 'Summary must be less than 255 characters.' })
  }
  if (Object.keys(errors).length > 0) return { status: 400, body: { errorMessages: [], errors } }
  const made = add(call, fields?.summary ?? '', fields?.labels ?? [], JSON.stringify(fields?.description ?? null))
  return { status: 201, body: { id: made.id, key: made.key, self: `${api}/issue/${made.id}` } }
}

function add({ world, now }: Call, summary: string, labels: readonly string[], text: string): PracticeTicket {
  const number = world.tickets.length + 1
  const made: PracticeTicket = {
    ...{ id: String(10_000 + number), key: `OPS-${number}`, summary, labels, text },
    ...{ state: 'open', created: iso(now()), files: [] }
  }
  world.tickets.push(made)
  return made
}

function attach(call: Call): Reply {
  const found = one(call)
  if (call.headers['x-atlassian-token'] !== 'no-check') throw new Problem(403, 'XSRF check failed')
  const body = call.body.toString()
  const boundary = /boundary=(\S+)$/.exec(call.headers['content-type'] ?? '')?.[1] ?? ''
  const files = body.split(`--${boundary}`).flatMap((part) => {
    const [, name, text] = /filename="([^"]+)"\r\n[^]*?\r\n\r\n([^]*)\r\n$/.exec(part) ?? []
    return name === undefined ? [] : [{ name, text: text ?? '' }]
  })
  found.files.push(...files)
  return { status: 200, body: files.map(({ name }) => ({ filename: name })) }
}

function listTransitions(call: Call): Reply {
  const found = one(call)
  const to = found.state === 'open' ? 'closed' : 'open'
  const transitions = [
    { id: to === 'closed' ? '31' : '11', name: to === 'closed' ? 'Done' : 'Reopen', to: statuses[to] }
  ]
  return { status: 200, body: { transitions } }
}

function move(call: Call): Reply {
  const found = one(call)
  const { transition } = JSON.parse(call.body.toString()) as { transition?: { id?: string } }
  if (transition?.id !== '31' && transition?.id !== '11')
    return { status: 400, body: { errorMessages: ['It is not on the list of transitions.'] } }
  found.state = transition.id === '31' ? 'closed' : 'open'
  return { status: 204 }
}

function browse(call: Call): Reply {
  return { status: 200, raw: { type: 'text/plain', bytes: `A made-up ticket ${call.params.number ?? ''}.\n` } }
}

/** Refuses what was not signed with its key. */
function receive(call: Call): Reply {
  const signed = `sha256=${createHmac('sha256', practiceHookKey).update(call.body).digest('hex')}`
  if (call.headers['connector-desk-signature'] !== signed)
    return { status: 401, body: { error: 'Not signed with my key' } }
  const { title, label, text, files } = JSON.parse(call.body.toString()) as Record<string, string> & {
    files: PracticeTicket['files']
  }
  const made = add(call, title ?? '', [label ?? ''], text ?? '')
  made.files.push(...files)
  const { host = '' } = call.headers
  return { status: 201, body: { id: made.key, url: `http://${host}/hooks/tickets/${made.key}` } }
}
