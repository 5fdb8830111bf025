import { emptyRequest, type RawRequest } from './curl-options'
import { powershellQuoteEnd, powershellWords, type PowershellWord } from './words'

const commands = /^(invoke-webrequest|invoke-restmethod|iwr|irm|curl|wget)$/i
const switches =
  /^-(usebasicparsing|skipcertificatecheck|skipheadervalidation|passthru|resume|allowunencryptedauthentication|disablekeepalive)$/i

/** "Copy as PowerShell" wraps non-ASCII bodies in this. */
const asBytes = /\(\s*\[System\.Text\.Encoding\]::\w+\.GetBytes\(\s*(?=["'])/g

export function readPowershell(text: string): RawRequest {
  const request = emptyRequest()
  if (/\.Cookies\.Add\(|\bNew-Object System\.Net\.Cookie/i.test(text)) request.secrets.push('cookies')
  const words = powershellWords(withoutEncoding(text))
  const start = words.findIndex(({ text, bare }) => bare && commands.test(text))
  let read = start + 1
  // An index: shift() on each would take quadratic time.
  const next = () => words[read++]
  for (let word = next(); word; word = next()) {
    if (word.bare && word.text === ';') break
    if (!word.bare || !word.text.startsWith('-')) {
      if (request.url === '') request.url = word.text
    } else if (!switches.test(word.text)) parameter(word.text.slice(1).toLowerCase().replace(/:$/, ''))
  }
  return request

  function parameter(name: string): void {
    if (name === 'headers') return headers()
    const value = next() ?? { text: '', bare: true }
    switch (name) {
      case 'uri':
        request.url = value.text
        break
      case 'method':
      case 'custommethod':
        request.method = value.text
        break
      case 'contenttype':
        request.headers.push(['Content-Type', value.text])
        break
      case 'useragent':
        request.headers.push(['User-Agent', value.text])
        break
      case 'timeoutsec':
        request.timeout = value.text
        break
      case 'body':
        body(value)
        break
      case 'form':
      case 'infile':
        request.notes.push(`-${name} was left out: enter its parts again.`)
        if (value.text === '@{') hash()
        break
      case 'token':
      case 'credential':
      case 'proxycredential':
      case 'certificate':
        request.secrets.push(`-${name}`)
        break
    }
  }

  function headers(): void {
    const first = next()
    if (first?.text !== '@{') {
      request.notes.push(`The headers are in ${first?.text ?? 'a variable'}, which was left out.`)
      return
    }
    request.headers = [...request.headers, ...hash()]
  }

  function body(value: PowershellWord): void {
    if (value.text === '@{') {
      for (const [name, text] of hash()) request.data.push({ text: `${name}=${text}`, kind: 'urlencoded' })
    } else if (value.bare && /^[($]/.test(value.text)) {
      request.notes.push('PowerShell computes the body, so it was left out. Enter it again.')
    } else {
      request.data.push({ text: value.text, kind: 'plain' })
    }
  }

  /** Browsers add pseudo headers of HTTP/2 without their colon. */
  function hash(): [string, string][] {
    const pairs: [string, string][] = []
    for (let word = next(); word && !(word.bare && word.text === '}'); word = next()) {
      if (words[read]?.text !== '=') continue
      read++
      pairs.push([word.text, next()?.text ?? ''])
    }
    return pairs
  }
}

function withoutEncoding(text: string): string {
  let plain = ''
  let done = 0
  for (const { 0: head, index } of text.matchAll(asBytes)) {
    const quoteAt = index + head.length
    const end = quoteAt < done ? -1 : powershellQuoteEnd(text, quoteAt)
    const tail = /\s*\)\s*\)/y
    tail.lastIndex = end
    if (end < 0 || !tail.test(text)) continue
    plain += text.slice(done, index) + text.slice(quoteAt, end)
    done = tail.lastIndex
  }
  return plain + text.slice(done)
}
