import { beforeEach, describe, expect, it } from 'vitest'
import { Outside } from './outside'

let opened: string[]
let outside: Outside
beforeEach(() => {
  opened = []
  outside = new Outside(async (address) => void opened.push(address))
})

describe('Outside', () => {
  const dashboard = 'https://dashboard.example.com/c/{connector_id}/link'

  it('opens the page of a connector at the configured dashboard', async () => {
    await outside.page(dashboard, '1')
    expect(opened).toEqual(['https://dashboard.example.com/c/1/link'])
  })

  it.each([
    'https://dashboard.example.com/c/1',
    'https://user:word@dashboard.example.com/{connector_id}',
    'https://{connector_id}.example.com/',
    'http://dashboard.example.com/{connector_id}',
    'file:///etc/passwd?{connector_id}',
    'javascript:alert("{connector_id}")',
    'mailto:a@b.example?body={connector_id}',
    'no address {connector_id}',
    ''
  ])('@attack does not open %s', async (template) => {
    await expect(outside.page(template, '1')).rejects.toMatchObject({ code: 'not-found' })
    expect(opened).toEqual([])
  })

  it.each([
    '../../logout',
    '..\\..\\logout',
    '%2e%2e/logout',
    '1/../../logout',
    '1?next=/logout',
    '1#/logout',
    '//evil.example'
  ])('@attack a connector called %s opens no other path than the template’s', async (id) => {
    await outside.page(dashboard, id)
    expect(opened[0]).toMatch(/^https:\/\/dashboard\.example\.com\/c\/[^/?#\\]+\/link$/)
  })

  it.each(['', '.', '..', '...'])('@attack a connector called "%s" opens nothing', async (id) => {
    await expect(outside.page(dashboard, id)).rejects.toMatchObject({ code: 'not-found' })
    expect(opened).toEqual([])
  })

  it('@attack a letter is a subject and a body to nobody yet, whatever is in it', async () => {
    await outside.mail('Reconnect & more\r\nBcc: all@evil.example', 'Hello,\n?cc=x&attach=/etc/passwd \ud800')
    const [address = ''] = opened
    expect(address).toMatch(/^mailto:\?subject=[^&?]*&body=[^&?]*$/)
    expect(new URLSearchParams(address.split('?')[1]).get('body')).toBe('Hello,\r\n?cc=x&attach=/etc/passwd \ufffd')
  })

  it('opens an https page that a person agreed to', async () => {
    await outside.link('https://help.example/a?b=c#d')
    expect(opened).toEqual(['https://help.example/a?b=c#d'])
  })

  it.each([
    'http://help.example',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://good.example@evil.example/',
    'https://user:word@help.example/',
    'mailto:a@b.example',
    'ssh://help.example',
    'help.example',
    ''
  ])('@attack a link to %s opens nothing', async (link) => {
    await expect(outside.link(link)).rejects.toMatchObject({ code: 'not-found' })
    expect(opened).toEqual([])
  })

  it('refuses a letter that a mail program would cut', async () => {
    await expect(outside.mail('Hello', 'x'.repeat(3_000))).rejects.toMatchObject({ code: 'too-large' })
    expect(opened).toEqual([])
  })
})
