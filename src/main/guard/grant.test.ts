import { describe, expect, it } from 'vitest'
import { personWho } from './testing'
import { Grant, grantMs, spend, type Leaving } from './grant'
import { AppError } from '../../shared/errors'
import { nameToType, type Act, type Second, type SecondAsked } from './confirmer'

const request: Leaving = {
  method: 'POST',
  url: 'https://api.example.com/x?a=1',
  headers: { authorization: 'Bearer one', 'x-connector-token': 'ct_one' },
  body: '{"a":1}'
}
const other = { code: 'confirmation-needed', message: expect.stringContaining('not the one that was confirmed') }
const { signal } = new AbortController()
const act: Act = {
  place: { workspaceId: 'w', region: 'eu' },
  title: 'Delete it',
  verb: 'Delete',
  requests: [{ leaving: request }]
}

describe('@attack a grant', () => {
  it('lets its request leave once', () => {
    const grant = new Grant([request], 100, () => 100)
    grant.spend({ ...request })
    expect(() => grant.spend(request)).toThrow(expect.objectContaining(other))
  })

  it.each<[string, Partial<Leaving>]>([
    ['method', { method: 'DELETE' }],
    ['origin', { url: 'https://evil.example/x?a=1' }],
    ['path', { url: 'https://api.example.com/y?a=1' }],
    ['query', { url: 'https://api.example.com/x?a=2' }],
    ['body', { body: '{"a":2}' }],
    ['body left out', { body: undefined }],
    ['bearer token', { headers: { ...request.headers, authorization: 'Bearer two' } }],
    ['connector token', { headers: { ...request.headers, 'x-connector-token': 'ct_two' } }],
    ['further header', { headers: { ...request.headers, 'x-more': '1' } }]
  ])('lets no request with another %s leave', (_, change) => {
    const grant = new Grant([request], 100, () => 100)
    expect(() => grant.spend({ ...request, ...change })).toThrow(expect.objectContaining(other))
  })

  it('expires after a minute, unless its act has begun', () => {
    let now = 0
    const grant = () => new Grant([request], grantMs, () => now)
    const [late, begun] = [grant(), grant().hold()]
    now = grantMs + 1
    expect(() => late.spend(request)).toThrow(/older than a minute/)
    expect(() => late.hold()).toThrow(/older than a minute/)
    begun.spend(request)
  })

  it('knows a later request by the id that an earlier one brought, and no other', () => {
    const planned = { ...request, body: '{"field":"made in step 1"}' }
    const grant = new Grant([planned], 100, () => 0)
    expect(() => grant.spend({ ...request, body: '{"field":"f-17"}' })).toThrow(expect.objectContaining(other))
    grant.learn('f-17', 'made in step 1')
    grant.spend({ ...request, body: '{"field":"f-17"}' })
  })

  it('is required', () => {
    expect(() => spend(undefined, request)).toThrow(expect.objectContaining({ code: 'confirmation-needed' }))
  })
})

