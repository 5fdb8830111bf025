import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeClient } from '../testing/fake-client'
import { appState, ended, row } from '../testing/made-up'
import { activityClient, madeUpCall, madeUpDelivery, madeUpWebhook, webhooksClient } from '../testing/made-up-activity'
import { hour, madeUpIssue, issuesClient } from '../testing/made-up-issues'
import { open } from '../testing/open'

/** Texts that do harm if they are more than text, each with a word to find it by. */
const hostile = {
  HTML: 'Larkfield<img src=x onerror="document.title=1"><script>document.title=1</script>',
  SVG: 'Larkfield<svg onload="document.title=1"><a xlink:href="javascript:1">x</a></svg>',
  bidi: 'Larkfield\u202egnp.exe\u2066\u2069',
  'zero-width': 'Lark\u200bfield\u200d\ufeff\u2060',
  'line breaks and controls': 'Larkfield\r\n\u0000\u0007\u2028x',
  'combining marks': `Larkfield${'\u0301'.repeat(500)}`
}
// eslint-disable-next-line no-control-regex -- those are what must not be there
const unseen = /[\u0000-\u0008\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

function connectorsClient(text: string): FakeClient {
  const client = new FakeClient(appState())
  client.answer('connectors:pinned', () => [])
  const record = { end_user: text, origin_id: text, integration_slug: text, status: text, sync_status: text }
  client.answer('connectors:refresh', ({ requestId }) => {
    client.connectors.hold([row('HRIS', 'a', record)])
    client.emit('connectors:progress', { requestId, progress: ended(Date.now()) })
  })
  return client
}

const views: [name: string, hash: string, client: (text: string) => FakeClient][] = [
  ['Connectors', '#/connectors', connectorsClient],
  [
    'Issues',
    '#/issues',
    (text) => issuesClient([madeUpIssue('a', 3 * hour, { endUser: text, originId: text, integrationSlug: text })], {})
  ],
  [
    'Activity',
    '#/activity',
    (text) =>
      activityClient([madeUpCall(1, { path: `/${text}`, subject: text, forwarded: `GET /${text}`, mutation: true })])
  ],
  [
    'Webhooks',
    '#/webhooks',
    (text) =>
      webhooksClient(
        [madeUpWebhook('a', { name: text, url: text })],
        [madeUpDelivery(1, { endUser: text, originId: text, integrationName: text, action: text, url: text })]
      )
  ]
]

for (const [view, hash, client] of views)
  for (const [kind, text] of Object.entries(hostile))
    test(`@attack a text of the service is shown as what it is: ${kind} in ${view}`, async () => {
      await open(client(text), hash)
      await expect.element(page.getByRole('main')).toHaveTextContent('Lark')
      const main = document.querySelector('main') as HTMLElement
      expect(
        main.querySelectorAll('script, img, iframe, object, a[href^="javascript"], [onload], [onerror]')
      ).toHaveLength(0)
      expect(document.title).not.toBe('1')
      const found = [...main.querySelectorAll('*')].filter((element) => {
        const own = [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : ''))
        return [...own, element.getAttribute('title'), element.getAttribute('aria-label')].some((one) =>
          unseen.test(one ?? '')
        )
      })
      expect(found.map(({ outerHTML }) => outerHTML.slice(0, 200))).toEqual([])
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(1280)
    })
