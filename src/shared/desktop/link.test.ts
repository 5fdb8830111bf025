import { describe, expect, it } from 'vitest'
import { deskLink, readDeskLink } from './link'

const id = '3f2b8c1e-0d4a-4c6b-9e7f-1a2b3c4d5e6f'

describe('a link of this app', () => {
  it.each(['connector', 'case'] as const)('names a %s by the id of its connector', (kind) => {
    const link = deskLink(kind, `HRIS:${id}`)
    expect(link).toBe(`connector-desk://${kind}/${id}`)
    expect(readDeskLink(link ?? '')).toEqual({ kind, id })
  })

  it('is not made for an id that is malformed', () => {
    for (const odd of ['a', '', `${id}?x`, `${id}\n`, `../${id}`])
      expect(deskLink('connector', `HRIS:${odd}`)).toBeNull()
  })
})

const hostile = [
  ['nothing', ''],
  ['no id', 'connector-desk://connector/'],
  ['no path', 'connector-desk://connector'],
  ['no kind', `connector-desk:///${id}`],
  ['one slash', `connector-desk:/connector/${id}`],
  ['no slashes', `connector-desk:connector/${id}`],
  ['three slashes', `connector-desk:///connector/${id}`],
  ['another kind', `connector-desk://workspace/${id}`],
  ['a kind in capitals', `connector-desk://Connector/${id}`],
  ['a kind of the prototype', `connector-desk://constructor/${id}`],
  ['another scheme', `https://connector/${id}`],
  ['a scheme that begins alike', `connector-desk-evil://connector/${id}`],
  ['a scheme before it', `x:connector-desk://connector/${id}`],
  ['a query', `connector-desk://connector/${id}?send=1`],
  ['an empty query', `connector-desk://connector/${id}?`],
  ['a fragment', `connector-desk://connector/${id}#/settings`],
  ['an empty fragment', `connector-desk://connector/${id}#`],
  ['a slash at the end', `connector-desk://connector/${id}/`],
  ['a second id', `connector-desk://connector/${id}/${id}`],
  ['a list of ids', `connector-desk://connector/${id},${id}`],
  ['a name and password', `connector-desk://me:secret@connector/${id}`],
  ['a name', `connector-desk://me@connector/${id}`],
  ['a port', `connector-desk://connector:443/${id}`],
  ['an empty port', `connector-desk://connector:/${id}`],
  ['a host with a dot', `connector-desk://connector./${id}`],
  ['an escaped letter', `connector-desk://connector/%33${id.slice(1)}`],
  ['an escaped slash', `connector-desk://connector%2f${id}`],
  ['an escaped NUL at the end', `connector-desk://connector/${id}%00`],
  ['a NUL at the end', `connector-desk://connector/${id}\0`],
  ['a line end', `connector-desk://connector/${id}\n`],
  ['a second line', `connector-desk://connector/${id}\nconnector-desk://connector/${id}`],
  ['a tab inside', `connector-desk://connector/${id.slice(0, 8)}\t${id.slice(8)}`],
  ['a space before', ` connector-desk://connector/${id}`],
  ['a space after', `connector-desk://connector/${id} `],
  ['a switch after it', `connector-desk://connector/${id} --no-sandbox`],
  ['a quote', `connector-desk://connector/${id}"`],
  ['backslashes', `connector-desk:\\\\connector\\${id}`],
  ['a way up', `connector-desk://connector/../case/${id}`],
  ['dots', `connector-desk://connector/./${id}`],
  ['an id without hyphens', `connector-desk://connector/${id.replaceAll('-', '')}`],
  ['an id in braces', `connector-desk://connector/{${id}}`],
  ['an id with a letter too many', `connector-desk://connector/${id}0`],
  ['an id with a letter too few', `connector-desk://connector/${id.slice(1)}`],
  ['an id with other letters', `connector-desk://connector/g${id.slice(1)}`],
  ['an id with a digit of another script', `connector-desk://connector/３${id.slice(1)}`],
  ['a mark that reverses the text', `connector-desk://connector/\u202e${id}`],
  ['a space without width', `connector-desk://connector/${id}\u200b`],
  ['the key of a connector', `connector-desk://connector/HRIS:${id}`],
  ['a script', 'connector-desk://connector/<script>alert(1)</script>'],
  ['a statement', `connector-desk://connector/${id}' OR '1'='1`],
  ['a megabyte', `connector-desk://connector/${id.repeat(30_000)}`]
] as const

it.each(hostile)('@attack opens nothing: %s', (_, text) => expect(readDeskLink(text)).toBeNull())
