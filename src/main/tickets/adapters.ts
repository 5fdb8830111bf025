import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../shared/errors'
import {
  isJiraNumber,
  ofJira,
  readTicket,
  ticketLimits,
  type SeenTicket,
  type Tracker
} from '../../shared/tickets/ticket'
import { oneLine } from '../base/plain-text'
import type { Adapter, Draft, Found } from './tracker'

const api = '/rest/api/3'
const pageSize = 100
const mostPages = ticketLimits.found / pageSize

const issue = z.object({
  key: z.string(),
  fields: z.object({
    summary: z.string().nullish(),
    status: z.object({ name: z.string(), statusCategory: z.object({ key: z.string() }) }),
    labels: z.array(z.string()).nullish()
  })
})
const page = z.object({
  issues: z.array(z.unknown()),
  nextPageToken: z.string().max(10_000).nullish(),
  isLast: z.boolean().nullish()
})
const created = z.object({ key: z.string() })
const transitions = z.object({
  transitions: z.array(
    z.object({ id: z.string(), name: z.string(), to: z.object({ statusCategory: z.object({ key: z.string() }) }) })
  )
})
const refusal = z.object({
  errorMessages: z.array(z.string()).optional(),
  errors: z.record(z.string(), z.string()).optional()
})

/** Jira Cloud, REST v3, as its OpenAPI says. A bearer token is one of OAuth, or of a service account. */
function jira({ address, account, project, issueType }: Tracker): Adapter {
  return {
    base: address,
    authorization: (secret) =>
      account ? `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}` : `Bearer ${secret}`,

    creation: (draft) => ({
      method: 'POST',
      path: `${api}/issue`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        fields: {
          project: { key: project },
          issuetype: { name: issueType },
          summary: draft.title,
          labels: ['connector-desk', draft.label],
          description: documentOf(draft)
        }
      })
    }),

    created(answer) {
      const read = created.safeParse(answer)
      return read.success && isJiraNumber(read.data.key) ? ofJira(address, read.data.key) : null
    },

    attachment: (number, files) => ({
      method: 'POST',
      path: `${api}/issue/${number}/attachments`,
      ...multipart(files)
    }),

    asks: {
      async find(ask, label) {
        const jql = `project = "${project}" AND labels = "${label}" ORDER BY created DESC`
        const found: Found = { tickets: [], more: false }
        let nextPageToken: string | undefined
        for (let pages = 0; pages < mostPages; pages++) {
          const query = { jql, maxResults: pageSize, fields: 'summary,status,labels', nextPageToken }
          const read = page.safeParse(await ask(`${api}/search/jql`, query))
          if (!read.success) throw unreadable()
          for (const one of read.data.issues.slice(0, pageSize)) {
            // One that carries another label is not of this connector, whatever the search says.
            const seen = issue.safeParse(one)
            if (seen.success && seen.data.fields.labels?.includes(label)) found.tickets.push(seenOf(seen.data))
            else found.more = true
          }
          nextPageToken = read.data.nextPageToken ?? undefined
          if (nextPageToken === undefined || read.data.isLast === true) return found
        }
        return { ...found, more: true }
      },

      async read(ask, number) {
        try {
          const read = issue.safeParse(await ask(`${api}/issue/${number}`, { fields: 'summary,status,labels' }))
          if (!read.success || !isJiraNumber(read.data.key)) throw unreadable()
          return seenOf(read.data)
        } catch (thrown) {
          if (thrown instanceof AppError && thrown.info.status === 404) return null
          throw thrown
        }
      },

      async closing(ask, number) {
        const path = `${api}/issue/${number}/transitions`
        const read = transitions.safeParse(await ask(path))
        if (!read.success) throw unreadable()
        const done = read.data.transitions.find(({ to }) => to.statusCategory.key === 'done')
        if (!done)
          throw new AppError('tracker-refused', `${number} cannot be closed from its status. Close it in the tracker.`)
        const body = JSON.stringify({ transition: { id: done.id } })
        return { method: 'POST', path, headers: { 'content-type': 'application/json' }, body, status: done.name }
      }
    },

    says(answer) {
      const read = refusal.safeParse(answer)
      if (!read.success) return ''
      return oneLine([...(read.data.errorMessages ?? []), ...Object.values(read.data.errors ?? {})].join(' '))
    }
  }

  function seenOf({ key, fields }: z.infer<typeof issue>): SeenTicket {
    const { number, url } = ofJira(address, key)
    return {
      ...{ number: number.slice(0, ticketLimits.text), url },
      title: oneLine(fields.summary ?? '').slice(0, ticketLimits.text),
      status: oneLine(fields.status.name).slice(0, ticketLimits.text),
      over: fields.status.statusCategory.key === 'done'
    }
  }
}

const unreadable = () =>
  new AppError('tracker-refused', 'The tracker’s answer cannot be read: it is not what Jira Cloud answers.')

/** As Atlassian's document format: a customer's text formats, mentions and links nothing. */
function documentOf({ words, notes, facts }: Draft) {
  const text = (value: string, marks?: { type: 'strong' }[]) => ({
    type: 'text',
    text: value || '–',
    ...(marks && { marks })
  })
  const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
  const fact = ([name, value]: readonly [string, string]) => ({
    type: 'listItem',
    content: [paragraph(text(`${name}: `, [{ type: 'strong' }]), text(value))]
  })
  return {
    ...{ type: 'doc', version: 1 },
    content: [...[words, ...notes].map((one) => paragraph(text(one))), { type: 'bulletList', content: facts.map(fact) }]
  }
}

/** Texts alone, so that the confirmation shows what leaves. The boundary is a digest of them, so it is in none. */
function multipart(files: Draft['files']): { headers: Record<string, string>; body: string } {
  const digest = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 40)
  const boundary = `connector-desk-${digest}`
  const parts = files.map(
    ({ name, type, text }) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`
  )
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'x-atlassian-token': 'no-check' },
    body: `${parts.join('')}--${boundary}--\r\n`
  }
}

const answered = z.object({
  id: z.union([z.string().min(1).max(ticketLimits.text), z.number()]),
  url: z.string().nullish()
})
const hookRefusal = z.object({ error: z.string() })

/**
 * A service of the operator's own: one signed POST, whose answer names the ticket. It cannot be asked, so an unknown
 * outcome stays unknown until a person says otherwise. The label lets a careful service refuse a second one.
 */
function webhook(tracker: Tracker): Adapter {
  const { origin, pathname } = new URL(tracker.address)
  return {
    base: origin,
    authorization: () => null,
    creation({ label, title, words, notes, facts, files }, secret) {
      const body = JSON.stringify({ label, title, text: [words, ...notes].join('\n\n'), facts, files })
      const signature = createHmac('sha256', secret).update(body, 'utf8').digest('hex')
      const headers = { 'content-type': 'application/json', 'connector-desk-signature': `sha256=${signature}` }
      return { method: 'POST', path: pathname, headers, body }
    },
    created(answer) {
      const read = answered.safeParse(answer)
      if (!read.success) return null
      const { id, url } = read.data
      return { number: oneLine(String(id)), url: url ? (readTicket(tracker, url)?.url ?? null) : null }
    },
    attachment: () => null,
    says: (answer) => {
      const read = hookRefusal.safeParse(answer)
      return read.success ? oneLine(read.data.error) : ''
    }
  }
}

export const adapters: Record<Tracker['kind'], (tracker: Tracker) => Adapter> = { jira, webhook }