describe('@attack an act that needs a colleague', () => {
  const needing: Act = { ...act, second: 'delete-connector' }
  const withColleague = (agreed: Second['agreed'], agrees?: () => boolean) =>
    personWho(agrees, undefined, undefined, {
      needs: (of) => of.act === 'delete-connector',
      colleagues: async (of) => (of.act === 'delete-connector' ? ['ines', 'tomas'] : null),
      agreed
    })

  it('says who may agree, and shows them exactly what leaves, without the tokens of this desk', async () => {
    const asked: SecondAsked[] = []
    const { acts, confirmer } = withColleague(async (one) => (asked.push(one), async () => true))
    await confirmer.confirm(needing, signal)
    expect(acts[0]).toMatchObject({
      verb: 'Ask a colleague',
      facts: [['Needs a colleague', 'ines or tomas, within an hour']]
    })
    expect(asked).toMatchObject([
      { act: 'delete-connector', place: act.place, why: 'It is needed', requests: [{ ...request, headers: {} }] }
    ])
    expect(acts[0]?.asksWhy).toBe(true)
    // Not for an act that needs none.
    await confirmer.confirm(act, signal)
    expect(asked).toHaveLength(1)
    expect(acts[1]?.verb).toBe(act.verb)
    expect(acts[1]?.asksWhy).toBeUndefined()
  })

  it('tells the colleague of each request what it is, and of whom the act is', async () => {
    const asked: SecondAsked[] = []
    const { confirmer } = withColleague(async (one) => (asked.push(one), async () => true))
    const requests = ['Umber', 'Harrow'].map((what) => ({
      ...{ leaving: { ...request, body: what }, what, about: [`HRIS:${what}`] }
    }))
    const connector = { key: 'HRIS:a', endUser: 'Larkfield', integrationSlug: 'bamboohr', isTest: false }
    await confirmer.confirm({ ...needing, connector, requests }, signal)
    expect(asked[0]?.requests.map(({ what, body }) => [what, body])).toEqual([
      ['Umber', 'Umber'],
      ['Harrow', 'Harrow']
    ])
    expect(asked[0]?.about).toEqual(['HRIS:a', 'HRIS:Umber', 'HRIS:Harrow'])
  })

  it('hides a token that main put into the body, and the title of who asks comes along', async () => {
    const asked: SecondAsked[] = []
    const { confirmer } = withColleague(async (one) => (asked.push(one), async () => true))
    const leaving = { ...request, body: '{"key":"a-secret-of-ours"}' }
    await confirmer.confirm({ ...needing, requests: [{ leaving, secrets: ['a-secret-of-ours'] }] }, signal)
    expect(asked[0]?.requests[0]?.body).toBe('{"key":"[token]"}')
    expect(asked[0]?.shown.title).toBe(act.title)
  })

  it('is not asked about before the person here agreed, and gives no grant where the colleague does not', async () => {
    const declined = withColleague(
      () => expect.fail('A colleague was asked.'),
      () => false
    )
    await expect(declined.confirmer.confirm(needing, signal)).rejects.toMatchObject({ code: 'cancelled' })
    const message = 'Ines declined it. Nothing was sent.'
    const { confirmer } = withColleague(() => Promise.reject(new AppError('cancelled', message)))
    await expect(confirmer.confirm(needing, signal)).rejects.toMatchObject({ message })
  })

  it('is not even shown where nobody could agree', async () => {
    const { acts, confirmer } = personWho(undefined, undefined, undefined, {
      needs: () => true,
      colleagues: () => Promise.reject(new AppError('not-permitted', 'Nobody.')),
      agreed: () => expect.fail('A colleague was asked.')
    })
    await expect(confirmer.confirm(needing, signal)).rejects.toMatchObject({ code: 'not-permitted' })
    expect(acts).toEqual([])
  })

  it('lets nothing leave where the approval counts no more, and takes it once for all its requests', async () => {
    for (const counts of [true, false]) {
      let taken = 0
      const take = async () => (taken++, counts)
      const { confirmer } = withColleague(async () => take)
      const grant = await confirmer.confirm(
        { ...needing, requests: [{ leaving: request }, { leaving: request }] },
        signal
      )
      const both = await Promise.allSettled([grant.approved(), grant.approved()])
      expect(both.map(({ status }) => status)).toEqual(Array(2).fill(counts ? 'fulfilled' : 'rejected'))
      expect(taken).toBe(1)
    }
  })

  it('does not keep other acts from being confirmed while it waits', async () => {
    let agree: () => void = () => undefined
    const { confirmer } = withColleague(() => new Promise((done) => (agree = () => done(async () => true))))
    const waiting = confirmer.confirm(needing, signal)
    await expect.poll(async () => (await confirmer.confirm(act, signal)) instanceof Grant).toBe(true)
    agree()
    await waiting
  })
})

