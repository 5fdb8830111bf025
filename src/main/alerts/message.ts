import { createHmac } from 'node:crypto'
import type { AlertRule, ChannelKind } from '../../shared/alerts/rule'
import { timeIn, type Told } from './judge'

/** Incidents that one message names; the others are counted. */
const mostNamed = 20

export interface Message {
  id: string
  /** ms since 1970 */
  at: number
  workspace: string
  rule: Pick<AlertRule, 'name' | 'zone'>
  told: readonly Told[]
}

/** Plain text, a line for each fact. */
export function textOf({ workspace, rule, told }: Message): string {
  const lines = told
    .slice(0, mostNamed)
    .flatMap(({ title, facts, first }) => [
      title,
      ...facts,
      ...(first ? [`Told ${timeIn(rule.zone, first.at)} as “${first.title}”.`] : [])
    ])
  const more = told.length > mostNamed ? [`And ${told.length - mostNamed} more.`] : []
  return [...lines, ...more, `Connector Desk, ${workspace}, rule “${rule.name}”`].join('\n')
}

type Form = (message: Message, text: string, key: string | null) => { headers: Record<string, string>; body: string }

/** Other people's texts must not become links or mentions. */
const forSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const forTeams = (text: string) => text.replace(/[\\`*_[\]()#<>|~]/g, '\\$&')

const json = (body: unknown) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** What each channel's service takes. */
export const forms: Record<Exclude<ChannelKind, 'desktop'>, Form> = {
  slack: (_, text) => json({ text: forSlack(text), mrkdwn: false, unfurl_links: false }),
  teams: (_, text) => {
    const block = (line: string) => ({ type: 'TextBlock', text: forTeams(line), wrap: true, spacing: 'Small' })
    const content = { type: 'AdaptiveCard', version: '1.4', body: text.split('\n').map(block) }
    const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }
    return json({ type: 'message', attachments: [attachment] })
  },
  /** The signature covers the body, in which `id` and `at` tell a repeated one. */
  webhook: ({ id, at, workspace, rule, told }, text, key) => {
    const incidents = told.map(({ about, number, part, title, first }) => ({ about, number, part, title, first }))
    const { headers, body } = json({ id, at: new Date(at).toISOString(), workspace, rule: rule.name, text, incidents })
    const signature = createHmac('sha256', key ?? '')
      .update(body)
      .digest('hex')
    return { headers: { ...headers, 'x-connector-desk-signature': `sha256=${signature}` }, body }
  }
}
