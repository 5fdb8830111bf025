import { describe, expect, it, vi } from 'vitest'
import { ConnectorTokens } from './connector-tokens'
import { KnownSecrets } from './known-secrets'

const secret = 'ct_live_9/f+Ü "q"_x'
const plain = 'ct_practice_8fK2mQ7x'
const known = (...secrets: string[]) => new KnownSecrets(() => secrets).now()
const base64 = (text: string) => Buffer.from(text).toString('base64')
const everyByte = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('')

describe('KnownSecrets', () => {
  it.each([
    ['raw', secret],
    ['escaped for JSON', JSON.stringify({ a: secret })],
    ['URL-encoded', `/x/${encodeURIComponent(secret)}/y`],
    ['URL-encoded in small letters', `/x?a=${encodeURIComponent(secret).toLowerCase().replace('%c3%9c', '%C3%9c')}`],
    ['as a form writes it', `a=${new URLSearchParams({ a: plain + ' ' + plain }).get('a')}`],
    ['URL-encoded twice', `/x?to=${encodeURIComponent(encodeURIComponent(secret))}`],
    ['every byte of it encoded', everyByte(secret)],
    ['base64', `Basic ${base64(secret)}`],
    ['base64 of more, at the second place', base64(`u:${secret}:p`)],
    ['base64 of more, at the third place', base64(`xy${secret}z`)],
    ['base64url', Buffer.from(secret).toString('base64url')],
    ['base64 as a part of a path', `/api/v1/hooks/${base64(plain)}/send`]
  ])('finds it %s', (_, text) => {
    const masked = known(secret, plain).mask(text)
    expect(masked).toContain('[token]')
    for (const form of [secret, plain, encodeURIComponent(secret), base64(secret), base64(plain)]) {
      expect(masked).not.toContain(form)
    }
  })

  it('leaves the rest of the text as it was', () => {
    expect(known(plain).mask(`/api/hris/v1/${plain}/delete`)).toBe('/api/hris/v1/[token]/delete')
    expect(known(plain).mask(`/a/${base64(plain)}/delete`)).toBe('/a/[token]/delete')
    const innocent = '/api/hris/v1/connectors/00000000-0000-4000-8000-000000000001/delete 100% %zz'
    expect(known(plain).mask(innocent)).toBe(innocent)
  })

  it('masks a secret whole that begins with another', () => {
    expect(known('secret-1', 'secret-1-and-more').mask('a secret-1-and-more b')).toBe('a [token] b')
  })

  it('learns of secrets that come later, and leaves very short ones alone', () => {
    const secrets = ['abc']
    const later = new KnownSecrets(() => secrets)
    expect(later.now().mask('abc later-secret')).toBe('abc later-secret')
    secrets.push('later-secret')
    expect(later.now().mask('abc later-secret')).toBe('abc [token]')
  })

  it('learns tokens as they come, and processes each once', () => {
    const known = new KnownSecrets(() => [plain])
    const learn = vi.spyOn(known, 'learn')
    const tokens = new ConnectorTokens((token) => known.learn(token))
    const list = (token: string, id = token) =>
      tokens.toRow({ workspaceId: 'w', region: 'default', category: 'HRIS' }, { id, connector_token: token })
    const before = known.now()
    for (let id = 0; id < 500; id++) list(`ct_live_${id}_of_many`)
    for (const finder of [before, known.now()])
      expect(finder.mask(`a ct_live_499_of_many ${plain}`)).toBe('a [token] [token]')
    list('ct_live_came_later', 'ct_live_7_of_many')
    expect(known.now().mask('ct_live_came_later ct_live_7_of_many')).toBe('[token] [token]')
    for (let write = 0; write < 10; write++) known.now()
    const learnt = learn.mock.calls.map(([secret]) => secret).filter((secret) => secret !== plain)
    expect(learnt).toHaveLength(501)
  })

  it('searches a long word in time: a file in base64 may be huge', () => {
    const file = 'c'.repeat(1_000_000)
    expect(known(plain).found(`${file} ${plain} ${file}%63t_practice_8fK2mQ7x`)).toHaveLength(2)
  })

  it('lets other tasks run while it searches a long text, and finds the same', async () => {
    const text = `${'a few words '.repeat(300_000)} ${plain} ${base64(plain)}`
    const finder = new KnownSecrets(() => [plain])
    let turns = 0
    let searching = true
    const others = () => searching && ++turns && setImmediate(others)
    setImmediate(others)
    const found = await finder.search(text)
    searching = false
    expect(found).toEqual(finder.now().found(text))
    expect(found).toEqual([plain, base64(plain)])
    expect(turns).toBeGreaterThan(1)
  })

  it('returns the pieces as they are in the text', () => {
    const text = `${plain} ${base64(plain)}`
    expect(known(plain).found(text)).toEqual([plain, base64(plain)])
    expect(known().found(text)).toEqual([])
  })
})