describe('the confirmation', () => {
  it('shows what main will send, and gives a grant for that', async () => {
    const { confirmer, acts } = personWho()
    const grant = await confirmer.confirm(act, signal)
    expect(acts).toMatchObject([
      {
        title: 'Delete it',
        workspace: 'Harbourline',
        region: 'eu',
        requests: [
          {
            method: 'POST',
            path: '/x?a=1',
            body: { bytes: 7, digest: '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862' }
          }
        ]
      }
    ])
    grant.spend(request)
  })

  it('@attack says where it really goes, whatever the workspace is called', async () => {
    const { confirmer, acts } = personWho()
    await confirmer.confirm({ ...act, title: 'Send to Sandbox', requests: [{ leaving: request }] }, signal)
    await confirmer.confirm({ ...act, requests: [] }, signal)
    expect(acts).toMatchObject([
      { origin: 'https://api.example.com', environment: 'production' },
      { origin: 'https://api.example.com', environment: 'production' }
    ])
  })

  const shownOf = async (leaving: Partial<Leaving>) => {
    const { confirmer, acts } = personWho()
    await confirmer.confirm({ ...act, requests: [{ leaving: { ...request, ...leaving } }] }, signal)
    return acts[0]?.requests[0]
  }

  it('@attack padding hides nothing of what is sent', async () => {
    const body = `{"params":{"q":"${' '.repeat(250)}"},"data":{"iban":"DE00${'\u200b'.repeat(300)}1"}}`
    const shown = await shownOf({ body })
    expect(shown?.body?.text).toBe('{"params":{"q":"⟨250 spaces⟩"},"data":{"iban":"DE00⟨300 invisible characters⟩1"}}')
    expect(shown?.body?.end).toBeNull()
  })

  it('@attack nor does padding of a body that is too long to show: blanks are counted before it is cut', async () => {
    const padded = `{"q":"${' '.repeat(400_000)}","iban":"DE00"}`
    expect((await shownOf({ body: padded }))?.body).toMatchObject({
      text: '{"q":"⟨400000 spaces⟩","iban":"DE00"}',
      end: null
    })
    const shown = await shownOf({ body: `${padded}${'a'.repeat(256 * 1024)}` })
    expect(shown?.body?.text).toMatch(/^\{"q":"⟨400000 spaces⟩","iban":"DE00"\}a+$/)
    expect(shown?.body?.end).toMatch(/^a+$/)
  })

  it('@attack nor does padding of a name', async () => {
    const { confirmer, acts } = personWho()
    const padded = `Umber${' '.repeat(2_000)}Textiles`
    const connector = { key: 'HRIS:one', endUser: padded, integrationSlug: 'personio', isTest: false }
    const named = { title: `Delete ${padded}?`, warnings: [padded], facts: [['Name', padded] as [string, string]] }
    await confirmer.confirm({ ...act, ...named, connector }, signal)
    const counted = 'Umber⟨2000 spaces⟩Textiles'
    expect(acts).toMatchObject([
      {
        ...{ title: `Delete ${counted}?`, warnings: [counted], facts: [['Name', counted]] },
        connector: { endUser: counted }
      }
    ])
  })

  it('@attack hides the tokens that leave with it and no others, and says in how many places and how long', async () => {
    const { confirmer, acts } = personWho()
    const [bearer, connector, main] = ['bearer-of-one', 'ct_one_2345', 'ct_two_6789']
    const headers = { authorization: `Bearer ${bearer}`, 'x-connector-token': connector, 'x-a': `b ${bearer}` }
    const body = `{"a":"${connector} ${encodeURIComponent(`${bearer}`)}","b":"${main}","iban":"DE00"}`
    const leaving = { ...request, url: `https://api.example.com/x?a=${connector}`, headers, body }
    await confirmer.confirm({ ...act, requests: [{ leaving, secrets: [main] }] }, signal)
    expect(acts[0]?.requests).toMatchObject([
      {
        path: '/x?a=[token]',
        headers: [['x-a', 'b [token]']],
        body: { text: '{"a":"[token] [token]","b":"[token]","iban":"DE00"}' },
        hidden: [11, 13, 11, 13, 11]
      }
    ])
    expect((await shownOf({ body: '{"a":"ct_two_6789"}' }))?.hidden).toEqual([])
  })

  it('@attack a token of the connector that a service made of what is sent says how much it hides', async () => {
    const iban = '"iban":"DE89370400440532013000"'
    const shown = await shownOf({ headers: { 'x-connector-token': iban }, body: `{${iban}}` })
    expect(shown).toMatchObject({ body: { text: '{[token]}' }, hidden: [iban.length] })
  })

  it('hides a token whole that the cut of a long body goes through', async () => {
    const token = 'ct_that_is_cut'
    const at = (from: number, length: number) => 'a'.repeat(from) + token + 'b'.repeat(length - from - token.length)
    const headers = { 'x-connector-token': token }
    const long = 300_000
    const first = await shownOf({ headers, body: at(32 * 1024 - 5, long) })
    expect(first?.body?.text.slice(-10)).toBe('aaa[token]')
    const last = await shownOf({ headers, body: at(long - 32 * 1024 - 5, long) })
    expect(last?.body?.end?.slice(0, 10)).toBe('[token]bbb')
    expect([first?.hidden, last?.hidden]).toEqual([[14], [14]])
  })

  it('@attack saves what will be sent, whole, without the tokens that leave with it', async () => {
    const headers = { authorization: 'Bearer bearer-of-one', 'x-connector-token': 'ct_one_2345' }
    const body = `{"a":"ct_one_2345","q":"${' '.repeat(400_000)}","iban":"DE00"}`
    const { confirmer, files } = personWho((_, __, save) => save(0))
    await confirmer.confirm({ ...act, requests: [{ leaving: { ...request, headers, body } }] }, signal)
    expect(files).toEqual([['what-will-be-sent.json', body.replace('ct_one_2345', '[token]')]])
    const { body: _, ...without } = request
    await expect(confirmer.confirm({ ...act, requests: [{ leaving: without }] }, signal)).rejects.toMatchObject({
      code: 'cancelled'
    })
    expect(files).toHaveLength(1)
  })

  it('shows all headers but those with a token and those of every request, and all of a query', async () => {
    const query = `?filter=${'x'.repeat(5_000)}`
    const shown = await shownOf({
      url: `https://api.example.com/x${query}`,
      headers: { ...request.headers, accept: 'application/json', 'x-a': '1' }
    })
    expect(shown).toMatchObject({ path: `/x${query}`, headers: [['x-a', '1']] })
  })

  it('shows 256 kB in full, and of more the beginning and the end, which it saves', async () => {
    const body = (length: number) => `"${'a'.repeat(length - 5)}end"`
    expect((await shownOf({ body: body(256 * 1024) }))?.body).toMatchObject({ text: body(256 * 1024), end: null })
    const shown = await shownOf({ body: body(256 * 1024 + 1) })
    expect(shown?.body?.text).toMatch(/^"a+$/)
    expect(shown?.body?.end).toMatch(/^a+end"$/)
    expect(shown?.body?.bytes).toBe(256 * 1024 + 1)
  })

  it('@attack ends with the lock, and is not asked while it is on', async () => {
    const { confirmer, acts, lock } = personWho(
      (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(false))
        })
    )
    const asked = confirmer.confirm(act, signal)
    await expect.poll(() => acts).toHaveLength(1)
    lock()
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' })
    await expect(confirmer.confirm(act, signal)).rejects.toMatchObject({ code: 'app-locked' })
    expect(acts).toHaveLength(1)
  })

  it.each([
    ['Umber Textiles', 'Type the customer’s name', 'Umber Textiles'],
    [' Umber\u202E\n Textiles ', 'Type the customer’s name', 'Umber Textiles'],
    ['x'.repeat(101), 'Type the customer’s ID', 'id-1'],
    ['\u200b\u200b', 'Type the customer’s ID', 'id-1'],
    ['', 'Type the customer’s ID', 'id-1']
  ])('of %j it wants what a person can type', (name, label, text) => {
    expect(nameToType('customer', name, 'id-1')).toEqual({ label, text })
  })

  it.each(['', '\u200b', ' \n', 'x'.repeat(101)])(
    '@attack of nothing that can be typed (%j) it wants a word: an empty box is never enough',
    (id) => {
      const word = { label: 'The field has no name that can be typed. Type the word', text: 'confirm' }
      expect(nameToType('field', '\u2060\u200b', id)).toEqual(word)
    }
  )

  it('@fault says that a change cannot be recorded, and its grant that the person agreed to that', async () => {
    let why: string | null = 'the disk is full'
    const { confirmer, acts } = personWho(undefined, undefined, () => why)
    expect((await confirmer.confirm(act, signal)).mayGoUnrecorded).toBe(true)
    expect(acts[0]?.warnings).toEqual([
      'This change cannot be recorded: the disk is full. If you confirm, it is sent without a record.'
    ])
    await confirmer.confirm({ ...act, requests: [] }, signal)
    why = null
    expect((await confirmer.confirm(act, signal)).mayGoUnrecorded).toBe(false)
    expect(acts.slice(1).map(({ warnings }) => warnings)).toEqual([[], []])
  })

  it('ends with nothing sent where the person does not agree', async () => {
    const { confirmer } = personWho(() => false)
    await expect(confirmer.confirm(act, signal)).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('@attack refuses a second act while one waits, and takes the next after it', async () => {
    let answer: (agreed: boolean) => void = () => undefined
    const { confirmer, acts } = personWho(() => new Promise((resolve) => (answer = resolve)))
    const first = confirmer.confirm(act, signal)
    await expect(confirmer.confirm(act, signal)).rejects.toMatchObject({ code: 'busy' })
    await expect.poll(() => acts).toHaveLength(1)
    answer(true)
    await first
    const next = confirmer.confirm(act, signal)
    await expect.poll(() => acts).toHaveLength(2)
    answer(true)
    await next
    expect(acts).toHaveLength(2)
  })
})
