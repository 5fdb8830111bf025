import { describe, expect, it } from 'vitest'
import { fillLinks, hasLinkToFill, linkProblem, linksToFill } from './links'

describe('links of a letter', () => {
  it('have a place each', () => {
    expect(linksToFill(1)).toEqual(['[relink link]'])
    expect(linksToFill(2)).toEqual(['[relink link 1]', '[relink link 2]'])
  })

  it('go to their own place, wherever it is named, and only there', () => {
    const text = 'Open [relink link 1] and [relink link 2]. Again: [relink link 1], [relink link 3]'
    expect(fillLinks(text, ['https://a.example/$&', ' https://b.example '])).toBe(
      'Open https://a.example/$& and https://b.example. Again: https://a.example/$&, [relink link 3]'
    )
    expect(fillLinks('Open [relink link]', ['https://a.example'])).toBe('Open https://a.example')
  })

  it('leave the place of one that is not known yet', () => {
    const half = fillLinks('[relink link 1] [relink link 2]', ['https://a.example', ' '])
    expect(half).toBe('https://a.example [relink link 2]')
    expect(hasLinkToFill(half)).toBe(true)
    expect(hasLinkToFill(fillLinks(half, ['', 'https://b.example']))).toBe(false)
  })
})

describe('a relink link', () => {
  const page = 'https://app.example.com/connectors/{connector_id}'
  it.each<[string, string, string[], ReturnType<typeof linkProblem>]>([
    ['', page, [], null],
    [' https://app.example.com/relink/a ', page, [], null],
    ['https://connect.example.com/a?b=c#d', page, [], null],
    ['not a link', page, [], { kind: 'no-link' }],
    ['app.example.com/relink/a', page, [], { kind: 'no-link' }],
    ['http://app.example.com/relink/a', page, [], { kind: 'no-link' }],
    ['https://user:secret@app.example.com/a', page, [], { kind: 'no-link' }],
    ['https://app.example.com/a b', page, [], { kind: 'no-link' }],
    ['javascript:alert(1)', page, [], { kind: 'no-link' }],
    ['https://app.example.com.evil.example/a', page, [], { kind: 'host', host: 'app.example.com.evil.example' }],
    ['https://example.com/a', page, [], { kind: 'host', host: 'example.com' }],
    ['https://other.example/a', page, ['other.example'], null],
    ['https://10.0.0.2/a', 'https://10.0.0.1/{connector_id}', [], { kind: 'host', host: '10.0.0.2' }],
    ['https://other.com/a', 'https://example.com/{connector_id}', [], { kind: 'host', host: 'other.com' }],
    ['https://anywhere.example/a', '', [], null]
  ])('%j beside the dashboard %j, with %j named: %j', (link, address, named, problem) => {
    expect(linkProblem(link, address, named)).toEqual(problem)
  })
})
